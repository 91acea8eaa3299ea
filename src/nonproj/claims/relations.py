"""Relations between values, put together by operators; a site says whether they hold there.

    significant(las(P1) > las(P0))
    (uas(P1) > uas(P2)) & (uem(P2) < highest(uem(P1), uem(P3)))

`las` is a metric under a split and a setting, `las(P1)` its value for a system at whatever site the
claim is judged, `las(P1, czech)` its value on one treebank. Values are exact fractions."""

import operator
from collections.abc import Callable, Mapping
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise
from typing import Protocol

from nonproj.errors import NonprojError
from nonproj.experiments.study.names import check_system

MARGIN = 0.5  # points within which two scores count as the same; the papers name none


class ClaimError(NonprojError):
    """A claim that is not put together as it must be."""


class UndefinedError(Exception):
    """A ratio without observations, such as the precision where nothing was predicted."""


class AbsentError(Exception):
    """A value or a test that the runs did not make."""


class Outcome(IntEnum):
    """From false to true, so that of several relations together the least counts."""

    CONTRADICTED = 0
    NOT_SIGNIFICANT = 1
    HOLDS = 2


class Site(Protocol):
    """Where values and tests come from; AbsentError or UndefinedError where there are none."""

    level: Fraction

    def value(self, term: "Term") -> Fraction: ...

    def p_value(self, a: "Term", b: "Term") -> float | None:
        """None where significance is not asked for."""

    def equivalence(self, a: "Term", b: "Term", margin: Fraction) -> float | None:
        """p of two one-sided tests that the two differ by less than a margin."""

    def beyond_chance(self, a: "Expression", b: "Expression") -> bool:
        """True where the two numbers differ by more than chance explains."""


class Named:
    """An object that the texts of relations call by the name of its variable."""

    name = "?"


def name_all(namespace: Mapping[str, object]) -> None:
    for name, value in namespace.items():
        if isinstance(value, Named):
            value.name = name


class Treebank(Named):
    """A treebank of the papers."""

    def __init__(self, published: str) -> None:
        self.published = published


class System(Named):
    """A system under our name, and items of the setting in which the claim means it."""

    def __init__(self, variant: str, *items: str) -> None:
        self.variant, self.items = check_system(variant), frozenset(items)


class Metric(Named):
    """A metric under a setting; of alternative splits those of one position belong together."""

    def __init__(self, metric: str, split: str, *items: str, system: str = "") -> None:
        self.metric, self.splits, self.items = metric, split.split("|"), frozenset(items)
        self.system = System(system) if system else None

    def __call__(self, *about: System | Treebank) -> "Term":
        return Term(self, *about)


class Expression:
    """A number or a relation: a function of parts, written `name(parts)` or `part sign part`."""

    def __init__(
        self, function: Callable, *parts, name: str = "", sign: str = ", ", binding: int = 0
    ) -> None:
        self.function, self.name, self.sign = function, name, sign
        self.parts: tuple[Expression, ...] = tuple(map(_expression, parts))
        self.binding = binding  # of its sign; what binds less is put in brackets
        relations = [isinstance(part, Relation) for part in self.parts]
        if any(relations) and not (isinstance(self, Relation) and all(relations)):
            raise ClaimError(
                f"{self}: a relation where a number is expected, or the other way round"
            )

    def at(self, site: Site) -> Fraction | Outcome:
        """All parts are evaluated, so that an absent value is noticed wherever it stands."""
        return self.function(*[part.at(site) for part in self.parts])

    def text(self, site: Site | None = None, decimals: int = 2) -> str:
        """What a claim says; with a site, values and p-values are filled in."""
        texts = [part.text(site, decimals) for part in self.parts]
        for position, part in enumerate(self.parts):
            if 0 < part.binding < self.binding + (position > 0):
                texts[position] = f"({texts[position]})"
        joined = self.sign.join(texts)
        return f"{self.name}({joined})" if self.name else joined

    def filled_in(self, site: Site) -> str:
        """Where values have to be equal, two decimals would not show why they are not."""
        return self.text(site, 4 if any(part.sign == " == " for part in self.walk()) else 2)

    def walk(self) -> list["Expression"]:
        """The expression and all its parts, level by level."""
        found = [self]
        for expression in found:
            found.extend(expression.parts)
        return found

    def terms(self) -> list["Term"]:
        """The values that it relates, each once."""
        return list({str(part): part for part in self.walk() if isinstance(part, Term)}.values())

    def __str__(self) -> str:
        return self.text()


