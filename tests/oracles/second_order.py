"""Second-order parsing as literally and slowly as possible. No package code is used.

`scores` is (arc, sibling, grandchild): arc[h, m, l] is -inf where h -> m may not have the label l;
sibling[h, m, l, c] and grandchild[h, m, l, c] as in Carreras (2007), with c = h for no sibling,
c = m for no child of m between m and h, and c = 0 for no child of m beyond m."""

import numpy as np

from oracles.trees import is_tree


def random_scores(rng, n, n_labels, kind):
    """Sums of these are exact in single precision. kind: free, ties, or sparse."""
    size = n + 1
    shapes = [(size, size, n_labels), (size, size, n_labels, size), (size, size, n_labels, size)]
    bound, unit = (2, 1.0) if kind == "ties" else (256, 1 / 64)
    scores = [rng.integers(-bound, bound + 1, shape) * unit for shape in shapes]
    if kind == "sparse":
        scores[0][rng.random(shapes[0]) < 0.4] = -np.inf
    return tuple(scores)


def arc_total(scores, heads, m, label):
    """The four factors of the arc into m."""
    arc, sibling, grandchild = scores
    h, tokens = heads[m], range(1, len(heads))
    between = [c for c in tokens if min(h, m) < c < max(h, m)]
    beyond = [c for c in tokens if (c > m if h < m else c < m)]
    siblings = [c for c in between if heads[c] == h]
    inside = [c for c in between if heads[c] == m]
    outside = [c for c in beyond if heads[c] == m]
    nearest = min(siblings, key=lambda c: abs(c - m), default=h)
    return (
        arc[h, m, label]
        + sibling[h, m, label, nearest]
        + grandchild[h, m, label, max(inside, key=lambda c: abs(c - m), default=m)]
        + grandchild[h, m, label, max(outside, key=lambda c: abs(c - m), default=0)]
    )


def tree_total(scores, heads, labels):
    """F(x, y)."""
    return sum(arc_total(scores, heads, m, labels[m]) for m in range(1, len(heads)))


def best_over_labels(scores, heads):
    """The best labelling of a tree; its score is a sum over arcs that each have their own label."""
    n_labels = scores[0].shape[2]
    options = [
        [arc_total(scores, heads, m, label) for label in range(n_labels)]
        for m in range(1, len(heads))
    ]
    return sum(map(max, options))


def npa(scores, heads, labels, threshold, single_root=False):
    """Björkelund & Kuhn (2012), figure 2."""
    arc = scores[0]
    n = len(heads) - 1
    heads, labels = list(heads), list(labels)
    score = tree_total(scores, heads, labels)
    while True:
        m, c, p, l = -np.inf, -1, -1, None  # noqa: E741
        for i in range(1, n + 1):
            for j in range(n + 1):
                moved = [*heads[:i], j, *heads[i + 1 :]]
                if not is_tree(moved) or (single_root and moved[1:].count(0) > 1):
                    continue
                for k in range(arc.shape[2]):
                    if arc[j, i, k] == -np.inf:
                        continue
                    s = tree_total(scores, moved, [*labels[:i], k, *labels[i + 1 :]])
                    if s > m:
                        m, c, p, l = s, i, j, k  # noqa: E741
        if not m - score > threshold:
            return heads, labels
        score, heads[c], labels[c] = m, p, l
