"""Tree classes and their best trees, by enumeration and literal deduction."""

from functools import cache

import numpy as np

from oracles import trees


def mhk_items(heads, k):
    """All items derived by the rules of Gómez-Rodríguez et al. (2018), figure 2.

    LINK is restricted to the arcs of the tree."""
    n = len(heads) - 1
    chart, agenda = set(), [(0, 1)]
    while agenda:
        item = agenda.pop()
        if item in chart:
            continue
        chart.add(item)
        if item[-1] <= n:
            agenda.append((item[-1], item[-1] + 1))
        for other in list(chart):
            for left, right in ((item, other), (other, item)):
                if left[-1] == right[0] and len(left) + len(right) - 1 <= k:
                    agenda.append(left + right[1:])
        for j in range(1, len(item) - 1):
            if heads[item[j]] in item:
                agenda.append(item[:j] + item[j + 1 :])
    return chart


@cache
def mhk_derives(heads, k):
    return (0, len(heads)) in mhk_items(heads, k)


def is_mh4(heads):
    return mhk_derives(heads, 4)


@cache
def class_of(member, n):
    """All trees over n tokens that are in the class, as rows."""
    return np.array([heads for heads in trees.all_trees(n) if member(heads)])


def arc_sum(scores, heads):
    heads = np.asarray(heads)
    return scores[heads[..., 1:], np.arange(1, heads.shape[-1])].sum(axis=-1)


def arc_shares(scores, trees):
    """The share of trees that have each arc; a tree weighs exp of the sum of its scores."""
    trees = np.array(trees)
    weights, shares = np.exp(arc_sum(scores, trees)), np.zeros(scores.shape)
    for heads, weight in zip(trees, weights, strict=True):
        shares[heads[1:], np.arange(1, len(heads))] += weight
    return shares / weights.sum()


def random_scores(rng, n, kind):
    """real: all different; integer: many ties; sparse: a third of the arcs forbidden."""
    size = (n + 1, n + 1)
    if kind == "integer":
        return rng.integers(0, 2, size).astype(float)
    scores = rng.normal(size=size)
    if kind == "sparse":
        scores[rng.random(size) < 0.33] = -np.inf
    return scores