class Quantity(Expression):
    """A number. No kind of it derives from another: Python would turn their comparisons round."""

    def __add__(self, other):
        return Operation(operator.add, self, other, sign=" + ", binding=1)

    def __sub__(self, other):
        return Operation(operator.sub, self, other, sign=" - ", binding=1)

    def __rsub__(self, other):
        return _expression(other) - self

    def __mul__(self, other):
        return Operation(operator.mul, self, other, sign=" * ", binding=2)

    def __rmul__(self, other):
        return _expression(other) * self

    def __truediv__(self, other):
        return Ratio(None, self, other, sign=" / ", binding=2)

    def __abs__(self):
        return Operation(abs, self, name="abs")

    def __lt__(self, other):
        return rising(self, other)

    def __le__(self, other):
        return between(self, other)

    def __gt__(self, other):
        return falling(self, other)

    def __ge__(self, other):
        return Chain(operator.ge, " >= ", self, other)

    def __eq__(self, other):
        return Chain(operator.eq, " == ", self, other)

    __hash__ = None  # nothing equals an expression


class Operation(Quantity):
    """A number computed from others."""


class Ratio(Quantity):
    def at(self, site: Site) -> Fraction:
        numerator, denominator = (part.at(site) for part in self.parts)
        if denominator == 0:
            raise UndefinedError(f"{self} divides by 0")
        return numerator / denominator


class Number(Quantity):
    def __init__(self, number: int | float) -> None:
        super().__init__(lambda: Fraction(str(number)), name=str(number))

    def text(self, site: Site | None = None, decimals: int = 2) -> str:
        return self.name


class Term(Quantity):
    """The value of a metric for one system, at the site or on a treebank of the papers."""

    def __init__(self, metric: Metric, *about: System | Treebank) -> None:
        super().__init__(None)
        systems = [part for part in (metric.system, *about) if isinstance(part, System)]
        treebanks = [part.published for part in about if isinstance(part, Treebank)]
        given = len(about) + (metric.system is not None)
        if len(systems) != 1 or len(treebanks) > 1 or given != 1 + len(treebanks):
            raise ClaimError(f"{metric.metric}: expected one system and at most one treebank")
        self.metric, self.about = metric, about
        self.system, self.items = systems[0].variant, metric.items | systems[0].items
        self.published = treebanks[0] if treebanks else None

    def at(self, site: Site) -> Fraction:
        return site.value(self)

    def text(self, site: Site | None = None, decimals: int = 2) -> str:
        term = f"{self.metric.name}({', '.join(part.name for part in self.about)})"
        return f"{term} [{printed(site.value(self), decimals)}]" if site else term


def _expression(value) -> Expression:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Number(value)
    if not isinstance(value, Expression):
        raise ClaimError(f"{value!r} is neither a number nor a relation")
    return value


class Relation(Expression):
    """What holds at a site, does not, or does without being significant."""

    def __and__(self, other: "Relation") -> "Relation":
        parts = self.parts if self.sign == " and " else (self,)
        return Relation(lambda *outcomes: min(outcomes), *parts, other, sign=" and ")

    def __bool__(self) -> bool:
        raise ClaimError("expected &, rising() or falling() instead of `and` or a < b < c")


class Chain(Relation):
    """Neighbours compared two by two.

    A pair that fails contradicts only where it differs by more than chance explains; what has to
    be equal contradicts whenever it is not."""

    def __init__(self, holds: Callable, sign: str, *parts) -> None:
        super().__init__(None, *parts, sign=sign)
        self._holds = holds

    def at(self, site: Site) -> Outcome:
        numbers = [part.at(site) for part in self.parts]
        failed = [
            pair
            for pair, both in zip(pairwise(self.parts), pairwise(numbers), strict=True)
            if not self._holds(*both)
        ]
        if not failed:
            return Outcome.HOLDS
        certain = self.sign == " == " or any(site.beyond_chance(*pair) for pair in failed)
        return Outcome.CONTRADICTED if certain else Outcome.NOT_SIGNIFICANT


