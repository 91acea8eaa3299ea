"""The difference of two parsers on a text, by every test."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.evaluation.outcomes import Labels, Metric, Outcomes, outcomes_of
from nonproj.evaluation.punctuation import Punctuation
from nonproj.evaluation.scores import Attachment, attachment
from nonproj.evaluation.significance.paired_tests import (
    McNemar,
    PairedT,
    fold_shares,
    mcnemar,
    newcombe,
    paired_t,
)
from nonproj.evaluation.significance.resampling import Bootstrap, Interval, paired_bootstrap


@dataclass(frozen=True)
class MetricComparison:
    """One score of both parses; differences are a - b as shares of 1."""

    a: Attachment
    b: Attachment
    mcnemar: McNemar  # over words, or sentences where the metric is exact match
    t_sentences: PairedT | None  # over right observations per sentence; None of fewer than two
    t_folds: PairedT | None  # over accuracies in ten folds; None of fewer than two
    bootstrap: Bootstrap  # over sentences; percentile interval of the difference
    newcombe: Interval  # of the difference, observations taken as independent

    @property
    def difference(self) -> float:
        return self.a.correct / self.a.total - self.b.correct / self.b.total

    def as_dict(self) -> dict:
        parts = {name: part and part.as_dict() for name, part in vars(self).items()}
        return parts | {"difference": self.difference}


@dataclass(frozen=True)
class Comparison:
    a: str
    b: str
    punctuation: Punctuation
    labels: Labels
    metrics: dict[Metric, MetricComparison]

    def __getitem__(self, metric: Metric | str) -> MetricComparison:
        return self.metrics[Metric(metric)]

    def as_dict(self) -> dict:
        options = {
            "a": self.a,
            "b": self.b,
            "punctuation": self.punctuation.value,
            "labels": self.labels.value,
        }
        return options | {metric.value: c.as_dict() for metric, c in self.metrics.items()}


def compare(
    gold: Treebank,
    a: Treebank,
    b: Treebank,
    punctuation: Punctuation | str = Punctuation.INCLUDE,
    labels: Labels | str = Labels.FULL,
    metrics: Sequence[Metric | str] = tuple(Metric),
    replicates: int = 10_000,
    seed: int = 1,
) -> Comparison:
    """All tests for each metric; their p-values are as they come (`holm` adjusts those of a table).

    O(n) but for the bootstrap, which costs sentences times replicates."""
    metrics = [Metric(metric) for metric in metrics]
    both = [outcomes_of(gold, system, punctuation, labels) for system in (a, b)]
    if not both[0].sentence_counts(Metric.UAS)[1].any():
        raise NonprojError(
            f"{gold.name}: no word to score, punctuation: {Punctuation(punctuation).value}"
        )
    bootstraps = paired_bootstrap(_sentences(both, metrics), replicates, seed)
    compared = {
        metric: _compared(both, metric, bootstrap)
        for metric, bootstrap in zip(metrics, bootstraps, strict=True)
    }
    return Comparison(a.name, b.name, Punctuation(punctuation), Labels(labels), compared)


def _sentences(both: Sequence[Outcomes], metrics: Sequence[Metric]) -> np.ndarray:
    """int64[sentence, metric, 4]: right and all observations of a, of b."""
    return np.stack(
        [np.stack([c for o in both for c in o.sentence_counts(m)], axis=1) for m in metrics],
        axis=1,
    )


def _compared(both: Sequence[Outcomes], metric: Metric, bootstrap: Bootstrap) -> MetricComparison:
    observed = [outcomes.observations(metric) for outcomes in both]
    (correct_a, total_a), (correct_b, total_b) = (o.sentence_counts(metric) for o in both)
    return MetricComparison(
        *(attachment(outcomes, metric) for outcomes in both),
        mcnemar(*observed),
        _paired_t(correct_a[total_a > 0], correct_b[total_b > 0]),
        _paired_t(fold_shares(correct_a, total_a), fold_shares(correct_b, total_b)),
        bootstrap,
        newcombe(*observed),
    )


def _paired_t(a: np.ndarray, b: np.ndarray) -> PairedT | None:
    return paired_t(a, b) if len(a) > 1 else None
