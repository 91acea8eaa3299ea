"""Functions that describe treebanks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonproj.api.arguments import checked
from nonproj.data.treebank import Treebank
from nonproj.option_types import ClassChoice, GroupingChoice
from nonproj.results.option_names import Grouping
from nonproj.results.printing import with_number
from nonproj.results.scores import Attachment, evaluate
from nonproj.results.treebanks.coverage import coverage as coverage_of_classes
from nonproj.results.treebanks.coverage import tree_class_named
from nonproj.results.treebanks.crossings import relations
from nonproj.results.treebanks.description import description
from nonproj.results.treebanks.oracle_coverage import oracle_parse, variant_with_oracle
from nonproj.results.values import named_items


@checked
def stats(
    treebank: Treebank, by: GroupingChoice | None = None, examples: int = 0
) -> list[dict[str, Any]]:
    """Describe the structure of a treebank; each row has one value and its counts.

    by: describe the non-projective arcs instead, grouped by label, tag or construction.
    examples: the number of example sentences for each group."""
    if by is not None:
        return relations(treebank, Grouping(by), examples)
    return [*map(with_number, description(treebank))]


@checked
def coverage(
    treebank: Treebank,
    variants: Sequence[str] = (),
    classes: Sequence[ClassChoice] = (),
    threads: int = 1,
) -> dict[str, dict[str, Attachment]]:
    """Score the trees that the variants' oracles rebuild: an upper bound on parsing accuracy.

    For each class of trees, count the sentences whose tree is in the class, and find the largest
    number of arcs that trees of the class can share with the treebank."""
    found: dict[str, dict[str, Attachment]] = {}
    for variant in map(variant_with_oracle, variants):
        parsed = oracle_parse(treebank, variant, threads).treebank
        found[variant.name] = evaluate(treebank, parsed)
    chosen = map(tree_class_named, classes)
    for value in coverage_of_classes(treebank, treebank.name, "all", chosen):
        scores, items = found.setdefault(value.key.system, {}), named_items(value.key.setting)
        scores[items["level"]] = Attachment(value.numerator, value.denominator)
    return found
