"""Functions that score parses."""

from __future__ import annotations

from nonproj.api.arguments import checked
from nonproj.data.treebank import Treebank
from nonproj.option_types import LabelsChoice, PunctuationChoice
from nonproj.results import scores, shared_task
from nonproj.results.scores import Attachment, PrecisionRecall
from nonproj.results.shared_task import AlignedScore


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
def evaluate_text(gold: Treebank, system: Treebank) -> dict[str, AlignedScore]:
    """Score a parse whose sentences, tokens or words may differ, as after `tokenize`.

    The scorer of the CoNLL 2018 shared task aligns words by their characters, which must be the
    same. It compares labels without subtypes and only universal features. Both treebanks must be
    CoNLL-U; the extra `raw` installs the scorer."""
    return shared_task.evaluate_text(gold, system)


@checked
def split_otherwise(gold: Treebank, system: Treebank) -> bool:
    """Check whether a parse in CoNLL-U has other sentences or words than the gold standard."""
    return shared_task.split_otherwise(gold, system)


@checked
def evaluate_arcs(
    gold: Treebank,
    system: Treebank,
    punctuation: PunctuationChoice = "include",
    labels: LabelsChoice = "full",
) -> dict[str, PrecisionRecall]:
    """Count correct heads by projectivity, under keys such as "arcs=nonproj;sentences=all"."""
    return scores.by_projectivity(gold, system, punctuation, labels)
