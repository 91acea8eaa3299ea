"""Sites: the treebanks on whose values a claim is judged.

A site is one treebank, the treebanks that a claim compares, or several taken together: as one text
(Nilsson's concatenated outputs) or as an unweighted mean (Gómez-Rodríguez et al.)."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from nonproj.claims.chance import Slopes, is_of_trees, sampling_variance
from nonproj.claims.relations import AbsentError, Expression, Term, UndefinedError
from nonproj.evaluation.significance.paired_tests import (
    difference_p,
    equivalence_p,
    mcnemar_of_counts,
)
from nonproj.evaluation.significance.table import PairwiseTest, Tests
from nonproj.evaluation.values import Key, Subject, Value, Values, summed, text_of
from nonproj.experiments.treebanks.sources import JACKKNIFED

ALL_SENTENCES = {"sentences=all"}  # an item of values, and no restriction
Together = Callable[[list[Value]], Fraction]


@dataclass(frozen=True)
class Results:
    """Values, tests, and the published treebanks whose place each treebank takes.

    Without tests every difference counts as significant, and as none where none is claimed."""

    values: Values
    tests: Tests | None
    stand_ins: Mapping[str, Sequence[str]]  # in the order of preference
    artificial: Collection[str] = ()  # treebanks of artificial languages

    @cached_property
    def treebanks(self) -> list[str]:
        return self.values.treebanks

    def names(self, treebank: str) -> tuple[str, ...]:
        """Its own name and those that it stands for, whatever its tags are."""
        own = treebank.removesuffix(JACKKNIFED)
        return *dict.fromkeys((treebank, own)), *self.stand_ins.get(own, ())

    def at_hand(self, published: str) -> str | None:
        """The original, otherwise its first stand-in; each rather with its own tags."""
        candidates = [published, *(n for n, names in self.stand_ins.items() if published in names)]
        every = (name + tags for name in candidates for tags in ("", JACKKNIFED))
        return next((name for name in every if name in self.treebanks), None)


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
    p_values: dict[tuple[str, ...], float] = field(default_factory=dict)
    _alternatives: dict[str, int] = field(default_factory=dict)  # position of the split chosen
    _learned: bool = False

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
        return self.together(self._values(term))

    def variance(self, term: Term) -> float:
        """Of the value, by which texts were drawn."""
        values = self._values(term)
        if self.together is mean:
            return sum(map(sampling_variance, values)) / len(values) ** 2
        return sampling_variance(values[0] if len(values) == 1 else summed(values))

    @property
    def looked_at(self) -> set[str]:
        """The treebanks whose values were used."""
        return {key.partition(",")[0] for key in self.used}

    @property
    def rests_on_facts(self) -> bool:
        """True where nothing that was looked up depends on what a parser learned."""
        return not self._learned

    def _values(self, term: Term) -> list[Value]:
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
            self._learned |= not is_of_trees(value)
            values.append(value)
        return values

    def p_value(self, a: Term, b: Term) -> float | None:
        if self.results.tests is None:
            return None
        if self.together is mean and len(self.treebanks) > 1:
            raise AbsentError(f"no test compares the mean {a} and {b}")
        found = self._tests(a, b)
        p = self._pooled(found, a, b) if len(found) > 1 else found[0].p(self.test)
        self.p_values[str(a), str(b)] = p
        return p

    def equivalence(self, a: Term, b: Term, margin: Fraction) -> float | None:
        if self.results.tests is None:
            return None
        p = equivalence_p(*self._difference(self._tests(a, b), a, b), float(margin) / 100)
        self.p_values[str(a), str(b), "equivalence"] = p
        return p

    def beyond_chance(self, a: Expression, b: Expression) -> bool:
        """By the test of the pair if there is one, else by the sampling errors of all values.

        The latter takes values as independent, which paired ones are not: it errs towards chance.
        Facts are no matter of chance."""
        if self.results.tests is None:
            return True
        if isinstance(a, Term) and isinstance(b, Term):
            with suppress(AbsentError):
                return self.p_value(a, b) < self.level
        terms = {str(term): term for term in (*a.terms(), *b.terms())}
        slopes = Slopes(self, a - b)
        squares = (slopes.of(term) ** 2 * self.variance(term) for term in terms.values())
        error = math.sqrt(sum(squares))
        return error == 0 or difference_p(float((a - b).at(self)), error) < self.level

    def _key(self, term: Term, treebank: str) -> Key:
        return _key(term, treebank, self._alternatives.get(treebank, 0))

    def _test(self, a: Term, b: Term, treebank: str) -> PairwiseTest:
        first, second = self._key(a, treebank), self._key(b, treebank)
        systems = (Subject(key.system, key.setting - ALL_SENTENCES) for key in (first, second))
        found = self.results.tests.find(treebank, first.split, first.metric, *systems)
        if found is None:
            pair = f"{_described(first)} and {_described(second)}"
            raise AbsentError(f"{treebank}: test of {pair}")
        return found

    def _tests(self, a: Term, b: Term) -> list[PairwiseTest]:
        return [self._test(a, b, treebank) for treebank in self.treebanks_of(a)]

    def _pooled(self, found: list[PairwiseTest], a: Term, b: Term) -> float:
        """McNemar's test over several texts; each may hold the two systems in either order.

        Where the two have different words, as in Pre and Post: by the mean difference."""
        if self.test != "mcnemar":
            raise AbsentError(f"no {self.test} test compares {a} and {b} over several treebanks")
        if any(test.only_a is None for test in found):
            return difference_p(*self._difference(found, a, b))
        first = found[0].a
        turned = [(t.only_a, t.only_b) if t.a == first else (t.only_b, t.only_a) for t in found]
        return mcnemar_of_counts(*(sum(side) for side in zip(*turned, strict=True))).p

    def _difference(self, found: list[PairwiseTest], a: Term, b: Term) -> tuple[float, float]:
        """The difference, the mean over treebanks by their words, and its standard error."""
        errors = [test.standard_error(self.test) for test in found]
        if None in errors:
            raise AbsentError(f"no standard error of the difference of {a} and {b}")
        words, first = sum(test.total for test in found), found[0].a
        signed = (test.difference if test.a == first else -test.difference for test in found)
        shares = [test.total / words for test in found]
        difference = sum(share * one for share, one in zip(shares, signed, strict=True))
        squares = ((share * error) ** 2 for share, error in zip(shares, errors, strict=True))
        return difference, math.sqrt(sum(squares))


def _key(term: Term, treebank: str, alternative: int) -> Key:
    """With one of the alternative splits; the last one stands for all that follow."""
    split = term.metric.splits[min(alternative, len(term.metric.splits) - 1)]
    return Key(treebank, split, term.system, term.items, term.metric.metric)


def _described(key: Key) -> str:
    setting = text_of(key.setting) or "no setting"
    return f"{key.metric} of {key.system}, {setting}, {key.split}"
