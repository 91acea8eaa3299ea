"""Tests of pairs of parsers on one text, corrected within each family.

Attachment and exact match by McNemar and t-tests; non-projective and lifted arcs, and the words
before and after the first error, by the tests of `parts`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from nonproj.evaluation.breakdowns import ROLES, nonprojective_of, roles_of
from nonproj.evaluation.error_profile import kind
from nonproj.evaluation.outcomes import Labels, Metric, Outcomes, outcomes_of
from nonproj.evaluation.parse_scores import (
    CONVENTIONS,
    PROFILED,
    SINGLES,
    UNTRANSFORMED,
    Pairs,
    Parses,
)
from nonproj.evaluation.punctuation import Punctuation
from nonproj.evaluation.significance.paired_tests import holm, mcnemar, newcombe, paired_t
from nonproj.evaluation.significance.parts import (
    Masks,
    PrePostTest,
    pre_post_test,
    precision_test,
    recalled,
)
from nonproj.evaluation.significance.table import Family, PairwiseTest
from nonproj.evaluation.values import Setting, Subject, items_of

METRICS = (Metric.LAS, Metric.UAS, Metric.LEM, Metric.UEM)
Compared = Mapping[Subject, Sequence[Outcomes]]
Test = Callable[[Subject, Subject], dict | None]


def pairwise_tests(
    name: str, split: str, setting: str, parses: Parses, pairs: Pairs
) -> list[PairwiseTest]:
    """Tests of the pairs; folds are pooled. A family is one metric under one setting."""
    tests = []
    for punctuation, convention in CONVENTIONS.items():
        compared = {
            system: [outcomes_of(f.gold, f.system, punctuation, Labels.FULL) for f in folds]
            for system, folds in parses.items()
        }
        joined = items_of(setting) | items_of(convention)
        whole = Family(name, split, joined, "")
        for metric in METRICS:
            tests += _whole_text(whole._replace(metric=metric.value), pairs, compared, metric)
        tests += _classes_of_arcs(whole, pairs, compared, parses)
        tests += _classes_of_words(whole, pairs, compared)
        if split in PROFILED and punctuation is Punctuation.INCLUDE:
            tests += _parts_of_sentences(whole, pairs, compared)
    return tests


def _whole_text(
    family: Family, pairs: Pairs, compared: Compared, metric: Metric
) -> list[PairwiseTest]:
    folds = {s: [fold.observations(metric) for fold in parts] for s, parts in compared.items()}
    observed = {system: np.concatenate(parts) for system, parts in folds.items()}
    scores = {system: np.array([part.mean() for part in parts]) for system, parts in folds.items()}
    counts = {system: _per_sentence(parts, metric) for system, parts in compared.items()}

    def test(a: Subject, b: Subject) -> dict:
        t = paired_t(counts[a], counts[b])
        folds_t = paired_t(scores[a], scores[b]).p if len(scores[a]) > 1 else None
        return _same_words(observed[a], observed[b]) | {"t": t.t, "p_t": t.p, "p_t_folds": folds_t}

    return _family(family, pairs, test)


def _per_sentence(folds: Sequence[Outcomes], metric: Metric) -> np.ndarray:
    """Right observations of the sentences that have any."""
    counts = [fold.sentence_counts(metric) for fold in folds]
    return np.concatenate([correct[total > 0] for correct, total in counts])


def _classes_of_arcs(
    family: Family, pairs: Pairs, compared: Compared, parses: Parses
) -> list[PairwiseTest]:
    """Recall and precision of non-projective arcs, precision of those whose label says lifted."""
    gold = [nonprojective_of(fold.gold) for fold in next(iter(compared.values()), ())]
    predicted = {s: [nonprojective_of(f.system) for f in folds] for s, folds in compared.items()}
    lifted = {
        system: [fold.lifted for fold in folds]
        for system, folds in parses.items()
        if all(fold.lifted is not None for fold in folds)
    }
    tests = []
    for labelled in (False, True):
        inside = _under(family, "recall", "arcs=nonproj", kind(labelled))
        tests += _family(inside, pairs, _recall(compared, gold, labelled))
        inside = inside._replace(metric="precision")
        tests += _family(inside, pairs, _precision(compared, predicted, labelled))
    inside = _under(family, "precision", "arcs=lifted", "unlabelled")
    return tests + _family(inside, pairs, _precision(compared, lifted, False))


def _classes_of_words(family: Family, pairs: Pairs, compared: Compared) -> list[PairwiseTest]:
    """Recall and precision of conjuncts and of auxiliaries, of all pairs with the parser that
    Nilsson (2009, T6.5) compares those with."""
    wanted = [pair for pair in pairs if Subject(UNTRANSFORMED) in pair]
    systems = {system for pair in wanted for system in pair}
    found = {system: [roles_of(fold) for fold in compared[system]] for system in systems}
    tests = []
    for role in ROLES if wanted else ():
        gold = [masks[role] for masks, _ in found[Subject(UNTRANSFORMED)]]
        predicted = {s: [masks[role] for _, masks in folds] for s, folds in found.items()}
        inside = _under(family, "recall", f"tokens={role}")
        tests += _family(inside, wanted, _recall(compared, gold, False))
        inside = inside._replace(metric="precision")
        tests += _family(inside, wanted, _precision(compared, predicted, False))
    return tests


def _recall(compared: Compared, gold: Masks, labelled: bool) -> Test:
    observed = cache(lambda system: recalled(compared[system], gold, labelled))

    def test(a: Subject, b: Subject) -> dict | None:
        return _same_words(observed(a), observed(b)) if len(observed(a)) else None

    return test


def _precision(compared: Compared, members: Mapping[Subject, Masks], labelled: bool) -> Test:
    def test(a: Subject, b: Subject) -> dict | None:
        if a not in members or b not in members:
            return None
        parts = compared[a], compared[b], members[a], members[b]
        found = precision_test(*parts, labelled)
        if not (found.a.total and found.b.total):
            return None
        return _other_words(found.a, found.b, found.p)

    return test


def _parts_of_sentences(family: Family, pairs: Pairs, compared: Compared) -> list[PairwiseTest]:
    """Pre and Post of all pairs with a parser that Nilsson (2009) compares all others with."""
    singles = {*map(Subject, SINGLES)}
    wanted = [pair for pair in pairs if singles & {*pair}]
    tests = []
    for labelled in (False, True):
        found = {(a, b): pre_post_test(compared[a], compared[b], labelled) for a, b in wanted}
        for part in ("pre", "post"):
            tests += _family(
                _under(family, f"{part}-accuracy", kind(labelled)),
                wanted,
                lambda a, b, part=part, found=found: _resampled_part(found[a, b].get(part)),
            )
    return tests


def _resampled_part(test: PrePostTest | None) -> dict | None:
    if test is None:
        return None
    interval = test.bootstrap.interval
    fields = _other_words(test.a, test.b, test.bootstrap.p)
    return fields | {"low": interval.low, "high": interval.high}


def _under(family: Family, metric: str, *items: str) -> Family:
    setting: Setting = family.setting.union(items)
    return family._replace(setting=setting, metric=metric)


def _same_words(of_a: np.ndarray, of_b: np.ndarray) -> dict:
    test, interval = mcnemar(of_a, of_b), newcombe(of_a, of_b)
    return {
        "correct_a": int(of_a.sum()),
        "correct_b": int(of_b.sum()),
        "total": len(of_a),
        "only_a": test.only_a,
        "only_b": test.only_b,
        "p_mcnemar": test.p,
        "low": interval.low,
        "high": interval.high,
    }


def _other_words(a, b, p: float) -> dict:
    counts = {"correct_a": a.correct, "correct_b": b.correct, "total": a.total}
    return counts | {"total_b": b.total, "p_resampled": p}


def _family(family: Family, pairs: Iterable[tuple[Subject, Subject]], test: Test) -> list:
    """The tests of all pairs that have one, with Holm's adjustment."""
    found = [(a, b, test(a, b)) for a, b in pairs]
    rows = [
        PairwiseTest(*family, a=a, b=b, **fields) for a, b, fields in found if fields is not None
    ]
    adjusted = holm([row.p("mcnemar") for row in rows]) if rows else []
    return [replace(row, p_holm=p) for row, p in zip(rows, adjusted, strict=True)]
