"""McNemar and t-tests of pairs of parsers on one text, corrected within each family."""

from collections.abc import Mapping, Sequence

import numpy as np

from nonproj.evaluation.outcomes import Labels, Metric, outcomes_of
from nonproj.evaluation.parse_scores import CONVENTIONS, Pairs, Parses
from nonproj.evaluation.significance.paired_tests import holm, mcnemar, newcombe, paired_t
from nonproj.evaluation.significance.table import Family, PairwiseTest
from nonproj.evaluation.values import Subject, items_of

METRICS = (Metric.LAS, Metric.UAS, Metric.LEM, Metric.UEM)


def pairwise_tests(
    name: str, split: str, setting: str, parses: Parses, pairs: Pairs
) -> list[PairwiseTest]:
    """Tests of the pairs; folds are pooled. A family is one metric under one setting."""
    tests = []
    for punctuation, convention in CONVENTIONS.items():
        outcomes = {
            system: [outcomes_of(f.gold, f.system, punctuation, Labels.FULL) for f in folds]
            for system, folds in parses.items()
        }
        for metric in METRICS:
            observed = {
                system: [fold.observations(metric) for fold in folds]
                for system, folds in outcomes.items()
            }
            counts = {
                system: np.concatenate([fold.sentence_counts(metric)[0] for fold in folds])
                for system, folds in outcomes.items()
            }
            joined = items_of(setting) | items_of(convention)
            family = Family(name, split, joined, metric.value)
            tests += _family(family, pairs, observed, counts)
    return tests


def _family(
    family: Family,
    pairs: Pairs,
    folds: Mapping[Subject, Sequence[np.ndarray]],
    counts: Mapping[Subject, np.ndarray],
) -> list[PairwiseTest]:
    """`folds`: right or wrong per observation; `counts`: right ones per sentence."""
    observed = {system: np.concatenate(parts) for system, parts in folds.items()}
    scores = {system: np.array([part.mean() for part in parts]) for system, parts in folds.items()}
    tests = [mcnemar(observed[a], observed[b]) for a, b in pairs]
    adjusted = holm([test.p for test in tests]) if tests else []
    rows = []
    for (a, b), test, p_holm in zip(pairs, tests, adjusted, strict=True):
        interval = newcombe(observed[a], observed[b])
        t = paired_t(counts[a], counts[b])
        rows.append(
            PairwiseTest(
                *family,
                a=a,
                b=b,
                correct_a=int(observed[a].sum()),
                correct_b=int(observed[b].sum()),
                total=len(observed[a]),
                only_a=test.only_a,
                only_b=test.only_b,
                p_mcnemar=test.p,
                p_holm=p_holm,
                t=t.t,
                p_t=t.p,
                low=interval.low,
                high=interval.high,
                p_t_folds=paired_t(scores[a], scores[b]).p if len(scores[a]) > 1 else None,
            )
        )
    return rows
