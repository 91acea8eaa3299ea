"""Functions that score parses."""

from __future__ import annotations

from nonproj.api.arguments import checked
from nonproj.choices import LabelsChoice, PunctuationChoice
from nonproj.data.treebank import Treebank
from nonproj.results import scores
from nonproj.results.scores import Attachment, PrecisionRecall


@checked
def evaluate(
    gold: Treebank,
    system: Treebank,
    punctuation: PunctuationChoice = "include",
    labels: LabelsChoice = "full",
) -> dict[str, Attachment]:
    """Return the counts behind a parse's LAS, UAS, label accuracy and exact match.

    punctuation: include, exclude (by form) or exclude-upos (by tag). labels: full, or universal
    (without subtypes)."""
    return scores.evaluate(gold, system, punctuation, labels)


@checked
def evaluate_arcs(
    gold: Treebank,
    system: Treebank,
    punctuation: PunctuationChoice = "include",
    labels: LabelsChoice = "full",
) -> dict[str, PrecisionRecall]:
    """Count correct heads by projectivity, under keys such as "arcs=nonproj;sentences=all"."""
    return scores.by_projectivity(gold, system, punctuation, labels)
