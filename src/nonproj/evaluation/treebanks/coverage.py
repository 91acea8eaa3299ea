"""How much of a treebank the trees of a class can cover (Gómez-Rodríguez et al. 2018, table 3).

Sentence coverage is the share of trees in the class; edge coverage the largest share of arcs that
trees of the class can have, which are those of maximum overlap."""

from collections.abc import Iterable

from nonproj.data.treebank import Treebank
from nonproj.decoders.overlap import TreeClass, class_members, maximum_overlap
from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import Measurement

LEVELS = ("sentence", "edge")


def coverage(
    treebank: Treebank,
    name: str,
    split: str,
    classes: Iterable[TreeClass] = TreeClass,
    levels: Iterable[str] = LEVELS,
) -> list[Measurement]:
    """Coverage by each class at these levels; only that of edges needs the decoders."""
    figures = []
    for tree_class in classes:
        for level, (covered, total) in _covered(treebank, tree_class, tuple(levels)).items():
            figures.append(
                Measurement(
                    name,
                    split,
                    tree_class.value,
                    f"level={level}",
                    "coverage",
                    "percent",
                    covered,
                    total,
                )
            )
    return figures


def _covered(
    treebank: Treebank, tree_class: TreeClass, levels: tuple[str, ...]
) -> dict[str, tuple[int, int]]:
    """Covered and all sentences or edges, by level."""
    unknown = [level for level in levels if level not in LEVELS]
    if unknown:
        raise NonprojError(f"coverage level {unknown[0]!r}, expected one of {', '.join(LEVELS)}")
    counts = {}
    if "edge" in levels:
        overlap = maximum_overlap(treebank.start, treebank.head, tree_class)
        members = overlap.in_class
        counts["edge"] = (int(overlap.n_shared.sum()), treebank.n_words)
    else:
        members = class_members(treebank.start, treebank.head, tree_class)
    counts["sentence"] = (int(members.sum()), treebank.n_sentences)
    return {level: counts[level] for level in levels}
