"""Blending of several parses of one text (Sagae & Lavie 2006; Nilsson 2009, 2.6 and 7.1)."""

from collections.abc import Sequence

import numpy as np
from numba import njit

from nonproj.combination.weights import Weights, votes
from nonproj.data.treebank import Treebank
from nonproj.decoders.chu_liu_edmonds import best_arborescence
from nonproj.errors import NonprojError
from nonproj.parsers.roots import Root, roots_of
from nonproj.parsers.voting.weights import FULL_VOTE
from nonproj.trees.align import require_heads, require_same_text
from nonproj.trees.relabel import column_of

EXACT_BELOW = 1 << 53  # smaller whole numbers are exact in float64


def blend(
    parses: Sequence[Treebank],
    weights: Weights | str = Weights.EQ,
    heldout_gold: Treebank | None = None,
    heldout_parses: Sequence[Treebank] = (),
    accumulate: bool = False,
    root: Root | str = Root.MULTIPLE,
) -> Treebank:
    """Replace the trees of the first parse with the trees that get the most votes from all parses.

    s(head, dependent, label) is the sum of the votes for a labelled arc. An arc gets its best
    label. Its score is the score of this label or, with `accumulate`, the sum over all its labels.
    The result is the maximum spanning arborescence of the proposed arcs. Sentences on which all
    parsers agree do not change. `root` is MULTIPLE in the papers. With SINGLE, the result is the
    best tree with one root; NonprojError is raised if the arcs contain no such tree. With AUTO,
    SINGLE applies to sentences in which every parse has one root, so that single-rooted parses give
    single-rooted blends.

    If labels of an arc are tied, the earliest parser's label wins. Tied arborescences are compared
    at the first word where they differ: the arc proposed by the earlier parser wins, counting only
    parsers that gave the arc its best label. Nothing else depends on the order of the parses,
    because votes are added exactly: shares of the same words (acc, posacc) tie iff they are equal,
    and other shares (typeacc) tie iff they are equal after rounding. This takes O(m^2 n + n^2) per
    sentence for m parsers and n words."""
    if not parses:
        raise NonprojError("nothing to blend: no parse given")
    require_same_text(*parses)
    require_heads(*parses)
    cast = votes(Weights(weights), parses, heldout_gold, heldout_parses)
    return blend_by(cast, parses, accumulate, one_root_of(parses, Root(root)))


def blend_by(
    cast: np.ndarray,
    parses: Sequence[Treebank],
    accumulate: bool,
    one_root: np.ndarray,
) -> Treebank:
    """Blend parses of one text (see `blend`).

    `cast` holds the votes of each parse for its arcs; `one_root` marks the sentences whose blend
    must have one root."""
    if len(parses) * int(parses[0].sentence_length.max()) * FULL_VOTE >= EXACT_BELOW:
        raise NonprojError(f"{len(parses)} parses are too many to add their votes exactly")
    names = tuple(dict.fromkeys(value for parse in parses for value in parse.deprel.values))
    heads = np.stack([parse.head for parse in parses])
    labels = np.stack([parse.deprel.recoded(names) for parse in parses])
    start = np.require(parses[0].start, np.int32, ["C", "W"])
    failed, head, label = _blend(start, heads, labels, cast, accumulate, one_root)
    place, lacking = f"{parses[0].name}: sentence", "the arcs of the parses contain no tree"
    if failed >= 0:
        raise NonprojError(f"{place} {failed + 1}: {lacking}")
    several = np.flatnonzero(one_root & (roots_of(start, head) > 1))
    if len(several):
        raise NonprojError(f"{place} {several[0] + 1}: {lacking} with one root")
    return parses[0].with_trees(head, column_of(label, names))


def one_root_of(parses: Sequence[Treebank], root: Root) -> np.ndarray:
    """Mark the sentences whose blend must have one root."""
    if root is not Root.AUTO:
        return np.full(parses[0].n_sentences, root is Root.SINGLE)
    return np.all([roots_of(parse.start, parse.head) == 1 for parse in parses], axis=0)


@njit(cache=True, nogil=True)
def _blend(start, heads, labels, votes, accumulate, single_root):
    """Return the first sentence without a tree (or -1), and the heads and labels of the blend."""
    head, label = heads[0].copy(), labels[0].copy()
    for s in range(len(start) - 1):
        a, b = start[s], start[s + 1]
        if _agreed(heads[:, a:b], labels[:, a:b]):
            continue
        scores = np.full((b - a, b - a), -np.inf)
        first = np.zeros((b - a, b - a), np.int32)
        for d in range(1, b - a):
            _score_arcs(
                scores[:, d],
                first[:, d],
                heads[:, a + d],
                labels[:, a + d],
                votes[:, a + d],
                accumulate,
            )
        if best_arborescence(scores, first, single_root[s], head[a:b]) == 0:
            return s, head, label
        for d in range(1, b - a):
            label[a + d] = labels[first[head[a + d], d], a + d]
    return -1, head, label


@njit(cache=True, nogil=True)
def _agreed(heads, labels):
    for parser in range(1, len(heads)):
        if np.any(heads[parser] != heads[0]) or np.any(labels[parser] != labels[0]):
            return False
    return True


@njit(cache=True, nogil=True)
def _score_arcs(scores, first, heads, labels, votes, accumulate):
    """Score each proposed head of a word, and find the first parser that gives the best label."""
    for parser in range(len(heads)):
        h = heads[parser]
        score = 0.0
        for other in range(len(heads)):
            if heads[other] == h and labels[other] == labels[parser]:
                score += votes[other]
        if score > scores[h]:
            scores[h], first[h] = score, parser
    if accumulate:
        for parser in range(len(heads)):
            h = heads[parser]
            if first[h] == parser:
                scores[h] = 0.0
                for other in range(len(heads)):
                    if heads[other] == h:
                        scores[h] += votes[other]
