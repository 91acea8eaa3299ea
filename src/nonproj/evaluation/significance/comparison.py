"""The difference of two parsers on a text, by every test."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.evaluation.metrics import Question
from nonproj.evaluation.options import Labels, Metric, Punctuation
from nonproj.evaluation.scores import Attachment, scored
from nonproj.evaluation.significance.paired_tests import (
    McNemar,
    PairedT,
    fold_shares,
    mcnemar,
    newcombe,
    paired_t,
)
from nonproj.evaluation.significance.resampling import Bootstrap, Interval, paired_bootstrap
from nonproj.evaluation.significance.word_tests import EXACT, observations


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
    """Run all tests for each metric; p-values are not adjusted for each other (see `holm`).

    O(n) but for the bootstrap, which costs sentences times replicates."""
    metrics = [Metric(metric) for metric in metrics]
    both = [scored(gold, system, punctuation, labels) for system in (a, b)]
    if not len(both[0]):
        raise NonprojError(
            f"{gold.name}: no word to score, punctuation: {Punctuation(punctuation).value}"
        )
    counts = {
        metric: [sentence_counts(question, metric, gold.n_sentences) for question in both]
        for metric in metrics
    }
    columns = [np.stack([*of_a, *of_b], axis=1) for of_a, of_b in counts.values()]
    bootstraps = paired_bootstrap(np.stack(columns, axis=1), replicates, seed)
    found = {
        metric: _compared(both, metric, counts[metric], bootstrap)
        for metric, bootstrap in zip(metrics, bootstraps, strict=True)
    }
    return Comparison(a.name, b.name, Punctuation(punctuation), Labels(labels), found)


def sentence_counts(
    question: Question, metric: Metric, n_sentences: int
) -> tuple[np.ndarray, np.ndarray]:
    """int64 per sentence: right and all observations; 0 of 0 where no word is scored."""
    sentence = question.column("sentence")
    if metric in EXACT:
        sentence = np.unique(sentence)
    right = observations(metric, question)
    return tuple(
        np.bincount(sentence[mask], minlength=n_sentences) for mask in (right, right | True)
    )


def _compared(
    both: Sequence[Question], metric: Metric, counts: Sequence, bootstrap: Bootstrap
) -> MetricComparison:
    observed = [observations(metric, question) for question in both]
    (correct_a, total), (correct_b, _) = counts
    return MetricComparison(
        *(Attachment(*question.count(metric)) for question in both),
        mcnemar(*observed),
        _paired_t(correct_a[total > 0], correct_b[total > 0]),
        _paired_t(fold_shares(correct_a, total), fold_shares(correct_b, total)),
        bootstrap,
        newcombe(*observed),
    )


def _paired_t(a: np.ndarray, b: np.ndarray) -> PairedT | None:
    return paired_t(a, b) if len(a) > 1 else None
