"""Maximum spanning arborescences against enumeration of all trees and against networkx."""

import networkx
import numpy as np
import pytest

from nonproj.decoders.chu_liu_edmonds import decode
from nonproj.errors import NonprojError
from oracles import evaluation as oracle
from oracles.charts import arc_sum
from oracles.trees import trees_of_class

GRAPHS = 10_000


def random_graph(rng, n, kind):
    """Integers with many ties, with forbidden arcs, or reals."""
    scores = rng.integers(-2, 3, size=(n + 1, n + 1)).astype(float)
    if kind == "sparse":
        scores[rng.random(scores.shape) < 0.35] = -np.inf
    elif kind == "real":
        scores = rng.normal(size=scores.shape)
    return scores


def by_head(size):
    return np.repeat(np.arange(size, dtype=np.int32)[:, None], size, axis=1)


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("ranked", [False, True])
def test_chu_liu_edmonds_finds_the_best_tree_that_the_tie_rule_prefers(single_root, ranked):
    """Score and structure: the tie rule leaves one tree, and that is the one found."""
    rng = np.random.default_rng(1)
    for i in range(GRAPHS // 4):
        n = 1 + i % 5
        scores = random_graph(rng, n, ("ties", "sparse", "real")[i % 3])
        rank = rng.integers(0, 3, size=scores.shape).astype(np.int32) if ranked else None
        trees = np.array(trees_of_class(n, False, single_root))
        totals = arc_sum(scores, trees)
        if totals.max() == -np.inf:
            only_single = arc_sum(scores, trees_of_class(n, False, False)).max() > -np.inf
            with pytest.raises(NonprojError, match="single-rooted" if only_single else "spanning"):
                decode(scores, single_root, rank)
            continue
        tied = trees[totals == totals.max()].tolist()
        expected = oracle.best_arborescence(scores, tied, by_head(n + 1) if rank is None else rank)
        assert decode(scores, single_root, rank).tolist() == expected


def networkx_score(scores):
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(len(scores)))
    graph.add_weighted_edges_from(
        (h, d, scores[h, d])
        for h in range(len(scores))
        for d in range(1, len(scores))
        if h != d and scores[h, d] > -np.inf
    )
    tree = networkx.maximum_spanning_arborescence(graph)
    return sum(weight for _, _, weight in tree.edges.data("weight"))


@pytest.mark.parametrize("kind", ["ties", "real"])
def test_chu_liu_edmonds_scores_as_networkx_on_long_sentences(kind):
    rng = np.random.default_rng(3)
    for n in range(10, 60, 5):
        scores = random_graph(rng, n, kind)
        found = arc_sum(scores, decode(scores))
        assert found == pytest.approx(networkx_score(scores), abs=1e-9)


def test_the_best_single_rooted_tree_is_exact_for_large_scores():
    """No penalty on root arcs is added to the scores, which would cost them their last digits."""
    rng = np.random.default_rng(7)
    for i in range(500):
        n = 2 + i % 4
        scores = rng.integers(-(2**48), 2**48, size=(n + 1, n + 1))
        trees = np.array(trees_of_class(n, False, True))
        best = trees[np.argmax(arc_sum(scores, trees))]
        assert decode(scores, single_root=True).tolist() == best.tolist()


def test_ranks_of_another_shape_than_the_scores_are_refused():
    with pytest.raises(NonprojError, match=r"shape \(3, 3\), expected \(4, 4\)"):
        decode(np.zeros((4, 4)), rank=np.zeros((3, 3)))
