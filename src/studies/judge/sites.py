"""Sites: the treebanks on which a claim is judged.

A site is one treebank, the treebanks that a claim compares, or the mean over several treebanks.
Each text of a paper has the same weight: so Gómez-Rodríguez et al. average, and the texts that
Nilsson concatenates have about the same size. A claim is a function of a site that returns
relations:

    lambda at: (at(las, P1) > at(las, P0)) & (at(uas, P1) < at.lowest(uas, P2, P3) - 1)

Where several numbers are expected, a measure followed by systems stands for its value for each of
these systems."""

import math
import operator
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partialmethod
from itertools import pairwise

import numpy as np

from nonproj.public.scores import standard_error
from nonproj.public.significance import (
    SIGNIFICANT as LEVEL,  # DEVIATION: one-level
)
from nonproj.public.significance import (
    Comparison,
    difference_p,
    holm,
    margin_p,
    rank_correlation,
)
from nonproj.public.values import Key, Subject, Value, Values
from studies.judge.catalogue import ALTERNATIVES, Measure
from studies.judge.chance import (
    PValue,
    TestKind,
    joint_p,
    mean_difference,
    sampling_variance,
)
from studies.judge.evidence import SIGNS, missing_value
from studies.judge.quantities import (
    AbsentError,
    ClaimError,
    Compared,
    Decision,
    Lookup,
    Number,
    Quantity,
    Relation,
    Term,
    UndefinedError,
    printed,
    rests_on,
    terms_of,
)
from studies.plan.treebanks.config import JACKKNIFED, original_of
from studies.values.tests import Tests

CERTAIN = PValue(0.0, TestKind.UNPAIRED)  # of a difference without sampling error, or without tests
ALL_SENTENCES = {"sentences=all"}  # a redundant item in some settings


@dataclass(frozen=True)
class Results:
    """Values, tests, and the published treebanks that each treebank replaces.

    Without tests, each difference counts as significant or insignificant, whichever the claim
    requires."""

    values: Values
    tests: Tests | None
    stand_ins: Mapping[str, Sequence[str]]  # in order of preference
    artificial: Collection[str] = ()  # treebanks of artificial languages

    @cached_property
    def treebanks(self) -> list[str]:
        return self.values.treebanks

    def names(self, treebank: str) -> tuple[str, ...]:
        """Return a treebank's name, with and without its tag suffix, and the names it replaces."""
        own = original_of(treebank)
        return *dict.fromkeys((treebank, own)), *self.stand_ins.get(own, ())

    @cached_property
    def open(self) -> set[str]:
        """The published treebanks that are available, or that an open treebank replaces."""
        stood_for = (name for names in self.stand_ins.values() for name in names)
        return {*self.treebanks, *stood_for}

    def may_have(self, published: str) -> bool:
        """Check whether the published treebank is available or open, or has a stand-in."""
        return published.startswith("ud20-") or published in self.open

    def at_hand(self, published: str) -> str | None:
        """Return the published treebank, or its first available stand-in, or None."""
        candidates = [published, *(n for n, names in self.stand_ins.items() if published in names)]
        every = (name + tags for name in candidates for tags in ("", JACKKNIFED))
        return next((name for name in every if name in self.treebanks), None)