class Identity(Relation):
    """A relation that holds by construction, whatever the treebank."""

    def at(self, site: Site) -> Outcome:
        return self.parts[0].at(site)


class Significant(Relation):
    """A difference, and a paired test that confirms it."""

    def at(self, site: Site) -> Outcome:
        outcome = self.parts[0].at(site)
        if outcome is not Outcome.HOLDS:
            return outcome
        p = site.p_value(*self.parts[0].parts)
        return Outcome.HOLDS if p is None or p < site.level else Outcome.NOT_SIGNIFICANT

    def text(self, site: Site | None = None, decimals: int = 2) -> str:
        return _with_p(super().text(site, decimals), site, *self.parts[0].parts)


class Tied(Relation):
    """No paired test tells the two values apart, and they differ by less than a margin.

    The latter by two one-sided tests: without them, any difference would be none on a text that
    is small enough. On a large one a difference is told from none that is surely less than the
    margin; that is no tie, and does not contradict one."""

    def __init__(self, a: "Term", b: "Term", margin: Fraction) -> None:
        super().__init__(None, a, b, name="tied")
        self.margin = margin

    def at(self, site: Site) -> Outcome:
        p, equivalence = site.p_value(*self.parts), site.equivalence(*self.parts, self.margin)
        if p is None:
            a, b = (part.at(site) for part in self.parts)
            return Outcome.HOLDS if abs(a - b) <= self.margin else Outcome.CONTRADICTED
        apart, close = p < site.level, equivalence < site.level
        if apart == close:
            return Outcome.NOT_SIGNIFICANT
        return Outcome.HOLDS if close else Outcome.CONTRADICTED

    def text(self, site: Site | None = None, decimals: int = 2) -> str:
        bare = f"{super().text(site, decimals)[:-1]}, within {printed(self.margin, 2)})"
        return _with_p(bare, site, *self.parts)


def _with_p(text: str, site: Site | None, *pair: Term) -> str:
    try:
        p = site and site.p_value(*pair)
    except AbsentError:
        p = None
    return text if p is None else f"{text[:-1]}, p={p:.2g})"


def rising(*parts) -> Relation:
    return Chain(operator.lt, " < ", *parts)


def falling(*parts) -> Relation:
    return Chain(operator.gt, " > ", *parts)


def between(*parts) -> Relation:
    """between(low, value, high), bounds included."""
    return Chain(operator.le, " <= ", *parts)


def identity(relation: Relation) -> Relation:
    """A relation that holds by construction and is counted apart."""
    return Identity(None, relation, name="identity")


def highest(*parts) -> Quantity:
    return Operation(max, *parts, name="max")


def lowest(*parts) -> Quantity:
    return Operation(min, *parts, name="min")


def iff(one: Relation, other: Relation) -> Relation:
    """Both hold or neither does."""

    def outcome(a: Outcome, b: Outcome) -> Outcome:
        return Outcome(min(max(Outcome.HOLDS - a, b), max(a, Outcome.HOLDS - b)))

    return Relation(outcome, one, other, name="iff")


def significant(comparison: Relation) -> Relation:
    _check_pair(comparison, *comparison.parts)
    if comparison.sign not in (" < ", " > "):
        raise ClaimError(f"{comparison}: only a difference, < or >, can be significant")
    return Significant(None, comparison, name="significant")


def tied(a: Term, b: Term, within: float = MARGIN) -> Relation:
    """Not significantly different, and equivalent `within` as many points."""
    _check_pair(f"{a}, {b}", a, b)
    return Tied(a, b, Fraction(str(within)))


def _check_pair(text: object, *parts: object) -> None:
    if len(parts) != 2 or not all(isinstance(part, Term) for part in parts):
        raise ClaimError(f"{text}: a test compares the values of two systems")


def printed(value: Fraction, decimals: int) -> str:
    """Whole numbers as they are, others rounded."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.{decimals}f}"
