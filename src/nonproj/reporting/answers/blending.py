"""What the best combination of parsers adds to the best of them."""

from collections.abc import Container, Iterable

from nonproj.evaluation.significance.p_values import SIGNIFICANT
from nonproj.evaluation.significance.table import Family, PairwiseTest, Tests
from nonproj.evaluation.values import Subject, text_of
from nonproj.experiments.study.names import is_variant
from nonproj.reporting.answers.differences import SPLITS as PREFERRED
from nonproj.reporting.answers.found import (
    SPLITS,
    Found,
    Gain,
    Sentence,
    by_treebank,
    doubted,
    of_treebanks,
    said_once,
)


def blending(found: Found, combined: Container[str] | None = None) -> Sentence | None:
    """What the best combination of parsers adds to the best parser that it was compared with.

    On the test set where there are any, and of parsers of the same data, so that both are the best
    of one text; `combined`: the combinations to speak of, if not all."""
    pairs = {}
    for name in found.names:
        tests = _of_one_text([t for t in found.tests if _combines(t, name, combined)])
        best = _best_single(found.tests, dict.fromkeys(t.family for t in tests))
        against = [_seen_from_blend(t) for t in tests if _singles(t) == [best]]
        if against:
            pairs[name] = max(against, key=lambda test: test.difference), len(against)
    if not pairs:
        return None
    texts = {name: SPLITS[test.split] for name, (test, _) in pairs.items()}
    for_all, for_each = said_once(texts)
    items = [
        f"{found.names[name]}{for_each[name]}: {_gained(found, test, several)}"
        for name, (test, several) in pairs.items()
    ]
    sure = sum(test.p_holm < SIGNIFICANT and test.difference > 0 for test, _ in pairs.values())
    text = (
        f"The best combination of parsers{for_all} gains LAS significantly over the best single "
        f"parser beside it on {of_treebanks(sure, len(pairs))}"
    )
    gains = {found.names[name]: Gain.of_test(test) for name, (test, _) in pairs.items()}
    return by_treebank("What blending adds", text, gains, items)


def _gained(found: Found, test: PairwiseTest, several: int) -> str:
    """The gain of one of several combinations over the best single parser."""
    what = f"{test.a}, the best of {several} combinations" if several > 1 else str(test.a)
    text = test.treebank, test.split, text_of(test.setting)
    seconds = found.parsers.training_of(text, str(test.a))
    took = f", trained in {seconds / 60:.1f} processor minutes" if seconds else ""
    doubt = doubted(test.p_holm < SIGNIFICANT, test.low, test.high)
    return f"{Gain.of_test(test)} ({what}{took}, over {test.b.name}){doubt}"


def _of_one_text(tests: list[PairwiseTest]) -> list[PairwiseTest]:
    """Those of the preferred split; of several settings, those of the one with most tests."""
    texts: dict[tuple[int, str], list[PairwiseTest]] = {}
    for test in tests:
        text = PREFERRED.index(test.split), text_of(test.setting)
        texts.setdefault(text, []).append(test)
    return min(texts.items(), key=lambda t: (t[0][0], -len(t[1]), t[0][1]), default=((), []))[1]


def _combines(test: PairwiseTest, treebank: str, combined: Container[str] | None) -> bool:
    """A comparison of LAS over all words in which combinations take part, all of them known."""
    counted = test.metric == "las" and "punctuation=exclude" not in test.setting
    known = test.treebank == treebank and test.split in PREFERRED
    blends = [subject for subject in (test.a, test.b) if not is_variant(subject.name)]
    wanted = combined is None or all(blend.name in combined for blend in blends)
    return counted and known and bool(blends) and wanted


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


def _seen_from_blend(test: PairwiseTest) -> PairwiseTest:
    return test.seen_from(test.b if is_variant(test.a.name) else test.a)
