"""The passive-aggressive step, the average of the weights, and the features met in training."""

import numpy as np
import pytest

from nonproj.parsers.graph.seen import keep_seen, mark_seen, none_seen
from nonproj.parsers.graph.updates import add_cost, loss_of, update
from samples.factors import factors_of

pytestmark = pytest.mark.kernels

SIZE = 32


def fresh():
    return tuple(np.zeros(SIZE, np.float32) for _ in range(3))


def margin(table, places, n_gold):
    return table[places[:n_gold]].sum() - table[places[n_gold:]].sum()


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
        assert margin(table, places, n_gold) >= loss - 1e-4
        assert not scratch.any()


def test_nothing_happens_where_the_margin_suffices_or_nothing_differs():
    for weights, places in ((9.0, [1, 2]), (0.0, [3, 3])):
        table, average, scratch = fresh()
        table[1] = weights
        before = table.copy()
        update(table, average, scratch, np.array(places, np.uint64), 1, 2.0, 1.0)
        assert (table == before).all()
        assert not average.any()
        assert not scratch.any()


def test_average_is_the_mean_of_the_weights_after_each_step():
    rng = np.random.default_rng(2)
    table, average, scratch = fresh()
    steps, seen = 25, []
    for step in range(steps):
        update(table, average, scratch, *random_lesson(rng), 1.0 - step / steps)
        seen.append(table.copy())
    assert average == pytest.approx(np.mean(seen, axis=0), abs=1e-5)


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
