"""Which trees each system derives: its oracle, every sequence of transitions, and the class."""

import numpy as np
import pytest
from hypothesis import given, settings

from nonproj.systems.moves import Move
from nonproj.systems.registry import SYSTEM_ROWS, system_named
from nonproj.systems.replay import replay
from oracles import systems as search
from oracles.trees import (
    all_trees,
    below_words,
    degree,
    fewest_switches,
    is_projective,
    is_tree,
    is_two_planar,
    trees,
    trees_up_to,
)
from samples.trees import columns

SIZES = range(1, 6)


def of_degree(bound):
    return lambda heads: max(degree(heads, d) for d in range(1, len(heads))) <= bound


def any_tree(heads):
    return True


# name: the same system in the search, and the class it is complete for if that has a definition.
SYSTEMS = {
    "arc-standard": (search.arc_standard, is_projective),
    "arc-eager": (search.arc_eager, is_projective),
    "arc-hybrid": (search.arc_hybrid, is_projective),
    "attardi": (search.attardi, None),
    "swap-eager": (search.swap, any_tree),
    "swap-lazy": (search.swap, any_tree),
    "covington-d0": (0, is_projective),
    "covington-d1": (1, of_degree(1)),
    "covington-d2": (2, of_degree(2)),
    "covington-dinf": (len(SIZES), any_tree),
    "covington-non-monotonic": (search.NON_MONOTONIC, any_tree),
    "mh4-greedy": (search.mh4, None),
    "2-planar": (search.two_planar, is_two_planar),
}
# How many trees of 1 to 5 words a system derives, if its class has no other definition.
COUNTS = {"attardi": (1, 3, 16, 119, 1071), "mh4-greedy": (1, 3, 16, 119, 1069)}


def rebuilt(name, trees, threads=1):
    """Heads as the oracle builds them, and the replay; slot i is labelled i, roots by default 0."""
    start, head = columns(trees)
    label = np.arange(len(head), dtype=np.int32)
    built = replay(start, head, label, system_named(name), 0, threads)
    return [tuple(part.tolist()) for part in np.split(built.head, start[1:-1])], built


def derived(name, trees):
    """The trees of which the oracle adds every arc by a move of the system."""
    built = rebuilt(name, trees)[1]
    incomplete = built.stuck | (built.headless > 0)
    return {heads for heads, lacks in zip(trees, incomplete, strict=True) if not lacks}


def test_the_searched_systems_cover_every_row():
    missing = {*SYSTEM_ROWS} - {system_named(name).row for name in SYSTEMS}
    assert not missing, f"add to SYSTEMS and oracles/systems.py: {[row.name for row in missing]}"
    assert {name for name, (_, in_class) in SYSTEMS.items() if in_class is None} == {*COUNTS}


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("n", SIZES)
def test_the_oracle_derives_every_tree_that_some_sequence_of_moves_derives(name, n):
    system, in_class = SYSTEMS[name]
    found = derived(name, all_trees(n))
    assert found == search.derivable(system, n)
    if in_class is None:
        assert len(found) == COUNTS[name][n - 1]
    else:
        assert found == {heads for heads in all_trees(n) if in_class(heads)}


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_oracle_ends_in_a_tree_of_gold_arcs_and_arcs_from_0(name):
    gold = trees_up_to(max(SIZES))
    heads, built = rebuilt(name, gold)
    found = derived(name, gold)
    for tree, own in zip(gold, heads, strict=True):
        assert is_tree(own)
        assert all(h in (g, 0) for h, g in zip(own, tree, strict=True))
        assert tree not in found or own == tree
    _, head = columns(gold)
    linked = (built.label != 0) & (head >= 0)
    assert np.array_equal(built.label[linked], np.flatnonzero(linked))
    assert np.array_equal(built.head[linked], head[linked])


def test_transitions_of_mh4_derive_a_tree_that_its_chart_does_not():
    """Gómez-Rodríguez, Shi & Lee (2018), 3.2, with the sequence they print (but for sh(0))."""
    tree = (-1, 3, 0, 5, 2, 4)
    heads, built = rebuilt("mh4-greedy", [tree])
    assert heads == [tree]
    made = {move: int(count) for move, count in zip(Move, built.moves[0], strict=True) if count}
    assert made == {Move.SHIFT: 5, Move.LEFT_ARC_2: 2, Move.RIGHT_ARC: 3}


def test_the_lazy_oracle_swaps_less_than_the_eager_one():
    gold = trees_up_to(max(SIZES))
    runs = [rebuilt(name, gold)[1] for name in ("swap-lazy", "swap-eager")]
    lazy, eager = (run.moves[:, Move.SWAP] for run in runs)
    assert np.all(lazy <= eager)
    assert lazy.sum() < eager.sum()
    projective = np.array([is_projective(heads) for heads in gold])
    assert np.array_equal(lazy == 0, projective)
    assert np.array_equal(eager == 0, projective)


@given(trees(min_size=6, max_size=14))
@settings(max_examples=200, deadline=None)
def test_two_planar_derives_a_large_tree_if_it_has_two_planes(heads):
    assert bool(derived("2-planar", [heads])) == is_two_planar(heads)
    assert (rebuilt("2-planar", [heads])[0] == [heads]) == is_two_planar(heads, below_words(heads))


def test_two_planar_switches_stacks_no_more_often_than_needed():
    gold = list(filter(is_two_planar, trees_up_to(max(SIZES))))
    switches = rebuilt("2-planar", gold)[1].moves[:, Move.SWITCH].tolist()
    assert switches == [fewest_switches(heads) for heads in gold]
    assert max(switches) > 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_right_to_left_equals_left_to_right_on_mirrored_trees(name):
    gold = trees_up_to(max(SIZES))
    mirrored = [mirror(heads) for heads in gold]
    forwards, built = rebuilt(name, gold)
    backwards, built_backwards = rebuilt(name + "-r2l", mirrored)
    assert [mirror(heads) for heads in backwards] == forwards
    assert np.array_equal(built.moves, built_backwards.moves)
    assert np.array_equal(built.headless, built_backwards.headless)


def test_neither_other_sentences_nor_threads_change_a_replay():
    gold = trees_up_to(4)
    heads, built = rebuilt("swap-lazy", gold)
    assert rebuilt("swap-lazy", gold[::-1])[0] == heads[::-1]
    for threads in (2, 3, 500):
        _, other = rebuilt("swap-lazy", gold, threads)
        for field in ("head", "label", "moves", "headless", "stuck"):
            assert np.array_equal(getattr(other, field), getattr(built, field))


def mirror(heads):
    n = len(heads) - 1
    return (-1, *(n + 1 - heads[d] if heads[d] else 0 for d in range(n, 0, -1)))
