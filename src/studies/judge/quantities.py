"""Numbers with sampling errors, and relations between them.

Numbers are exact fractions. A number that is computed from a missing number is also missing; it
records the values that were found before the missing one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from fractions import Fraction
from functools import partialmethod
from typing import Protocol

from nonproj.public.errors import NonprojError
from nonproj.public.values import Setting, Subject, Value

Lookup = tuple[Value, ...]  # the values of a measure for a system, one per treebank


class ClaimError(NonprojError):
    """Error for a claim that is not well formed."""


class AbsentError(Exception):
    """Error for a value or a test that the runs did not produce."""


class UndefinedError(AbsentError):
    """Error for a ratio without observations, such as a precision without predictions."""


class Decision(IntEnum):
    """Outcomes from false to true; the middle two are within chance. `&` takes the lower one."""

    CONTRADICTED = 0
    AGAINST = 1
    AS_CLAIMED = 2
    CONFIRMED = 3

    @classmethod
    def of(cls, satisfied: bool, beyond_chance: bool) -> "Decision":
        if satisfied:
            return cls.CONFIRMED if beyond_chance else cls.AS_CLAIMED
        return cls.CONTRADICTED if beyond_chance else cls.AGAINST


class Measured(Protocol):
    """What a term measures; `catalogue.Measure` does."""

    metric: str
    items: Setting


@dataclass(frozen=True)
class Term:
    """The value of a measure for a system, as it is printed in a computation."""

    measure: Measured
    system: Subject
    number: str = ""  # empty if the value is missing

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.measure}({self.system})", self.number)))


class Origin(Protocol):
    """What computes and compares the numbers of a report; `sites.Site` does."""

    def constant(self, number: "Number") -> "Quantity": ...

    def chain(self, sign: str, *numbers: "Number") -> "Relation": ...


@dataclass(frozen=True, eq=False)
class Quantity:
    """A number, and its slope by each value that it depends on.

    The keys of `slopes` are all values that the number depends on. `found` is set if the number is
    one of these values, and `choices` if it is the highest or lowest of several numbers. `form` is
    the computation with `{}` for each of the `terms`; a part is put in brackets if its operator
    binds less tightly than the operator of the whole."""

    site: Origin
    number: Fraction
    slopes: Mapping[Lookup, float]
    form: str
    binding: int = 0
    found: Lookup = ()
    choices: tuple["Quantity", ...] = ()
    missing: AbsentError | None = None
    terms: tuple[Term, ...] = ()

    @property
    def text(self) -> str:
        return self.form.format(*self.terms)

    def _computed(self, sign: str, binding: int, compute: Callable, other: "Number") -> "Quantity":
        """Combine two quantities; `compute` returns the new number and its two derivatives."""
        parts = self, self.site.constant(other)
        texts = [
            f"({part.form})" if 0 < part.binding < binding + i else part.form
            for i, part in enumerate(parts)
        ]
        slopes, missing = rests_on(parts)
        form, terms = sign.join(texts), terms_of(parts)
        number, by_parts = Fraction(0), (0, 0)
        try:
            number, *by_parts = compute(*(part.number for part in parts))
        except ZeroDivisionError:
            missing = missing or UndefinedError(f"{form.format(*terms)} divides by 0")
        for values in slopes:
            of_parts = (part.slopes.get(values, 0.0) for part in parts)
            slopes[values] = sum(float(s) * e for s, e in zip(by_parts, of_parts, strict=True))
        return Quantity(self.site, number, slopes, form, binding, missing=missing, terms=terms)

    def _compared(self, sign: str, other: "Number") -> "Relation":
        return self.site.chain(sign, self, other)

    __add__ = partialmethod(_computed, " + ", 1, lambda x, y: (x + y, 1, 1))
    __sub__ = partialmethod(_computed, " - ", 1, lambda x, y: (x - y, 1, -1))
    __mul__ = partialmethod(_computed, " * ", 2, lambda x, y: (x * y, y, x))
    __truediv__ = partialmethod(_computed, " / ", 2, lambda x, y: (x / y, 1 / y, -x / y**2))
    __lt__ = partialmethod(_compared, "<")
    __le__ = partialmethod(_compared, "<=")
    __gt__ = partialmethod(_compared, ">")
    __ge__ = partialmethod(_compared, ">=")
    __eq__ = partialmethod(_compared, "==")
    __hash__ = None

    def __rsub__(self, other: "Number") -> "Quantity":
        return self.site.constant(other) - self

    def __rmul__(self, other: "Number") -> "Quantity":
        return self.site.constant(other) * self

    def __abs__(self) -> "Quantity":
        whole = self * (-1 if self.number < 0 else 1)
        return replace(whole, form=f"|{self.form}|", binding=0, terms=self.terms)


Number = Quantity | int | float


def printed(number: Fraction) -> str:
    """Print whole numbers as they are and other numbers rounded."""
    return str(number) if number.denominator == 1 else f"{float(number):.2f}"


def terms_of(parts: Iterable[Quantity]) -> tuple[Term, ...]:
    return tuple(term for part in parts for term in part.terms)


def rests_on(parts: Iterable[Quantity]) -> tuple[dict[Lookup, float], AbsentError | None]:
    """Return the values behind the parts, up to the first missing one, and why it is missing."""
    found: dict[Lookup, float] = {}
    for part in parts:
        found |= dict.fromkeys(part.slopes, 0.0)
        if part.missing:
            return found, part.missing
    return found, None


@dataclass(frozen=True)
class Compared:
    """Two numbers that a relation compares, with the p-values of paired tests.

    `p` is from the paper's test of two systems, `p_sentences` from a test over sentences; each is
    None if there is no such test. `joining` is the word that joins the comparison to the one before
    it in the relation."""

    left: Quantity
    sign: str
    right: Quantity
    p: float | None = None
    p_sentences: float | None = None
    joining: str = ""


@dataclass(frozen=True)
class Relation:
    """A relation between numbers at a site: its decision, text, values and comparisons.

    If a value is missing, nothing is decided. The keys of `p_values` identify the tests."""

    decision: Decision
    text: str = ""
    values: Iterable[Lookup] = ()
    p_values: Mapping[tuple, float] = field(default_factory=dict)
    missing: AbsentError | None = None
    comparisons: tuple[Compared, ...] = ()

    def __and__(self, other: "Relation") -> "Relation":
        return self.joined(other, min, f"{self.text} and {other.text}", "and")

    def __bool__(self) -> bool:
        raise ClaimError("expected &, rising() or falling() instead of `and` or a < b < c")

    def joined(self, other: "Relation", decide: Callable, text: str, word: str) -> "Relation":
        if self.missing:
            return self
        first, rest = other.comparisons[:1], other.comparisons[1:]
        comparisons = self.comparisons + tuple(replace(one, joining=word) for one in first) + rest
        decision = decide(self.decision, other.decision)
        values, p_values = [*self.values, *other.values], {**self.p_values, **other.p_values}
        return Relation(decision, text, values, p_values, other.missing, comparisons)
