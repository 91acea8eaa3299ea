"""Costs of moves: against losses by search in every configuration, and along derivations."""

from functools import partial
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from nonproj.systems import configuration as conf
from nonproj.systems import dispatch
from nonproj.systems.dynamic_oracle import ATTACHED, COST
from nonproj.systems.gold import new_gold, prepare_gold
from nonproj.systems.moves import N_MOVES, has_label
from nonproj.systems.registry import SYSTEM_ROWS, system_named
from oracles import systems as search
from oracles.losses import losses, successors
from oracles.losses import two_planar as losses_of_two_planar
from oracles.trees import is_two_planar, projectivize, trees, trees_of_class
from samples.configurations import after, begun, legal_moves, pair, stacks, triple

# name: the same system in the search, and the largest n for which all configurations are searched.
SYSTEMS = {
    "arc-eager": (search.arc_eager, 6),
    "arc-hybrid": (search.arc_hybrid, 6),
    "covington-dinf": (float("inf"), 5),
}
NON_MONOTONIC = "covington-non-monotonic"
BOUNDED = ("2-planar", NON_MONOTONIC)  # their costs are those of a bound of the loss
CASES = [(name, n) for name, (_, largest) in SYSTEMS.items() for n in range(1, largest + 1)]
root_modes = pytest.mark.parametrize("root_mode", [conf.MULTIPLE, conf.SINGLE])


def golds_of(name, n, root_mode=conf.MULTIPLE):
    """All trees of the system's class that obey the root mode."""
    return trees_of_class(n, system_named(name).projective, root_mode == conf.SINGLE)


def prepared(system, golds):
    """The tables of gold trees of the same length; the label of node d is d."""
    n = len(golds[0]) - 1
    tables = np.stack([new_gold(n) for _ in golds])
    for table, heads in zip(tables, golds, strict=True):
        labels = np.arange(n + 1, dtype=np.int32)
        prepare_gold(system.code, table, np.array(heads, np.int32), labels)
    return tables


@njit
def all_costs(system, config, golds, out):
    for k in range(len(golds)):
        dispatch.costs(system, config, golds[k], out[k])


def costs_of(system, config, golds):
    """{legal move: its costs for all gold trees}; checks the dependents."""
    out = np.full((len(golds), N_MOVES, 2), -7, np.int32)
    all_costs(system.code, config, golds, out)
    moves = legal_moves(system, config)
    for move in moves:
        heads = after(system, config, move).nodes[:, conf.HEAD]
        attached = (heads != config.nodes[:, conf.HEAD]) & (heads != conf.NONE)
        dependents = np.flatnonzero(attached).tolist()
        assert np.all(out[:, move, ATTACHED] == (dependents[0] if dependents else 0))
        assert len(dependents) == has_label(move)
    return {move: out[:, move, COST] for move in moves}


def printed(system, config):
    """The configuration as the search writes it."""
    return pair(config) if system.name.startswith("covington") else triple(config)


def checked_configurations(system, n, root_mode, golds, loss):
    """All configurations, as printed, after a check that costs of moves are changes of the loss."""
    tables = prepared(system, golds)
    seen, frontier = set(), [begun(system, n, root_mode)]
    while frontier:
        config = frontier.pop()
        state = printed(system, config)
        if state not in seen:
            seen.add(state)
            for move, costs in costs_of(system, config, tables).items():
                frontier.append(after(system, config, move))
                assert np.array_equal(costs, loss(printed(system, frontier[-1])) - loss(state))
    return seen


@root_modes
@pytest.mark.parametrize(("name", "n"), CASES)
def test_costs_of_moves_equal_changes_of_the_loss_in_all_configurations(name, n, root_mode):
    system, golds = system_named(name), golds_of(name, n)
    if len(golds) > 1000 and not system.projective:
        golds = golds[::7]
    loss = losses(successors(SYSTEMS[name][0], n, root_mode == conf.SINGLE), golds)
    assert len(checked_configurations(system, n, root_mode, golds, loss)) > n


@root_modes
@pytest.mark.parametrize("n", [1, 2, 3])
def test_two_planar_costs_bound_the_loss_in_all_configurations(n, root_mode):
    """The sum of costs depends on the configuration alone, and bounds the loss from above.

    It is not less than the loss, a move that keeps it is legal, and both agree in the end."""
    system, single = system_named("2-planar"), root_mode == conf.SINGLE
    golds = golds_of("2-planar", n, root_mode)
    tables, loss = prepared(system, golds), losses(losses_of_two_planar(single), golds)
    sums, frontier = {}, [(begun(system, n, root_mode), np.zeros(len(golds), int))]
    while frontier:
        config, costs_so_far = frontier.pop()
        state = bool(config.state[conf.SWAPPED]), *stacks(config)
        known = sums.setdefault((int(config.state[conf.ACTIVE]), state), costs_so_far)
        assert np.array_equal(known, costs_so_far)
        assert np.all(costs_so_far >= loss(state))
        if dispatch.is_final(system.code, config):
            assert np.array_equal(costs_so_far, loss(state))
        elif known is costs_so_far:
            costs = costs_of(system, config, tables)
            assert np.all(np.min([*costs.values()], axis=0) <= 0)
            frontier += [(after(system, config, m), costs_so_far + c) for m, c in costs.items()]


