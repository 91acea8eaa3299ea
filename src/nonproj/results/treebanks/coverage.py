"""The share of a treebank that a class of trees covers (Gómez-Rodríguez et al. 2018, table 3).

Sentence coverage is the share of trees in the class. Edge coverage is the largest share of gold
arcs that trees of the class can contain (maximum overlap)."""

from collections.abc import Iterable
from functools import partial

from nonproj.data.treebank import Treebank
from nonproj.decoders.overlap import TreeClass, class_members, maximum_overlap
from nonproj.errors import one_of
from nonproj.machine import require_memory
from nonproj.results.values import Key, Value


def tree_class_named(name: str) -> TreeClass:
    return one_of(TreeClass, name, "class of trees")


def coverage(
    treebank: Treebank,
    name: str,
    split: str,
    classes: Iterable[TreeClass] = TreeClass,
    edges: bool = True,
) -> list[Value]:
    """Measure how much each class covers; only edge coverage needs decoders.

    Raise NonprojError before any search if a decoder would need more memory than there is."""
    found = []
    for tree_class in classes:
        key, counts = Key(name, split, tree_class.value), {}
        if edges:
            admit = partial(_require_memory, name, tree_class)
            overlap = maximum_overlap(treebank.start, treebank.head, tree_class, admit)
            members = overlap.in_class
        else:
            members = class_members(treebank.start, treebank.head, tree_class)
        counts["sentence"] = int(members.sum()), treebank.n_sentences
        if edges:
            counts["edge"] = int(overlap.n_shared.sum()), treebank.n_words
        for level, of in counts.items():
            found.append(key.under(f"level={level}").value("coverage", *of))
    return found


def _require_memory(name: str, tree_class: TreeClass, sentence: int, n_words: int) -> None:
    """Raise NonprojError if the search for the best tree for a sentence needs too much memory."""
    what = f"{name}: sentence {sentence + 1}: the search for the nearest {tree_class.value} tree"
    require_memory(tree_class.bytes_of_cube * n_words**3, what)
