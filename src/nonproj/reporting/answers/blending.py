"""What the best combination of parsers adds to the best of them."""

from collections.abc import Iterable

from nonproj.evaluation.significance.table import Family, PairwiseTest, Tests
from nonproj.evaluation.values import Subject, text_of
from nonproj.experiments.study.names import is_variant
from nonproj.reporting.answers.differences import LEVEL
from nonproj.reporting.answers.found import SPLITS, Found, Sentence, doubted, of_treebanks, signed


def blending(found: Found) -> Sentence | None:
    """What the best combination of parsers adds to the best parser that it was compared with."""
    pairs = {}
    for name in found.names:
        tests = [t for t in found.tests if _combines(t, name)]
        best = _best_single(found.tests, {t.family for t in tests})
        against = [(t, sign) for t in tests for sign in [_sign(t, best)] if sign]
        if against:
            pairs[name] = max(against, key=lambda pair: _gain(*pair)), len(against)
    if not pairs:
        return None
    items = [
        f"{found.names[name]}, {SPLITS[test.split]}: {_gained(found, test, sign, several)}"
        for name, ((test, sign), several) in pairs.items()
    ]
    sure = sum(t.p_holm < LEVEL and _gain(t, sign) > 0 for (t, sign), _ in pairs.values())
    text = (
        "The best combination of parsers gains significantly over the best single parser beside "
        f"it on {of_treebanks(sure, len(pairs))}; its LAS less that of this parser:"
    )
    return Sentence("What blending adds", text, tuple(items))


def _gained(found: Found, test: PairwiseTest, sign: int, several: int) -> str:
    """By how much one of several combinations is better than the best single parser."""
    low, high = (test.low, test.high) if sign > 0 else (-test.high, -test.low)
    blend, base = (test.a, test.b) if sign > 0 else (test.b, test.a)
    bounds = f"[{signed(100 * low)}, {signed(100 * high)}]"
    what = f"{blend}, the best of {several} compared with it" if several > 1 else str(blend)
    seconds = found.times.of(test.treebank, test.split, text_of(test.setting), str(blend))
    took = f", trained in {seconds / 60:.1f} processor minutes" if seconds else ""
    doubt = doubted(test.p_holm < LEVEL, low, high)
    return f"{signed(100 * _gain(test, sign))} {bounds} ({what}{took}, over {base.name}){doubt}"


def _combines(test: PairwiseTest, treebank: str) -> bool:
    """A comparison of LAS over all words in which a combination takes part."""
    counted = test.metric == "las" and "punctuation=exclude" not in test.setting
    return counted and test.treebank == treebank and _singles(test) != [test.a, test.b]


def _singles(test: PairwiseTest) -> list[Subject]:
    return [subject for subject in (test.a, test.b) if is_variant(subject.name)]


def _best_single(tests: Tests, families: Iterable[Family]) -> Subject | None:
    """The single parser with most words right."""
    right = {
        subject: correct
        for family in families
        for test in tests.of(family)
        for subject, correct in ((test.a, test.correct_a), (test.b, test.correct_b))
        if is_variant(subject.name)
    }
    return max(right, key=lambda subject: (right[subject], subject), default=None)


def _sign(test: PairwiseTest, best: Subject | None) -> int:
    """1 where b is the best single parser and a a combination, -1 the other way round, else 0."""
    if _singles(test) != [best]:
        return 0
    return 1 if test.b == best else -1


def _gain(test: PairwiseTest, sign: int) -> float:
    return sign * (test.correct_a - test.correct_b) / test.total