@dataclass(frozen=True)
class Site:
    """One treebank, or the mean over several, on which a claim is computed and tested.

    `weights` are those of the treebanks in a mean; by default they are equal. `absent` says why
    there are no values at all. `choice` says, for each treebank, which of the
    alternative splits to use (by index). `asked` records the values that were requested."""

    results: Results
    treebanks: Sequence[str]
    test: str  # McNemar's or the t-test, as named by Comparison
    weights: Mapping[str, Fraction] = field(default_factory=dict)
    absent: str = ""
    choice: Mapping[str, int] = field(default_factory=dict)
    retrained: Sequence[Key] = ()  # as in Claim
    asked: dict[tuple[str, Measure, Subject], None] = field(default_factory=dict)

    def __getitem__(self, published: str) -> "Site":
        """Return the site that holds only a published treebank or its stand-in."""
        return replace(self, treebanks=[self.results.at_hand(published) or published])

    def among(self, *published: str) -> bool:
        """Check whether the site is a single treebank that is, or replaces, one of `published`."""
        names = self.results.names(self.treebanks[0]) if len(self.treebanks) == 1 else ()
        return not {*published}.isdisjoint(names)

    def __call__(self, measure: Measure, system: Subject | None = None) -> Quantity:
        """Return the value of a measure for a system, as papers print it: shares are in percent."""
        if bool(measure.system) == bool(system):
            raise ClaimError(f"{measure}: expected one system, not {measure.system} and {system}")
        subject = measure.system or system
        self.asked.update(dict.fromkeys((name, measure, subject) for name in self.treebanks))
        term, values = Term(measure, subject), []
        try:
            for treebank in self.treebanks:
                values.append(self._value(measure, subject, treebank))
            number = self._together(values)
        except AbsentError as error:
            found = {tuple(values): 0.0}
            return Quantity(self, Fraction(0), found, "{}", missing=error, terms=(term,))
        found, terms = tuple(values), (replace(term, number=printed(number)),)
        return Quantity(self, number, {found: 1.0}, "{}", found=found, terms=terms)

    def constant(self, number: Number) -> Quantity:
        if isinstance(number, Quantity):
            return number
        return Quantity(self, Fraction(str(number)), {}, str(number))

    def gain(self, measure: Measure, system: Subject, baseline: Subject) -> Quantity:
        return self(measure, system) - self(measure, baseline)

    def reduction(self, measure: Measure, system: Subject, baseline: Subject) -> Quantity:
        """Return the share of the baseline's errors that the system avoids."""
        return self.gain(measure, system, baseline) / (100 - self(measure, baseline))

    def chain(self, sign: str, *numbers) -> Relation:
        """Compare neighbouring numbers, and check whether chance explains each difference.

        Equality is not tested for significance: any difference contradicts the claim."""
        parts = self._numbers(numbers)
        values, missing = rests_on(parts)
        p_values: dict[tuple, float] = {}
        comparisons: list[Compared] = []
        decision, text = Decision.CONFIRMED, f" {sign} ".join(part.text for part in parts)
        for a, b in pairwise([] if missing else parts):
            satisfied = SIGNS[sign](a.number, b.number)
            p = CERTAIN if sign == "==" else self._p_value(a, b)
            beyond_chance = p.value < LEVEL and self._beyond_seeds(a - b)
            decision = min(decision, Decision.of(satisfied, beyond_chance))
            if p.kind > TestKind.UNPAIRED:
                p_values[a.text, b.text] = p.value
            of_systems = p.value if p.kind is TestKind.OF_SYSTEMS else None
            joining = "and" if comparisons else ""
            of_sentences = self._p_over_sentences(a - b) if p.kind > TestKind.UNPAIRED else None
            comparisons.append(Compared(a, sign, b, of_systems, of_sentences, joining))
            if sign == "==" and not satisfied:  # which two decimals may hide
                text += f", off by {float(abs(a.number - b.number)):.2g}"
        text = _with_p(text, p_values)
        return Relation(decision, text, values, p_values, missing, tuple(comparisons))

    rising, falling = partialmethod(chain, "<"), partialmethod(chain, ">")
    between = partialmethod(chain, "<=")  # low, number, high; bounds are included

    def _extreme(self, choose: Callable, *numbers) -> Quantity:
        """Return the number that `choose` picks, as a quantity that depends on all the numbers."""
        parts = self._numbers(numbers)
        if len(parts) == 1:
            return parts[0]
        slopes, missing = rests_on(parts)
        chosen = choose(parts, key=operator.attrgetter("number"))
        form = f"{choose.__name__}({', '.join(part.form for part in parts)})"
        slopes = slopes if missing else {**slopes, **chosen.slopes}
        terms, choices = terms_of(parts), () if missing else tuple(parts)
        return Quantity(
            self, chosen.number, slopes, form, choices=choices, missing=missing, terms=terms
        )

    highest, lowest = partialmethod(_extreme, max), partialmethod(_extreme, min)

    def alike(self, measure: Measure, one: Subject, other: Subject, within: float) -> Relation:
        """Relate two scores that the paper calls equal: they may differ by at most `within`."""
        a, b = self(measure, one), self(measure, other)
        values, missing = rests_on((a, b))
        try:
            if missing or self.results.tests is None:
                raise AbsentError
            tests = self._tests(a, b)
            difference, error = mean_difference(tests, self.test, self._weights(tests))
        except AbsentError:
            return abs(a - b) <= within
        p, left, right = (
            margin_p(difference, error, within / 100),
            abs(a - b),
            self.constant(within),
        )
        decision = Decision.of(left.number <= right.number, p < LEVEL)
        p_values = {(a.text, b.text): p}
        text = _with_p(f"{left.text} <= {right.text}", p_values)
        compared = (Compared(left, "<=", right, p),)
        return Relation(decision, text, values, p_values, comparisons=compared)

    def indistinct(self, *pairs: tuple[Measure, Subject, Subject]) -> list[Relation]:
        """Relate pairs of scores that, according to the paper, do not differ significantly.

        The p-values are Holm-adjusted, because a single small p-value can contradict the claim."""
        both = [(self(measure, one), self(measure, other)) for measure, one, other in pairs]
        rest = [rests_on(pair) for pair in both]
        tested = [
            pair
            for pair, (_, missing) in zip(both, rest, strict=True)
            if not missing and self.results.tests is not None
        ]
        adjusted = iter(holm([self._p_value(*pair).value for pair in tested]) if tested else ())
        relations = []
        for (a, b), (values, missing) in zip(both, rest, strict=True):
            text = f"{a.text} ~ {b.text}"
            if missing or self.results.tests is None:  # without tests, the claim holds
                relations.append(Relation(Decision.CONFIRMED, text, values, missing=missing))
                continue
            p = next(adjusted)
            beyond_chance = p < LEVEL and self._beyond_seeds(a - b)
            decision = Decision.CONTRADICTED if beyond_chance else Decision.AS_CLAIMED
            p_values, compared = {(a.text, b.text): p}, (Compared(a, "~", b, p),)
            text = _with_p(text, p_values)
            relations.append(Relation(decision, text, values, p_values, comparisons=compared))
        return relations

    def rank_correlated(self, one: Sequence[Quantity], other: Sequence[Quantity]) -> Relation:
        """Test by permutation whether two values correlate positively by rank across treebanks."""
        values, missing = rests_on((*one, *other))
        text = f"rank correlation over {len(one)} treebanks"
        if missing or len(one) < 3:
            absent = missing or UndefinedError(f"{text}, expected 3 or more")
            return Relation(Decision.AGAINST, text, values, missing=absent)
        numbers = [[float(q.number) for q in part] for part in (one, other)]
        if any(len({*part}) == 1 for part in numbers):
            absent = UndefinedError(f"{text}, one value is the same on all")
            return Relation(Decision.AGAINST, text, values, missing=absent)
        rho, p = rank_correlation(*numbers)
        found = Quantity(self, Fraction(rho), {}, f"{text} {rho:.2f}")
        text = f"{found.text} > 0, p = {p:.2g}"
        compared = (Compared(found, ">", self.constant(0), p),)
        decision = Decision.of(rho > 0, p < LEVEL)
        return Relation(decision, text, values, {(text,): p}, comparisons=compared)

    def only_if(self, one: Relation, other: Relation) -> Relation:
        """Join two relations of which the first should hold only where the second does."""

        def decide(a: Decision, b: Decision) -> Decision:
            return Decision(max(Decision.CONFIRMED - a, b))

        return one.joined(other, decide, f"({one.text}) only if ({other.text})", "only if")

    def best_choice(self) -> dict[str, int]:
        """Return, for each treebank, the index of the alternative split that has the most values.

        Ties go to the first alternative. All values of a treebank come from the same
        alternative."""
        found = {treebank: self._found(treebank) for treebank in self.treebanks}
        return {treebank: counts.index(max(counts)) for treebank, counts in found.items()}

    @property
    def complete(self) -> list[str]:
        """List the treebanks that have all requested values."""
        asked = Counter(name for name, *_ in self.asked)
        return [name for name in self.treebanks if asked[name] in self._found(name)]

    def _found(self, treebank: str) -> list[int]:
        """Count, for each split alternative, the requested values that a treebank has."""
        asked = [(measure, system) for name, measure, system in self.asked if name == treebank]
        return [
            sum(self.results.values.find(m.key(treebank, s, i)) is not None for m, s in asked)
            for i in range(ALTERNATIVES)
        ]

    def _value(self, measure: Measure, subject: Subject, treebank: str) -> Value:
        key = measure.key(treebank, subject, self.choice.get(treebank, 0))
        value = None if self.absent else self.results.values.find(key)
        if value is None:
            place = f"{treebank}: " if len(self.treebanks) > 1 else ""
            raise AbsentError(self.absent or place + missing_value(key))
        return value

    def _together(self, values: Sequence[Value]) -> Fraction:
        return sum(map(operator.mul, self._weights(values), map(_number, values)))

    def _weights(self, of_treebanks: Sequence) -> list[Fraction]:
        """Return the weights of values or tests on all treebanks of the site, or on one."""
        if self.weights and len(of_treebanks) == len(self.treebanks):
            return [self.weights[treebank] for treebank in self.treebanks]
        return [Fraction(1, len(of_treebanks))] * len(of_treebanks)

    def _numbers(self, parts: Sequence) -> list[Quantity]:
        if isinstance(parts[0], Measure):
            return [self(parts[0], system) for system in parts[1:]]
        return [*map(self.constant, parts)]

    def _p_value(self, a: Quantity, b: Quantity) -> PValue:
        """Return the p-value of a difference.

        An extreme is compared by the tests of the numbers from which it is chosen: a number is
        above the highest of several if it is above all of them, and above the lowest if it is above
        one of them; then p is multiplied by their number (Bonferroni)."""
        values = (v for part in (a, b) for lookup in part.slopes for v in lookup)
        if self.results.tests is None or not any(map(sampling_variance, values)):
            return CERTAIN
        high, low = (a, b) if a.number >= b.number else (b, a)
        for extreme, of_all in ((high, "min"), (low, "max")):
            if extreme.choices:
                pairs = [(c, low) if extreme is high else (high, c) for c in extreme.choices]
                each = [self._p_above(*pair) for pair in pairs]
                p_values = [p.value for p in each]
                every = extreme.form.startswith(of_all)
                p = max(p_values) if every else min(1.0, len(pairs) * min(p_values))
                return PValue(p, min(p.kind for p in each))
        return self._p_of_pair(high, low)

    def _p_above(self, a: Quantity, b: Quantity) -> PValue:
        """Return the p-value of a > b, which is 1 if this is not so."""
        p = self._p_value(a, b)
        return p if a.number > b.number else PValue(1.0, p.kind)

    def _p_of_pair(self, a: Quantity, b: Quantity) -> PValue:
        """Return the p-value of a difference, by the best test that there is.

        If the sentences are not known, errors are treated as independent, which makes p too large
        rather than too small. If no value has a sampling error, p is 0."""
        difference = a - b
        values = [v for values, slope in difference.slopes.items() if slope for v in values]
        if not any(map(sampling_variance, values)):
            return CERTAIN
        try:
            tests = self._tests(a, b)
            p = joint_p(tests, self.test, self._weights(tests))
            return PValue(p, TestKind.OF_SYSTEMS)
        except AbsentError:
            p = self._p_over_sentences(difference)
        if p is not None:
            return PValue(p, TestKind.OVER_SENTENCES)
        error = math.hypot(*(s * self._error(v) for v, s in difference.slopes.items()))
        return PValue(difference_p(float(difference.number), error), TestKind.UNPAIRED)

    def _p_over_sentences(self, difference: Quantity) -> float | None:
        """Return the p-value of a difference over sentences, if it is known what they add to it."""
        error = self._error_over_sentences(difference)
        return None if error is None else difference_p(float(difference.number), error)

    def _error(self, values: Lookup) -> float:
        """Return the standard error of a mean of independent values."""
        weighted = zip(self._weights(values), map(sampling_variance, values), strict=True)
        return math.sqrt(sum(weight**2 * variance for weight, variance in weighted))

    def _error_over_sentences(self, number: Quantity) -> float | None:
        """Return the standard error of a number, from what each sentence adds to it.

        Return None if this is not known for a value that has a sampling error."""
        texts: dict[tuple, np.ndarray] = {}
        for values, slope in number.slopes.items():
            for value, weight in zip(values, self._weights(values), strict=True):
                if slope and sampling_variance(value):
                    found = self.results.values.influence(value.key)
                    if found is None:
                        return None
                    text, added = found
                    added = slope * float(weight) * _scale(value) * added
                    texts[text] = texts.get(text, 0.0) + added
        return standard_error(texts.values())

    def _beyond_seeds(self, difference: Quantity) -> bool:
        """Check that a difference is at least two standard deviations over seeds.

        Such a deviation counts only for claims with parsers that were trained again."""
        if not self.retrained or self.results.tests is None:
            return True
        spreads = (
            slope * float(weight) * self._over_seeds(value)
            for values, slope in difference.slopes.items()
            for value, weight in zip(values, self._weights(values), strict=True)
            if slope and sampling_variance(value)
        )
        return abs(float(difference.number)) >= 2 * math.hypot(*spreads)

    def _over_seeds(self, value: Value) -> float:
        """Return the root mean square of the deviations over seeds; infinite if none is known."""
        metric, setting = value.key.metric, value.key.setting
        keys = (
            key._replace(setting=key.setting | setting, metric=f"{metric}-sd")
            for key in self.retrained
        )
        found = [*filter(None, map(self.results.values.find, keys))]
        squares = [float(_number(deviation)) ** 2 for deviation in found]
        return _scale(value) * math.sqrt(sum(squares) / len(squares)) if squares else math.inf

    def _tests(self, a: Quantity, b: Quantity) -> list[Comparison]:
        """List the tests of a pair, one for each treebank."""
        pairs = zip(a.found, b.found, strict=False)
        found = [self.results.tests.find(*map(_tested, pair)) for pair in pairs]
        if not found or None in found:
            raise AbsentError(f"test of {a.text} and {b.text}")
        return found


def _tested(value: Value) -> Key:
    """Return the key under which a value is tested."""
    return value.key._replace(setting=value.key.setting - ALL_SENTENCES)


def _number(value: Value) -> Fraction:
    if value.denominator == 0:
        raise UndefinedError(f"{value.key.metric} of {value.key.system} is {value.numerator} of 0")
    return Fraction(_scale(value) * value.numerator, value.denominator)


def _scale(value: Value) -> int:
    return 100 if value.unit == "percent" else 1


def _with_p(text: str, p_values: Mapping[tuple, float]) -> str:
    """Return a relation's text, with the p-value if there is exactly one test."""
    return f"{text}, p = {next(iter(p_values.values())):.2g}" if len(p_values) == 1 else text
