"""Pruning keeps probable arcs, gold arcs and a tree, and changes no score."""

import numpy as np
import pytest

from nonproj.decoders.carreras_factors import candidate_of, number_of_second_order, tree_score
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.model import search_of
from nonproj.parsers.graph.pruning import MARGIN, UNPRUNED, kept_arcs
from nonproj.parsers.graph.sentences import score_sentence, sentence_of
from nonproj.parsers.graph.training import GraphSettings
from nonproj.parsers.graph.training import train as train_graph
from nonproj.parsers.interface import Training
from oracles.trees import all_trees, is_projective
from samples.treebanks import made_treebank

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize("single_root", [False, True])
def test_probable_arcs_given_arcs_and_a_best_projective_tree_are_kept(single_root):
    """And no other arc; the tree is a best one of all."""
    rng = np.random.default_rng(1)
    for n in (1, 2, 3, 4, 5) * 4:
        scores = rng.integers(-640, 640, (n + 1, n + 1)) / 64
        np.fill_diagonal(scores, -np.inf)
        heads = np.array(all_trees(n)[rng.integers(len(all_trees(n)))], np.int32)
        kept = kept_arcs(scores, 3.0, single_root, heads)
        trees = [
            tree
            for tree in all_trees(n)
            if is_projective(tree) and (not single_root or tree[1:].count(0) == 1)
        ]
        totals = [sum(scores[tree[m], m] for m in range(1, n + 1)) for tree in trees]
        best = trees[int(np.argmax(totals))]
        for m in range(1, n + 1):
            for h in range(n + 1):
                probable = scores[h, m] >= scores[:, m].max() - 3.0
                expected = h != m and (probable or h in (best[m], heads[m]))
                assert kept[h, m] == expected, (n, h, m)


@pytest.fixture(scope="module")
def treebank():
    return made_treebank(120)


@pytest.fixture(scope="module")
def model(treebank):
    settings = GraphSettings(iterations=2, bits=18)
    return train_graph(variant_named("carreras+npa"), treebank, Training(), settings=settings)


def children_in_factors(into, h, m):
    """The candidates for the sibling, and those for children of m but beyond h."""
    arcs = [(x, c) for c in range(1, len(into)) for x in (h, m) if into[c, x] < into[c, x + 1]]
    return [(x, c) for x, c in arcs if min(h, m) < c < max(h, m) or (x == m and (h < m) == (m < c))]


def test_factors_of_kept_arcs_have_the_scores_that_they_have_without_pruning(model, treebank):
    """To the last bit, for the gold tree of every sentence."""
    (corpus, scorer), search = model.on(treebank), search_of(model.variant, model.root_mode)
    assert search.margin == MARGIN
    labels, n_kept, n_all = treebank.deprel.recoded(model.labels).astype(np.int32), 0, 0
    for s in range(treebank.n_sentences):
        heads, own = treebank.heads(s), labels[treebank.start[s] : treebank.start[s + 1]]
        pruned, every = (
            score_sentence(corpus, scorer, each, sentence_of(corpus, s), heads)
            for each in (search, search._replace(margin=UNPRUNED))
        )
        assert all(candidate_of(pruned, heads[m], m, own[m]) >= 0 for m in range(1, len(heads)))
        assert tree_score(pruned, heads, own) == tree_score(every, heads, own) > -np.inf
        assert number_of_second_order(pruned.into) == sum(
            3 + len(children_in_factors(pruned.into, h, m))
            for m in range(1, len(heads))
            for h in range(len(heads))
            for _ in range(pruned.into[m, h], pruned.into[m, h + 1])
        )
        n_kept, n_all = n_kept + len(pruned.arc), n_all + len(every.arc)
    assert 0 < n_kept < n_all / 2
