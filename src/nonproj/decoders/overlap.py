"""Tests of whether trees belong to a class, and a search for trees in it with maximum overlap.

As in Gómez-Rodríguez, Shi & Lee (2018, 4.3 and table 3), a decoder finds a tree with maximum
overlap if each arc in the given tree scores 1 and all other arcs score 0."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numba import njit

from nonproj.decoders import eisner, mhk
from nonproj.decoders.one_endpoint import crossing
from nonproj.trees.columns import checked_corpus
from nonproj.trees.measures import is_one_endpoint_crossing
from nonproj.trees.projectivity import projective_sentences, without_leaves


class TreeClass(StrEnum):
    PROJECTIVE = "projective"
    MH4 = "mh4"
    ONE_ENDPOINT_CROSSING = "1ec"

    def decode(self, scores: np.ndarray) -> np.ndarray:
        """Return the tree in the class with the largest sum of arc scores."""
        match self:
            case TreeClass.PROJECTIVE:
                return eisner.decode(scores)
            case TreeClass.MH4:
                return mhk.decode(scores, k=4)
            case TreeClass.ONE_ENDPOINT_CROSSING:
                return crossing.decode(scores)

    @property
    def bytes_of_cube(self) -> int:
        """Return b if `decode` takes b n^3 bytes for n nodes, or 0 if it takes O(n^2) space."""
        return {
            TreeClass.MH4: mhk.MH_CUBE_BYTES,
            TreeClass.ONE_ENDPOINT_CROSSING: crossing.CROSSING_CUBE_BYTES,
        }.get(self, 0)

    def has_nonprojective(self, heads: np.ndarray) -> bool:
        """Check whether this non-projective tree is in the class."""
        match self:
            case TreeClass.PROJECTIVE:
                return False
            case TreeClass.MH4:
                return mhk.derivable(heads, k=4)
            case TreeClass.ONE_ENDPOINT_CROSSING:
                return is_one_endpoint_crossing(heads)


@dataclass(frozen=True)
class Overlap:
    """Trees in a class that share as many arcs as possible with the trees of a treebank."""

    head: np.ndarray  # int32[n_slots]: the trees; trees already in the class are kept
    in_class: np.ndarray  # bool[n_sentences]: whether the treebank's tree is in the class
    n_shared: np.ndarray  # int32[n_sentences]: the number of shared arcs


def class_members(start: np.ndarray, head: np.ndarray, tree_class: TreeClass) -> np.ndarray:
    """Mark the sentences whose tree is in the class."""
    start, head = checked_corpus(start, head)
    members = projective_sentences(start, head)
    for s in np.flatnonzero(~members):
        _, core = _core(head[start[s] : start[s + 1]])
        members[s] = tree_class.has_nonprojective(core)
    return members


def maximum_overlap(
    start: np.ndarray,
    head: np.ndarray,
    tree_class: TreeClass,
    admit: Callable[[int, int], None] = lambda sentence, n_words: None,
) -> Overlap:
    """Return trees in the class that share as many arcs as possible with the given trees.

    Among such trees, one with the fewest new arcs from node 0 is chosen; the decoder, which is run
    on the trees' cores, breaks further ties. Before any search, `admit` is called for each sentence
    outside the class, with the sentence's index and the number of words in its core."""
    start, head = checked_corpus(start, head)
    members = class_members(start, head, tree_class)
    best, n_shared = head.copy(), np.diff(start) - 1
    outside = np.flatnonzero(~members).tolist()
    cores = [_core(head[start[s] : start[s + 1]]) for s in outside]
    for s, (nodes, _) in zip(outside, cores, strict=True):
        admit(s, len(nodes) - 1)
    for s, (nodes, core) in zip(outside, cores, strict=True):
        tree = best[start[s] : start[s + 1]]
        scores = np.zeros((len(core), len(core)))
        scores[0] = -1 / len(core)  # all arcs from node 0 together cost less than one shared arc
        scores[core[1:], np.arange(1, len(core))] = 1
        overlap = tree_class.decode(scores)
        n_shared[s] -= np.count_nonzero(overlap != core)
        tree[nodes[1:]] = nodes[overlap[1:]]
    return Overlap(best, members, n_shared)


@njit(cache=True)
def _core(tree):
    """Return the nodes and heads of the core: the part of the tree that `without_leaves` keeps.

    A tree is in one of the classes iff its core is, and the trees with maximum overlap for the tree
    and for its core differ only by the removed arcs. To see this, let d be a leaf adjacent to its
    head h (see `without_leaves`). A tree stays in the class when such a leaf is added, since the
    arc between neighbours crosses nothing and MH_k can link d at once. A tree also stays in the
    class when the neighbours d and h are merged, since this adds neither a crossing nor a head to
    an item of MH_k. If h was not the head of d, one of the arcs into d and h is dropped: the arc
    into h if d dominates h, else the arc into d. As d has no dependents in the treebank, only the
    arc into h can be a loss, and the arc into d was not shared. Removing d therefore lowers the
    maximum by exactly one. This takes O(n) time."""
    nodes = without_leaves(tree)
    number = np.full(len(tree) + 1, -1, np.int32)  # the last entry is for head -1
    number[nodes] = np.arange(len(nodes))
    return nodes, number[tree[nodes]]
