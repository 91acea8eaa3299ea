"""Functions that score and compare parses."""

from __future__ import annotations

from nonproj.api.arguments import checked
from nonproj.choices import LabelsChoice, PunctuationChoice
from nonproj.data.treebank import Treebank
from nonproj.results import scores
from nonproj.results.confidence import Doubts, doubts
from nonproj.results.scores import Attachment, PrecisionRecall
from nonproj.results.significance import comparison
from nonproj.results.significance.comparison import Comparison


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


@checked
def compare(
    gold: Treebank,
    system_a: Treebank,
    system_b: Treebank,
    punctuation: PunctuationChoice = "include",
    labels: LabelsChoice = "full",
    replicates: int = 10_000,
    seed: int = 1,
) -> dict[str, Comparison]:
    """Test whether two parses differ, using McNemar's test, a paired t-test and a bootstrap."""
    systems = system_a, system_b
    options = punctuation, labels
    return comparison.compare(gold, *systems, *options, replicates=replicates, seed=seed)


@checked
def doubtful(parse: Treebank, gold: Treebank | None = None) -> Doubts:
    """Rank the sentences and arcs of a parse by HeadConf, from most to least doubtful.

    With a gold standard, `quality` holds the share of all errors that the first 10 % of arcs
    contain, and the expected calibration error."""
    return doubts(parse, gold)
