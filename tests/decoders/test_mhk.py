"""The MH_k chart: the trees that it derives, and scores of transitions against literal search."""

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.decoders import mhk
from nonproj.decoders.mhk_transitions import MH_SHIFT, REDUCTIONS, decode
from nonproj.errors import NonprojError
from oracles import trees
from oracles.charts import mhk_derives
from oracles.derivations import REDUCTIONS as LITERAL
from oracles.derivations import best_derivation, replay
from samples.trees import heads_of

NAMES = [*(rule.name for rule in REDUCTIONS), "sh"]
cases = pytest.mark.parametrize(("k", "hybrid"), [(3, False), (3, True), (4, False), (4, True)])


@pytest.mark.parametrize(("n", "k"), [(1, 3), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_derivable_trees_equal_those_of_the_deduction_system(n, k):
    """k is where everything is derivable, so that all smaller ones are checked too."""
    for heads in trees.all_trees(n):
        for smaller in range(3, k + 1):
            assert mhk.derivable(np.array(heads), smaller) == mhk_derives(heads, smaller)


@settings(max_examples=100, deadline=None)
@given(heads=trees.trees(min_size=6, max_size=9), k=st.integers(3, 7))
def test_longer_derivable_trees_equal_those_of_the_deduction_system(heads, k):
    assert mhk.derivable(np.array(heads), k) == mhk_derives(heads, k)


def test_a_tree_of_200_words_is_derivable_by_mh4_alone():
    """Words 2..n attach leftwards in two interleaved chains: n - 1 crossings, all MH4."""
    n = 200
    heads = heads_of(0, 0, *range(1, n - 1))
    assert [mhk.derivable(heads, k) for k in (3, 4)] == [False, True]


def test_values_of_k_without_a_chart_are_refused():
    with pytest.raises(NonprojError, match="k >= 3"):
        mhk.derivable(heads_of(0), 2)
    with pytest.raises(NonprojError, match="3 or 4"):
        mhk.decode(np.zeros((2, 2)), k=5)


def random_scores(rng, n, k, hybrid, real=True):
    size, rules = n + 2, 2 if k == 3 else 6
    draw = rng.normal if real else (lambda size: rng.integers(0, 2, size).astype(float))
    square, blocks = (size, size), (rules, size, size)
    shapes = {"shift": square, "reduce": blocks, "arc": square}
    return {name: draw(size=shape) for name, shape in shapes.items()} | (
        {"below": draw(size=blocks)} if hybrid else {}
    )


def as_functions(shift, reduce, arc, below=None):
    def reduction(name, s1, s0, b0):
        rule = NAMES.index(name)
        if rule >= len(reduce):
            return -np.inf
        return reduce[rule, s0, b0] + (0.0 if below is None else below[rule, s1, s0])

    return lambda s0, b0: shift[s0, b0], reduction, lambda h, d: arc[h, d]


def test_reductions_have_heads_and_dependents_of_the_paper():
    assert {rule.name: (rule.dependent, rule.head) for rule in REDUCTIONS} == LITERAL
    assert NAMES[MH_SHIFT] == "sh"


@cases
def test_the_best_derivation_equals_that_of_exhaustive_search(k, hybrid):
    rng = np.random.default_rng([k, hybrid])
    for n, _ in product(range(7), range(6)):
        scores = random_scores(rng, n, k, hybrid)
        found = decode(**scores, k=k)
        score, steps = best_derivation(n, k, *as_functions(**scores))
        assert found.score == pytest.approx(score)
        assert found.heads.tolist() == list(replay(n, [name for name, *_ in steps])[0])


@cases
def test_the_score_of_a_derivation_is_the_sum_over_its_transitions(k, hybrid):
    """Of configurations of the transition system, not of items of the chart."""
    rng = np.random.default_rng([4, k, hybrid])
    for n, real in product(range(1, 13), [True, False]):
        scores = random_scores(rng, n, k, hybrid, real)
        found = decode(**scores, k=k)
        names = [NAMES[step] for step in found.steps[:, 0]]
        heads, seen = replay(n, names)
        assert heads == tuple(found.heads.tolist())
        total = 0.0
        on_shift, on_reduce, on_arc = as_functions(**scores)
        for (name, s1, s0, b0), (*_, under, top, following) in zip(seen, found.steps, strict=True):
            assert [top, following] == [s0, b0]
            assert name == "sh" or under == s1
            total += on_shift(s0, b0) if name == "sh" else on_reduce(name, s1, s0, b0)
        total += sum(on_arc(heads[d], d) for d in range(1, n + 1))
        assert found.score == pytest.approx(total)


@pytest.mark.parametrize(("k", "n"), [(3, 4), (4, 4), (4, 5)])
def test_the_decoder_finds_exactly_the_trees_that_the_chart_derives(k, n):
    """A tree whose arcs alone are allowed is found iff the chart derives it."""
    scores = random_scores(np.random.default_rng(1), n, k, True)
    for heads in trees.all_trees(n):
        arc = np.full((n + 2, n + 2), -np.inf)
        arc[heads[1:], np.arange(1, n + 1)] = 0.0
        if mhk_derives(heads, k):
            assert tuple(decode(**scores | {"arc": arc}, k=k).heads.tolist()) == heads
        else:
            with pytest.raises(NonprojError, match=f"MH{k}"):
                decode(**scores | {"arc": arc}, k=k)


def test_scores_of_another_shape_or_k_are_refused():
    with pytest.raises(NonprojError, match=r"\(2, 4, 4\)"):
        decode(np.zeros((4, 4)), np.zeros((2, 4, 4)))
    with pytest.raises(NonprojError, match="not for 5"):
        decode(np.zeros((4, 4)), np.zeros((6, 4, 4)), k=5)


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("table", ["shift", "reduce", "arc", "below"])
def test_scores_of_transitions_that_are_no_numbers_are_refused(table, value):
    scores = random_scores(np.random.default_rng(1), 3, 4, hybrid=True)
    place = (5, 1, 2)[-scores[table].ndim :]
    scores[table][place] = value
    shown = re.escape(f"{table}{list(place)}: {value}, expected a number or -inf")
    with pytest.raises(NonprojError, match=shown):
        decode(**scores)
