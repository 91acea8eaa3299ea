"""The comparisons behind a verdict, in words."""

import operator
from dataclasses import dataclass

from nonproj.public.scores import METRICS
from nonproj.public.significance import SIGNIFICANT
from nonproj.public.values import Key
from studies.judge.quantities import Compared, Quantity, Term

PRINTED_SIGNS = {"<=": "≤", ">=": "≥", "==": "=", "~": "≈"}
SIGNS = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq,
}  # fmt: skip
# Items of settings in words; in other items, a space replaces the equals sign.
IN_WORDS = {
    "punctuation=exclude": "without punctuation",
    "arcs=all": "all arcs",
    "arcs=nonproj": "non-projective arcs",
    "arcs=proj": "projective arcs",
    "arcs=root": "arcs from the root",
    "arcs=non-root": "arcs not from the root",
    "arcs=lifted": "lifted arcs",
    "sentences=all": "all sentences",
    "sentences=nonprojective": "non-projective sentences",
    "level=sentence": "of sentences",
}


@dataclass(frozen=True)
class Side:
    """One side of a comparison: the systems or the computation, and the number."""

    text: str
    number: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.text, self.number)))


@dataclass(frozen=True)
class EvidenceRow:
    """Two sides, what both are about, and whether their numbers are as the claim says.

    `holds` is None if the numbers are equal as printed. `p` is from the paper's test of two systems
    and `p_sentences` from a test over sentences. `joining` is the word that joins the comparison to
    the one before it, if both are in the same relation."""

    about: str
    left: Side
    sign: str
    right: Side
    holds: bool | None
    p: str = ""
    joining: str = ""
    p_sentences: str = ""

    @classmethod
    def of(cls, compared: Compared) -> "EvidenceRow":
        """Describe a comparison: first what all its values share, then the rest of each side."""
        terms = [*compared.left.terms, *compared.right.terms]
        shared = frozenset.intersection(*(t.measure.items for t in terms)) if terms else frozenset()
        metrics = {term.measure.metric for term in terms}
        metric = METRICS[metrics.pop()].label if len(metrics) == 1 else ""
        p, of_sentences = map(_p_text, (compared.p, compared.p_sentences))
        left, right = (_side(side, metric, shared) for side in (compared.left, compared.right))
        about = ", ".join(filter(None, (metric, *_in_words(shared))))
        sign = PRINTED_SIGNS.get(compared.sign, compared.sign)
        holds = _holds(compared, left, right)
        return cls(about, left, sign, right, holds, p, compared.joining, of_sentences)

    @classmethod
    def read(cls, about: str, left: list, sign: str, right: list, *rest) -> "EvidenceRow":
        """Return the row with these fields, in which the sides are lists."""
        return cls(about, Side(*left), sign, Side(*right), *rest)

    @property
    def mark(self) -> str:
        return {True: "✓", False: "✗", None: "="}[self.holds]

    def __str__(self) -> str:
        about = f"{self.about}: " if self.about else ""
        return f"{self.mark} {about}{self.left} {self.sign} {self.right}"


def missing_value(key: Key) -> str:
    """Name a value that was not measured."""
    where = ", ".join([*_in_words(key.setting), key.split])
    return f"{METRICS[key.metric].label} of {key.system} ({where})"


def _side(quantity: Quantity, metric: str, shared: frozenset[str]) -> Side:
    def name(term: Term) -> str:
        of_metric = "" if metric else f"{METRICS[term.measure.metric].label} of "
        return of_metric + ", ".join([str(term.system), *_in_words(term.measure.items - shared)])

    if not quantity.terms:
        return Side(*quantity.form.rpartition(" ")[::2])
    if quantity.form == "{}":
        [term] = quantity.terms
        return Side(name(term), term.number)
    text = quantity.form.format(*(f"{name(term)} {term.number}" for term in quantity.terms))
    decimals = 2 if abs(quantity.number) >= 1 else 3
    number = f"{float(quantity.number):.{decimals}f}".replace("-", "−")
    return Side(text.replace(" - ", " − ").replace(" * ", " × "), number)


def _p_text(p: float | None) -> str:
    return "" if p is None else f"{p:.3g}"


def _in_words(items: frozenset[str]) -> list[str]:
    return [IN_WORDS.get(item, item.replace("=", " ")) for item in sorted(items)]


def _holds(compared: Compared, left: Side, right: Side) -> bool | None:
    sign, a, b = compared.sign, compared.left.number, compared.right.number
    if sign == "~":
        return compared.p is None or compared.p >= SIGNIFICANT
    same = float(left.number.replace("−", "-")) == float(right.number.replace("−", "-"))
    if same and sign != "==" and (a != b or "=" not in sign):
        return None
    return SIGNS[sign](a, b)