def missed(state, golds):
    """How many gold arcs are missing although Covington's parser has passed their nodes."""
    i, j, arcs = state
    passed = [(h, d) for h, d in permutations(range(max(map(len, golds))), 2)
              if max(h, d) < j or (max(h, d) == j and min(h, d) > i)]  # fmt: skip
    return np.array(
        [sum(heads[d] == h for h, d in passed if (h, d) not in arcs) for heads in golds]
    )


@root_modes
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_non_monotonic_costs_count_missed_arcs_in_all_configurations(n, root_mode):
    """The costs change the number of missed arcs, a lower bound of the loss that is often exact."""
    single = root_mode == conf.SINGLE
    golds = golds_of(NON_MONOTONIC, n, root_mode)[:: n * n]
    following = successors(search.non_monotonic(n), n, single)
    bound, loss = partial(missed, golds=golds), losses(following, golds)
    seen = checked_configurations(system_named(NON_MONOTONIC), n, root_mode, golds, bound)
    assert seen == search.explore((0, 1, frozenset()), following)
    exact = {state: bound(state) == loss(state) for state in seen}
    assert all(np.all(bound(state) <= loss(state)) for state in seen)
    assert all(is_exact.all() for (_, j, _), is_exact in exact.items() if j > n)
    assert np.mean([*exact.values()]) > 0.95


@st.composite
def golds_beyond(draw, name):
    """A larger tree of the system's class."""
    if name == "2-planar":
        return draw(trees(min_size=6, max_size=8).filter(is_two_planar))
    heads = draw(trees(min_size=6, max_size=14))
    if not system_named(name).projective:
        return heads
    lifted, *_ = projectivize(heads)
    return tuple(lifted[d] for d in range(len(heads)))


@root_modes
@pytest.mark.parametrize("name", [*SYSTEMS, *BOUNDED])
@given(data=st.data(), choice=st.randoms(use_true_random=False), slips=st.integers(0, 10))
@settings(max_examples=100, deadline=None)
def test_costs_of_any_derivation_sum_up_to_its_errors(name, root_mode, data, choice, slips):
    """Together with a move without cost in every configuration, this proves that costs are exact.

    The 2-planar system may regain an arc, at a cost of -1. `slips` is the share of random moves in
    tenths; other moves have no cost."""
    system, heads = system_named(name), data.draw(golds_beyond(name))
    tables, config = prepared(system, [heads]), begun(system, len(heads) - 1, root_mode)
    counts_roots = root_mode == conf.SINGLE and name != NON_MONOTONIC  # too many from the start
    total = heads.count(0) - 1 if counts_roots else 0
    while not dispatch.is_final(system.code, config):
        costs = {move: int(cost[0]) for move, cost in costs_of(system, config, tables).items()}
        least = min(costs.values())
        assert least == 0 or (name == "2-planar" and least < 0) or name == NON_MONOTONIC
        is_slip = choice.randrange(10) < slips
        move = choice.choice([move for move in costs if is_slip or costs[move] <= max(least, 0)])
        total += costs[move]
        config = after(system, config, move)
    built = config.nodes[:, conf.HEAD].tolist()
    assert total == sum(own != gold for own, gold in zip(built, heads, strict=True))


@pytest.mark.parametrize("name", [*SYSTEMS, *BOUNDED])
@root_modes
def test_the_static_oracle_makes_no_costly_move(name, root_mode):
    system = system_named(name)
    for heads in golds_of(name, 4, root_mode):
        (table,), config = prepared(system, [heads]), begun(system, 4, root_mode)
        while not dispatch.is_final(system.code, config):
            move, _ = dispatch.oracle(system.code, config, table)
            assert costs_of(system, config, table[None])[move] == [0]
            config = after(system, config, move)


def test_systems_without_a_dynamic_oracle_have_no_costs():
    for code, row in enumerate(SYSTEM_ROWS):
        config, gold = begun(system_named("arc-eager"), 1), new_gold(1)
        if not row.explores:
            with pytest.raises(ValueError, match="has no dynamic oracle"):
                dispatch.costs(code, config, gold, np.zeros((N_MOVES, 2), np.int32))
    assert {row.name for row in SYSTEM_ROWS if row.explores} == {
        system_named(name).row.name for name in (*SYSTEMS, *BOUNDED)
    }
    assert not system_named("covington-d1").explores
    assert system_named("covington-dinf-r2l").explores
