"""Which words the non-projective approximation moved, and why it missed non-projective arcs."""

from collections.abc import Iterable, Sequence

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.missed import weigh
from nonproj.parsers.graph.model import GraphModel
from nonproj.results.values import Key, Value
from nonproj.trees.projectivity import nonprojective_arcs

CAUSES = ("filter", "threshold", "search", "model")
MOVE_EFFECTS = ("fixed", "broken", "neither")


def approximation_values(
    name: str, split: str, setting: str, parts: Iterable[tuple[GraphModel, Treebank, Treebank]]
) -> list[Value]:
    """Count why models of one variant missed arcs, and what effect their moves had.

    Each part is a model, a gold text and the model's parse of it; several parts are folds."""
    parts = list(parts)
    key = Key(name, split, parts[0][0].variant.name).under(setting)
    causes = np.sum([causes_of_misses(*part) for part in parts], axis=0).tolist()
    moved = np.sum([moved_words(*part) for part in parts], axis=0).tolist()
    return [
        *_counts(key.under("arcs=nonproj;labelled"), "n-missed", "cause", CAUSES, causes),
        *_counts(key.under("labelled"), "n-moved", "moved", MOVE_EFFECTS, moved),
    ]


def _counts(
    key: Key, metric: str, item: str, names: Sequence[str], counts: Sequence[int]
) -> list[Value]:
    """Return a value for each named count, and a value for the sum of the counts."""
    rows = [
        key.under(f"{item}={n}").value(metric, "count", c)
        for n, c in zip(names, counts, strict=True)
    ]
    return [*rows, key.value(metric, "count", sum(counts))]


def causes_of_misses(model: GraphModel, gold: Treebank, parsed: Treebank) -> np.ndarray:
    """Count the non-projective gold arcs that were missed, by the first cause that applies.

    An arc is missed if its head or label in the parse is wrong. The causes are, in this order:
    filter: the label filter forbids the gold arc;
    threshold: moving one word would have corrected the arc and raised the score, but by less than
    the threshold;
    search: a known tree with the gold arc scores above the parse, so hill climbing stopped too
    early (see `nonproj.parsers.graph.missed`);
    model: no such tree is known."""
    missed = nonprojective_arcs(gold.start, gold.head) & ~_same_arcs(gold, parsed)
    weighed = weigh(model, gold, parsed, missed)
    cause = np.select(
        [~weighed.allowed, weighed.gain > 0, weighed.in_better_tree],
        range(len(CAUSES) - 1),
        len(CAUSES) - 1,
    )
    return np.bincount(cause[missed], minlength=len(CAUSES))


def moved_words(model: GraphModel, gold: Treebank, parsed: Treebank) -> np.ndarray:
    """Count the arcs that the approximation changed, by the effect of the change.

    fixed: the arc was wrong in the chart parser's tree and is right in the final parse; broken: the
    arc was right and is now wrong; neither: both arcs are wrong."""
    chart = model.applied_as(variant_named("carreras+raw")).parse(gold).treebank
    before, after = (_same_arcs(gold, tree) for tree in (chart, parsed))
    changed = gold.is_word & ~_same_arcs(chart, parsed)
    kinds = changed & ~before & after, changed & before, changed & ~before & ~after
    return np.array([int(np.sum(kind)) for kind in kinds])


def _same_arcs(one: Treebank, other: Treebank) -> np.ndarray:
    """Mark slots with the same head and label in both trees."""
    return (one.head == other.head) & (one.deprel.codes == other.deprel.recoded(one.deprel.values))
