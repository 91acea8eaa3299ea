"""Sites: the treebanks on whose values a claim is judged.

A site is one treebank, the treebanks that a claim compares, or several taken together: as one text
(Nilsson's concatenated outputs) or as an unweighted mean (Gómez-Rodríguez et al.)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from nonproj.claims.relations import AbsentError, Term, UndefinedError
from nonproj.evaluation.significance.paired_tests import mcnemar_of_counts
from nonproj.evaluation.significance.table import P_VALUES, PairwiseTest, Tests
from nonproj.evaluation.values import Key, Subject, Value, Values, summed, text_of

Together = Callable[[list[Value]], Fraction]


@dataclass(frozen=True)
class Results:
    """Values, tests, and the published treebanks whose place each treebank takes.

    Without tests every difference counts as significant, and as none where none is claimed."""

    values: Values
    tests: Tests | None
    stand_ins: Mapping[str, Sequence[str]]  # in the order of preference

    @cached_property
    def treebanks(self) -> list[str]:
        return self.values.treebanks

    def names(self, treebank: str) -> tuple[str, ...]:
        """Its own name and those that it stands for."""
        return treebank, *self.stand_ins.get(treebank, ())

    def at_hand(self, published: str) -> str | None:
        """The original, otherwise its first stand-in."""
        candidates = [published, *(n for n, names in self.stand_ins.items() if published in names)]
        return next((name for name in candidates if name in self.treebanks), None)


def number(value: Value) -> Fraction:
    """The value as papers print it: shares in percent."""
    if value.denominator == 0:
        raise UndefinedError(f"{value.key.metric} of {value.key.system} is {value.numerator} of 0")
    scale = 100 if value.unit == "percent" else 1
    return Fraction(scale * value.numerator, value.denominator)


def mean(values: list[Value]) -> Fraction:
    """The unweighted mean."""
    return sum(map(number, values)) / Fraction(len(values))


def concatenated(values: list[Value]) -> Fraction:
    """The value of all texts as one."""
    whole = values[0] if len(values) == 1 else summed(values)
    if whole is None:
        raise AbsentError(f"{values[0].key.metric} of several treebanks does not add up")
    return number(whole)


@dataclass
class Site:
    """Treebanks taken `together`; `used`, `splits` and `p_values` record what was looked up."""

    results: Results
    treebanks: tuple[str, ...]
    level: Fraction
    test: str
    together: Together = concatenated
    used: dict[str, None] = field(default_factory=dict)
    splits: dict[str, None] = field(default_factory=dict)
    p_values: dict[tuple[str, str], float] = field(default_factory=dict)
    _alternatives: dict[str, int] = field(default_factory=dict)  # position of the split chosen

    def treebanks_of(self, term: Term) -> tuple[str, ...]:
        if term.published is None:
            return self.treebanks
        at_hand = self.results.at_hand(term.published)
        if at_hand is None:
            raise AbsentError(f"no treebank at hand stands for {term.published}")
        return (at_hand,)

    def choose_splits(self, terms: Iterable[Term]) -> None:
        """Choose for every treebank the alternative with most values, the first of several.

        The values of one treebank are never taken from different alternatives."""
        needed: dict[str, list[Term]] = {}
        for term in terms:
            for treebank in self.treebanks_of(term):
                needed.setdefault(treebank, []).append(term)
        for treebank, wanted in needed.items():
            found = [
                sum(
                    self.results.values.find(_key(term, treebank, i)) is not None for term in wanted
                )
                for i in range(max(len(term.metric.splits) for term in wanted))
            ]
            self._alternatives[treebank] = found.index(max(found))

    def value(self, term: Term) -> Fraction:
        values = []
        for treebank in self.treebanks_of(term):
            key = self._key(term, treebank)
            value = self.results.values.find(key)
            if value is None:
                raise AbsentError(f"{treebank}: {_described(key)}")
            setting = text_of(key.setting)
            evidence = (treebank, key.system, setting, key.split, key.metric)
            self.used.setdefault(",".join(evidence))
            self.splits.setdefault(key.split)
            values.append(value)
        return self.together(values)

    def p_value(self, a: Term, b: Term) -> float | None:
        if self.results.tests is None:
            return None
        if self.together is mean and len(self.treebanks) > 1:
            raise AbsentError(f"no test compares the mean {a} and {b}")
        found = [self._test(a, b, treebank) for treebank in self.treebanks_of(a)]
        p = self._pooled(found, a, b) if len(found) > 1 else getattr(found[0], P_VALUES[self.test])
        self.p_values[str(a), str(b)] = p
        return p

    def _key(self, term: Term, treebank: str) -> Key:
        return _key(term, treebank, self._alternatives.get(treebank, 0))

    def _test(self, a: Term, b: Term, treebank: str) -> PairwiseTest:
        first, second = self._key(a, treebank), self._key(b, treebank)
        systems = (Subject(key.system, key.setting) for key in (first, second))
        found = self.results.tests.find(treebank, first.split, first.metric, *systems)
        if found is None:
            pair = f"{_described(first)} and {_described(second)}"
            raise AbsentError(f"{treebank}: test of {pair}")
        return found

    def _pooled(self, found: list[PairwiseTest], a: Term, b: Term) -> float:
        """McNemar's test over several texts; each may hold the two systems in either order."""
        if self.test != "mcnemar":
            raise AbsentError(f"no {self.test} test compares {a} and {b} over several treebanks")
        first = found[0].a
        turned = [(t.only_a, t.only_b) if t.a == first else (t.only_b, t.only_a) for t in found]
        return mcnemar_of_counts(*(sum(side) for side in zip(*turned, strict=True))).p


def _key(term: Term, treebank: str, alternative: int) -> Key:
    """With one of the alternative splits; the last one stands for all that follow."""
    split = term.metric.splits[min(alternative, len(term.metric.splits) - 1)]
    return Key(treebank, split, term.system, term.items, term.metric.metric)


def _described(key: Key) -> str:
    setting = text_of(key.setting) or "no setting"
    return f"{key.metric} of {key.system}, {setting}, {key.split}"
