"""McNemar and t-tests of pairs of parsers on one text, corrected within each family."""

from collections.abc import Mapping, Sequence

import numpy as np

from nonproj.evaluation.outcomes import Labels, Metric, outcomes_of
from nonproj.evaluation.parse_scores import SETTINGS, Part
from nonproj.evaluation.significance.paired import holm, mcnemar, newcombe, paired_t
from nonproj.evaluation.significance.table import PairwiseTest

METRICS = (Metric.LAS, Metric.UAS, Metric.LEM, Metric.UEM)


def pairwise_tests(
    name: str,
    split: str,
    setting: str,
    parses: Mapping[str, Sequence[Part]],
    pairs: Sequence[tuple[str, str]],
) -> list[PairwiseTest]:
    """Tests of the pairs; folds are pooled. A family is one metric under one setting."""
    rows = []
    for punctuation, convention in SETTINGS.items():
        joined = ";".join(filter(None, (setting, convention)))
        outcomes = {
            system: [
                outcomes_of(part.gold, part.system, punctuation, Labels.FULL) for part in parts
            ]
            for system, parts in parses.items()
        }
        for metric in METRICS:
            observed = {
                system: [part.observations(metric) for part in parts]
                for system, parts in outcomes.items()
            }
            counts = {
                system: np.concatenate([part.sentence_counts(metric)[0] for part in parts])
                for system, parts in outcomes.items()
            }
            rows += _family((name, split, joined, metric.value), pairs, observed, counts)
    return rows


def _family(
    key: tuple[str, str, str, str],
    pairs: Sequence[tuple[str, str]],
    parts: Mapping[str, Sequence[np.ndarray]],
    counts: Mapping[str, np.ndarray],
) -> list[PairwiseTest]:
    """`parts`: right or wrong per observation, fold by fold; `counts`: right ones per sentence."""
    observed = {system: np.concatenate(folds) for system, folds in parts.items()}
    scores = {system: np.array([fold.mean() for fold in folds]) for system, folds in parts.items()}
    tests = [mcnemar(observed[a], observed[b]) for a, b in pairs]
    adjusted = holm([test.p for test in tests]) if tests else []
    rows = []
    for (a, b), test, p_holm in zip(pairs, tests, adjusted, strict=True):
        interval = newcombe(observed[a], observed[b])
        t = paired_t(counts[a], counts[b])
        rows.append(
            PairwiseTest(
                *key,
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
