"""Attachment scores as counts (Nilsson 2009, 3.1; Kuhlmann & Nivre 2010, 4.3)."""

from dataclasses import dataclass
from typing import NamedTuple

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.evaluation.outcomes import Labels, Metric, Outcomes, outcomes_of
from nonproj.evaluation.punctuation import Punctuation


class Ratio(NamedTuple):
    """A number that is no share: numerator / denominator, both whole."""

    numerator: int
    denominator: int


@dataclass(frozen=True)
class Attachment:
    """Right and all observations; `+` joins disjoint sets of observations."""

    correct: int
    total: int

    def __add__(self, other: "Attachment") -> "Attachment":
        return Attachment(self.correct + other.correct, self.total + other.total)

    @property
    def errors(self) -> int:
        return self.total - self.correct

    def as_dict(self) -> dict[str, int]:
        return {"correct": self.correct, "total": self.total}


@dataclass(frozen=True)
class Evaluation:
    """The scores of one parse; `+` concatenates texts."""

    punctuation: Punctuation
    labels: Labels
    scores: dict[Metric, Attachment]

    def __getitem__(self, metric: Metric | str) -> Attachment:
        return self.scores[Metric(metric)]

    def __add__(self, other: "Evaluation") -> "Evaluation":
        if (self.punctuation, self.labels) != (other.punctuation, other.labels):
            raise NonprojError("evaluations with different options cannot be added")
        both = {metric: self[metric] + other[metric] for metric in self.scores}
        return Evaluation(self.punctuation, self.labels, both)

    def as_dict(self) -> dict:
        options = {"punctuation": self.punctuation.value, "labels": self.labels.value}
        return options | {m.value: score.as_dict() for m, score in self.scores.items()}


def evaluate(
    gold: Treebank,
    system: Treebank,
    punctuation: Punctuation | str = Punctuation.INCLUDE,
    labels: Labels | str = Labels.FULL,
) -> Evaluation:
    """LAS, UAS, label accuracy over scored words; LEM, UEM over sentences that have any. O(n)."""
    outcomes = outcomes_of(gold, system, punctuation, labels)
    scores = {metric: attachment(outcomes, metric) for metric in Metric}
    return Evaluation(Punctuation(punctuation), Labels(labels), scores)


def attachment(outcomes: Outcomes, metric: Metric | str) -> Attachment:
    correct, total = outcomes.sentence_counts(Metric(metric))
    return Attachment(int(correct.sum()), int(total.sum()))


class ErrorReduction(NamedTuple):
    """(p' - p) / (1 - p), and as Nilsson's T8.2 prints it, (p' - p) / (1 - p')."""

    of_baseline: Ratio
    of_other: Ratio


def error_reduction(baseline: Attachment, other: Attachment) -> ErrorReduction:
    """Reduction of the errors of `baseline` (p) by `other` (p'); both formulas of Nilsson (2009).

    The totals may differ, as those of the parts before and after the first error do. Where they
    do not, the counts are errors, so that those of several texts add up."""
    if baseline.total == other.total:
        gain = other.correct - baseline.correct
        return ErrorReduction(Ratio(gain, baseline.errors), Ratio(gain, other.errors))
    gain = other.correct * baseline.total - baseline.correct * other.total
    return ErrorReduction(
        Ratio(gain, baseline.errors * other.total), Ratio(gain, other.errors * baseline.total)
    )
