"""What graph-based training relies on: pruning, the passive-aggressive step, features met."""

import numpy as np
import pytest

from nonproj.decoders.carreras_factors import candidate_of, tree_score
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.model import search_of
from nonproj.parsers.graph.pruning import MARGIN, UNPRUNED, kept_arcs
from nonproj.parsers.graph.seen import keep_seen, mark_seen, none_seen
from nonproj.parsers.graph.sentences import score_sentence, sentence_of
from nonproj.parsers.graph.training import GraphSettings
from nonproj.parsers.graph.training import train as train_graph
from nonproj.parsers.graph.updates import add_cost, loss_of, update
from nonproj.parsers.interface import Training
from oracles.trees import all_trees, is_projective
from samples.factors import factors_of
from samples.treebanks import made_treebank

pytestmark = pytest.mark.kernels
SIZE = 32


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


def test_factors_of_kept_arcs_have_the_scores_that_they_have_without_pruning():
    """To the last bit, for the gold tree of every sentence."""
    treebank, settings = made_treebank(120), GraphSettings(iterations=2, bits=18)
    model = train_graph(variant_named("carreras+npa"), treebank, Training(), settings=settings)
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
        n_kept, n_all = n_kept + len(pruned.arc), n_all + len(every.arc)
    assert 0 < n_kept < n_all / 2


def fresh():
    return tuple(np.zeros(SIZE, np.float32) for _ in range(3))


def random_lesson(rng):
    n_gold, n = rng.integers(1, 8), 12
    return rng.integers(0, SIZE, n).astype(np.uint64), n_gold, float(rng.integers(1, 5))


def test_margin_is_the_loss_afterwards_and_the_step_is_the_smallest():
    """The step is along gold minus guess, and just as long as needed (Crammer et al. 2006, 3)."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        table, average, scratch = fresh()
        table[:] = rng.normal(size=SIZE)
        before = table.copy()
        places, n_gold, loss = random_lesson(rng)
        gold = np.bincount(places[:n_gold].astype(int), minlength=SIZE)
        guess = np.bincount(places[n_gold:].astype(int), minlength=SIZE)
        direction = (gold - guess).astype(float)
        update(table, average, scratch, places, n_gold, loss, 1.0)
        expected = max(0.0, loss - direction @ before) / (direction @ direction)
        assert table - before == pytest.approx(expected * direction, abs=1e-5)
        assert direction @ table >= loss - 1e-4
        assert not scratch.any()


def test_weights_stay_where_the_margin_suffices_or_trees_are_the_same():
    for weights, places in ((9.0, [1, 2]), (0.0, [3, 3])):
        table, average, scratch = fresh()
        table[1] = weights
        before = table.copy()
        update(table, average, scratch, np.array(places, np.uint64), 1, 2.0, 1.0)
        assert (table == before).all()
        assert not average.any()
        assert not scratch.any()


def test_costs_of_arcs_add_up_to_the_loss_of_a_tree():
    rng = np.random.default_rng(3)
    arc = np.zeros((4, 4, 2))
    factors = factors_of(arc, *np.zeros((2, 4, 4, 2, 4)))
    gold, labels = np.array([-1, 2, 0, 2], np.int32), np.array([-1, 0, 1, 1], np.int32)
    add_cost(factors, gold, labels)
    for _ in range(30):
        guess = np.array([-1, *(rng.choice([h for h in range(4) if h != m]) for m in (1, 2, 3))])
        guess_labels = np.array([-1, *rng.integers(0, 2, 3)])
        chosen = [factors.into[m, guess[m]] + guess_labels[m] for m in (1, 2, 3)]
        loss = loss_of(gold, labels, guess, guess_labels)
        assert factors.arc[chosen].sum() == loss
    assert loss_of(gold, labels, gold, labels) == 0.0
    assert loss_of(gold, labels, gold, 1 - labels) == 1.5


def test_features_that_were_marked_are_kept_in_order():
    bits, rng = 7, np.random.default_rng(1)
    table = np.zeros(1 << bits, np.float32)  # looked at by the processor only
    seen, known = none_seen(bits), set()
    for _ in range(4):
        update = rng.integers(0, 1 << bits, 20).astype(np.uint64)
        mark_seen(seen, update)
        known.update(update[::2].tolist())  # the others are weights of labels
        places = rng.integers(0, 1 << bits, 200).astype(np.uint64)
        expected = [place for place in places.tolist() if place in known]
        count = keep_seen(seen, table, places)
        assert places[:count].tolist() == expected
    assert 0 < len(known) < 1 << bits
