"""A function that compares parses."""

from __future__ import annotations

from nonproj.api.arguments import checked
from nonproj.data.treebank import Treebank
from nonproj.option_types import LabelsChoice, PunctuationChoice
from nonproj.results.significance import comparison
from nonproj.results.significance.comparison import Comparison


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
