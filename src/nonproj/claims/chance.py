"""What chance explains of a value: errors of sampling, where no test of a pair was made."""

from collections.abc import Callable
from fractions import Fraction

from nonproj.claims.relations import Expression, Term
from nonproj.data.folds import N_SETS
from nonproj.evaluation.values import EVERY_SPLIT, Value
from nonproj.experiments.study.names import TREES

STEP = Fraction(1, 1000)  # of a point
PREDICTED = "n-nonproj-arcs"  # the count that depends on what a parser found


def is_of_trees(value: Value) -> bool:
    """True of treebanks, and of what transformations and oracles do to them."""
    key = value.key
    return key.system in TREES or key.split in ("train", EVERY_SPLIT) or "oracle" in key.setting


def is_fact(value: Value) -> bool:
    """True of trees, and of decisions that parsers took.

    They are what they are; no other text of the language is meant."""
    sampled = value.unit in ("percent", "seconds") or value.key.metric == PREDICTED
    sampled |= _is_deviation(value)
    return is_of_trees(value) or not sampled


def _is_deviation(value: Value) -> bool:
    """Of the scores of folds."""
    return value.key.metric.endswith("-sd")


def sampling_variance(value: Value) -> float:
    """Of the number as it is printed, as if words were drawn one by one; 0 of facts and of times.

    Shares are binomial, with one success and one failure more than were counted, and counts have
    one more, so that 0 and 100 % have a variance, too. Of an error reduction the errors of both
    parsers are drawn. A standard deviation of folds is that of a normal distribution."""
    right, words = value.numerator, value.denominator
    if is_fact(value) or value.unit == "seconds" or words == 0:
        return 0.0
    if value.key.metric == PREDICTED:
        return float(right + 1)
    if value.key.metric == "error-reduction":
        return 100**2 * (2 * words - right) / words**2
    if _is_deviation(value):
        return (right / words) ** 2 / (2 * (N_SETS - 1))
    share = (right + 1) / (words + 2)
    return 100**2 * share * (1 - share) / words


class Slopes:
    """How much an expression changes with each of its values."""

    def __init__(self, site, expression: Expression) -> None:
        self._value: Callable[[Term], Fraction] = site.value
        self._expression = expression
        self._here = expression.at(site)
        self._moved = ""

    def value(self, term: Term) -> Fraction:
        """The value at the site, one of them moved by a step."""
        return self._value(term) + (STEP if str(term) == self._moved else 0)

    def of(self, term: Term) -> float:
        self._moved = str(term)
        return float((self._expression.at(self) - self._here) / STEP)
