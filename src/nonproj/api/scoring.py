"""Functions that score, compare and combine parses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonproj.api.arguments import checked
from nonproj.choices import LabelsChoice, PunctuationChoice, RootChoice, WeightsChoice
from nonproj.data.treebank import Treebank
from nonproj.errors import one_of

if TYPE_CHECKING:
    from nonproj.combination.selection import ChosenParses
    from nonproj.results.confidence import Doubts
    from nonproj.results.scores import Attachment, PrecisionRecall
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
    from nonproj.results.scores import evaluate

    return evaluate(gold, system, punctuation, labels)


@checked
def evaluate_arcs(
    gold: Treebank,
    system: Treebank,
    punctuation: PunctuationChoice = "include",
    labels: LabelsChoice = "full",
) -> dict[str, PrecisionRecall]:
    """Count correct heads by projectivity, under keys such as "arcs=nonproj;sentences=all"."""
    from nonproj.results.scores import by_projectivity

    return by_projectivity(gold, system, punctuation, labels)


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
    from nonproj.results.significance.comparison import compare

    systems = system_a, system_b
    return compare(gold, *systems, punctuation, labels, replicates=replicates, seed=seed)


@checked
def doubtful(parse: Treebank, gold: Treebank | None = None) -> Doubts:
    """Rank the sentences and arcs of a parse by HeadConf, from most to least doubtful.

    With a gold standard, `quality` holds the share of all errors that the first 10 % of arcs
    contain, and the expected calibration error."""
    from nonproj.results.confidence import doubts

    return doubts(parse, gold)


@checked
def blend(
    systems: Sequence[Treebank],
    weights: WeightsChoice = "eq",
    heldout_gold: Treebank | None = None,
    heldout: Sequence[Treebank] = (),
    accumulate: bool = False,
    root: RootChoice = "auto",
    confidence: bool = False,
) -> Treebank:
    """Combine parses of one text by voting and a maximum spanning tree (Sagae & Lavie 2006).

    weights: eq, confidence (the probabilities in MISC), or acc, typeacc or posacc (estimated on
        held-out parses).
    accumulate: add up the votes for all labels of an arc.
    root: single (each tree has one root), multiple (as in the studies), or auto (single if all
        parses of a sentence have one root, otherwise multiple).
    confidence: in CoNLL-U, write each head's share of the votes to MISC or, with held-out parses,
        the probability of the arc."""
    from nonproj.combination.blending import blend
    from nonproj.combination.confidence import with_confidence_of_blend
    from nonproj.combination.schemes import Weights
    from nonproj.parsers.roots import Root

    scheme, roots = one_of(Weights, weights, "weights"), one_of(Root, root, "root")
    how = scheme, heldout_gold, heldout, accumulate, roots
    blended = blend(systems, *how)
    scheme.warn_if_one_decides(len(systems))
    return with_confidence_of_blend(blended, systems, *how) if confidence else blended


@checked
def select(
    heldout_gold: Treebank, heldout: Sequence[Treebank], weights: WeightsChoice = "eq"
) -> ChosenParses:
    """Use held-out data to choose the parses to blend (Nilsson 2009, 9.3.3).

    The result's `parsers` are the indices of the parses in the blend with the highest LAS."""
    from nonproj.combination.schemes import Weights
    from nonproj.combination.selection import select

    return select(heldout_gold, heldout, one_of(Weights, weights, "weights"))
