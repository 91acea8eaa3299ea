"""Crossing arcs: roots in gaps, 2-planarity, well-nestedness, and expected crossings.

All functions take the columns (start, head) of a corpus. Arcs from node 0 are not counted as
crossing, because node 0 is not a word and has no position in the word order. Planarity,
as defined in `measures`, also ignores these arcs."""

import numpy as np
from numba import njit

from nonproj.trees.columns import checked_corpus
from nonproj.trees.planes import planes
from nonproj.trees.projectivity import arc_is_projective, cross, dominates, tree_is_projective

# The covariance of two pairs of arcs times 180, multiplied by the number of ways to choose both
# pairs from the graph that they form. The first entry is for equal pairs, the others are for
COVARIANCES = (
    40,
    2 * 10,  # a path of two arcs and a separate arc
    6 * 4,  # three separate arcs
    2 * -5,  # a path of four arcs
    2 * -2,  # a path of three arcs and a separate arc
    4 * 1,  # two separate paths of two arcs
)


def gap_roots(start: np.ndarray, head: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return all pairs (non-projective arc, root of the arc's gap) as slots, ordered by arc.

    An arc's gap consists of the words between its ends that its head does not dominate. A word in
    the gap is a root if its own head lies outside the arc. The arc into such a root, which may come
    from node 0, crosses the first arc. Every non-projective arc has at least one root in its gap,
    and projective arcs have none. The third array marks the pairs in which the root dominates the
    head of the non-projective arc."""
    return _gap_roots(*checked_corpus(start, head))


def crossings(start: np.ndarray, head: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Count the crossing pairs of arcs per sentence; mark 2-planar and well-nested sentences.

    A sentence is 2-planar if its arcs can be divided into two planes without crossings, that is, if
    the graph of crossing arcs is bipartite (Gómez-Rodríguez & Nivre 2010). It is well-nested if no
    two disjoint subtrees interleave as a < b < a' < b' (Bodirsky et al. 2005), that is, if for any
    two crossing arcs, the head of one dominates the head of the other. This takes O(n) on
    projective sentences, and O(n^2) times the depth on others."""
    return _crossings(*checked_corpus(start, head))


def crossings_by_chance(start: np.ndarray, head: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return 3 times the mean and 180 times the variance of the number of crossings, by sentence.

    Both are int64. All word orders are assumed to be equally likely. Two arcs without a shared word
    cross with probability 1/3. The variance is the sum of the covariances of all such pairs of arcs
    (Alemany-Puig & Ferrer-i-Cancho 2020, Edge crossings in random linear arrangements). Two pairs
    with a covariance other than 0 form one of six graphs. This takes O(n) time."""
    start, head = checked_corpus(start, head)
    upper = np.where(head > 0, np.repeat(start[:-1], np.diff(start)) + head, 0)
    graphs = _subgraphs(start, upper, head > 0)
    return graphs[0], sum(w * count for w, count in zip(COVARIANCES, graphs, strict=True))


def _subgraphs(start: np.ndarray, upper: np.ndarray, arc: np.ndarray) -> list[np.ndarray]:
    """Count how often each graph in COVARIANCES occurs in each sentence, from the words' degrees.

    `arc` marks the words that have a word as their head; `upper` contains the slots of these
    heads."""

    def total(values: np.ndarray) -> np.ndarray:
        return np.add.reduceat(values, start[:-1])

    def of_neighbours(values: np.ndarray) -> np.ndarray:
        found = np.where(arc, values[upper], 0)
        np.add.at(found, upper, np.where(arc, values, 0))
        return found

    d = of_neighbours(np.ones(len(arc), np.int64))
    around, squares = of_neighbours(d), of_neighbours((d - 1) ** 2)
    m = total(arc.astype(np.int64))
    arcs, u = np.repeat(m, np.diff(start)), d[upper]
    twos = total(_pairs(d))  # paths of two arcs; `threes` and `fours` are longer
    threes = total(arc * (u - 1) * (d - 1))
    fours = total((around - d) ** 2 - squares) // 2
    two_and_one = total(_pairs(d) * (arcs + 2 - d) - (d - 1) * around)
    others = arcs + 1 - u - d  # arcs that share no word with this one
    above, below = (d - 1) * (around[upper] - d), (u - 1) * (around - u)
    three_and_one = total(arc * ((others + 2) * (u - 1) * (d - 1) - above - below))
    stars = d * (d - 1) * (d - 2)  # two paths of two arcs with the same middle word
    meeting = stars // 2 + stars * (d - 3) // 8 + _pairs(d - 1) * (around - d)
    return [
        _pairs(m) - twos,
        two_and_one,
        (total(arc * _pairs(others)) - two_and_one) // 3,
        fours,
        three_and_one,
        _pairs(twos) - threes - fours - total(meeting),
    ]


def _pairs(numbers: np.ndarray) -> np.ndarray:
    return numbers * (numbers - 1) // 2


@njit(cache=True)
def _gap_roots(start, head):
    arcs, roots, dominant = [np.int64(0)], [np.int64(0)], [True]  # typed by the first element
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        if tree_is_projective(tree):
            continue
        for d in range(1, len(tree)):
            if arc_is_projective(tree, d):
                continue
            h = tree[d]
            low, high = min(h, d), max(h, d)
            for x in range(low + 1, high):
                if (tree[x] < low or tree[x] > high) and not dominates(tree, h, x):
                    arcs.append(np.int64(start[s] + d))
                    roots.append(np.int64(start[s] + x))
                    dominant.append(dominates(tree, x, h))
    return np.array(arcs[1:]), np.array(roots[1:]), np.array(dominant[1:])


@njit(cache=True)
def _crossings(start, head):
    counts = np.zeros(len(start) - 1, np.int64)
    two_planar, well_nested = np.ones((2, len(start) - 1), np.bool_)
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        if tree_is_projective(tree):
            continue
        two_planar[s] = np.all(planes(tree)[tree > 0])
        for d in range(1, len(tree)):
            for e in range(d + 1, len(tree)):
                h, i = tree[d], tree[e]
                if h != 0 and i != 0 and cross(tree, d, e):
                    counts[s] += 1
                    well_nested[s] &= dominates(tree, h, i) or dominates(tree, i, h)
    return counts, two_planar, well_nested
