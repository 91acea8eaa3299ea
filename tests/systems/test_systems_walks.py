"""Random sequences of legal transitions, move by move against the systems as printed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import ROOT
from nonproj.data.conll import parse_treebank
from nonproj.systems import configuration as conf
from nonproj.systems import dispatch
from nonproj.systems.gold import new_gold, prepare_gold
from nonproj.systems.moves import NO_LABEL, NO_MOVE, Move, has_label
from nonproj.systems.registry import SYSTEM_ROWS, system_named
from oracles import systems as search
from oracles.trees import is_projective, is_tree, trees_of_class
from samples.configurations import after, arcs, begun, legal_moves, listed, pair, stacks, triple

PRINTED = {
    "arc-standard": search.arc_standard,
    "arc-eager": search.arc_eager,
    "arc-hybrid": search.arc_hybrid,
    "attardi": search.attardi,
    "swap-eager": search.swap,
    "mh4-greedy": search.mh4,
}
# At most this many moves on n tokens.
BOUNDS = {
    **dict.fromkeys(("arc-standard", "arc-eager", "arc-hybrid", "mh4-greedy"), lambda n: 2 * n),
    "attardi": lambda n: 3 * n,
    **dict.fromkeys(("swap-eager", "swap-lazy"), lambda n: 2 * n + n * (n - 1)),
    **{f"covington-{kind}": lambda n: n * (n + 1) // 2 for kind in ("d0", "d1", "dinf")},
    "covington-non-monotonic": lambda n: n * (n + 1) // 2,
    "2-planar": lambda n: 8 * n - 4,
}
root_modes = pytest.mark.parametrize("root_mode", [conf.MULTIPLE, conf.SINGLE])
CAPACITY = 9
sizes = st.integers(1, CAPACITY)
choices = st.randoms(use_true_random=False)


def walk(name, n, choice, root_mode):
    """Configurations of a random walk, the final one included."""
    system = system_named(name)
    config = begun(system, n, root_mode, CAPACITY)
    yield config
    while not dispatch.is_final(system.code, config):
        moves = legal_moves(system, config)
        assert moves
        assert set(moves) <= set(system.moves)
        config = after(system, config, choice.choice(moves), choice.randrange(5))
        yield config
    assert legal_moves(system, config) == []


def assert_same(successors, printed):
    assert set(successors) == set(printed)
    assert len(successors) == len(printed)


@root_modes
@pytest.mark.parametrize("name", BOUNDS)
@given(n=sizes, choice=choices)
@settings(max_examples=40, deadline=None)
def test_random_walks_of_legal_moves_end_in_trees(name, root_mode, n, choice):
    *way, config = walk(name, n, choice, root_mode)
    assert len(way) <= BOUNDS[name](n)
    before = arcs(config)
    n_headless = conf.finish(config, root_mode, 7, 8)
    heads = tuple(config.nodes[: n + 1, conf.HEAD].tolist())
    assert is_tree(heads)
    assert arcs(config) >= before
    assert n_headless == n - len(before)
    if root_mode == conf.SINGLE:
        assert heads.count(0) == 1
    if name.startswith("arc-") or name == "covington-d0":
        assert is_projective(heads)
    headless = sorted(token for _, token in arcs(config) - before)
    roots = [0] if root_mode == conf.MULTIPLE else [d for h, d in before if h == 0] or headless[:1]
    for token in headless:
        expected = 0 if [token] == roots else roots[0]
        assert heads[token] == expected
        assert config.nodes[token, conf.LABEL] == (7 if expected == 0 else 8)


def covington(degree):
    """A function from configurations of n nodes to successors at the next permissible pairs."""

    def following(configuration, n):
        printed = search.covington(degree, n)
        for after_it in printed(configuration):
            while after_it[1] <= n and not search.permissible(after_it, degree):
                (after_it,) = printed(after_it)
            yield after_it

    return following


COVINGTON = {f"covington-d{degree}": covington(float(degree)) for degree in ("0", "1", "2", "inf")}


@pytest.mark.parametrize("name", [*PRINTED, *COVINGTON])
@given(n=sizes, choice=choices)
@settings(max_examples=30, deadline=None)
def test_moves_of_a_system_equal_the_printed_ones(name, n, choice):
    """Covington's are decisions on every permissible pair."""
    system, view = system_named(name), pair if name in COVINGTON else triple
    for config in walk(name, n, choice, conf.MULTIPLE):
        moves = [] if dispatch.is_final(system.code, config) else legal_moves(system, config)
        before, successors = view(config), [view(after(system, config, move)) for move in moves]
        printed = COVINGTON[name](before, n) if name in COVINGTON else PRINTED[name](before)
        assert_same(successors, [*printed])


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_two_planar_moves_equal_the_printed_ones(n):
    """Every sequence of moves, none with two consecutive SWITCHes: all arcs are forests."""
    system = system_named("2-planar")
    seen, frontier = set(), [(begun(system, n), False)]
    while frontier:
        config, switched = frontier.pop()
        before = stacks(config)
        if (before, switched) in seen:
            continue
        seen.add((before, switched))
        successors = []
        for move in legal_moves(system, config):
            assert not (switched and move == Move.SWITCH)
            following = after(system, config, move)
            successors.append(stacks(following))
            frontier.append((following, move == Move.SWITCH))
        (active, inactive), *rest = before
        printed = {*search.two_planar(before)}
        back = {((inactive, active), *rest)} if switched else set()
        assert_same(successors, [*(printed - back)])
    found = {configuration for configuration, _ in seen}
    assert found == search.explore(search.initial(search.two_planar, n), search.two_planar)
    for *_, links in found:
        heads = {dependent: head for head, dependent in links}
        assert len(heads) == len(links)
        assert is_tree((-1, *(heads.get(d, 0) for d in range(1, n + 1))))


@pytest.mark.parametrize("name", BOUNDS)
@given(n=sizes, choice=choices)
@settings(max_examples=20, deadline=None)
def test_a_configuration_keeps_children_and_context_up_to_date(name, n, choice):
    for config in walk(name, n, choice, conf.MULTIPLE):
        links = arcs(config)
        for node in range(n + 1):
            left = sorted(d for h, d in links if h == node and d < node)
            right = sorted((d for h, d in links if h == node and d > node), reverse=True)
            outer = [*(left + [conf.NONE] * 2)[:2], *(right + [conf.NONE] * 2)[:2]]
            assert config.nodes[node, conf.LEFTMOST : conf.N_LEFT].tolist() == outer
            assert config.nodes[node, conf.N_LEFT :].tolist() == [len(left), len(right)]
        if name.startswith("covington"):
            i, j, _ = pair(config)
            between = range(j - 1, i, -1) if j <= n else []
            headless = tuple(k for k in between if config.nodes[k, conf.HEAD] == conf.NONE)
            assert listed(config, conf.CONTEXT) == headless


@pytest.mark.parametrize("name", BOUNDS)
@root_modes
def test_oracles_make_legal_moves(name, root_mode):
    """A single root that is masked for is no obstacle where all trees have a single root."""
    system, config = system_named(name), conf.new_configuration(CAPACITY)
    gold = new_gold(CAPACITY)
    for heads in (
        t for n in range(1, 5) for t in trees_of_class(n, False, root_mode == conf.SINGLE)
    ):
        column = np.array(heads, dtype=np.int32)
        conf.initial(config, len(heads) - 1, system.degree, root_mode)
        prepare_gold(system.code, gold, column, column)
        while not dispatch.is_final(system.code, config):
            move, label = dispatch.oracle(system.code, config, gold)
            if move == NO_MOVE:
                break
            assert move in legal_moves(system, config)
            assert (label == NO_LABEL) != has_label(move)
            dispatch.apply(system.code, config, move, label)


def test_the_documented_derivation_equals_that_of_the_oracle():
    """Each row of the table in docs/strategies.md is a run of the same move."""
    hearing = parse_treebank((ROOT / "docs" / "hearing.conllu").read_bytes(), name="hearing")
    words, system = ["root", *hearing.form.strings()[1:]], system_named("2-planar")
    config, gold = begun(system, len(words) - 1), new_gold(len(words))
    prepare_gold(system.code, gold, hearing.head, hearing.head)
    runs = []
    while not dispatch.is_final(system.code, config):
        move, _ = dispatch.oracle(system.code, config, gold)
        dispatch.apply(system.code, config, move, 0)
        if runs and runs[-1][0] == move:
            runs.pop()
        runs.append((move, *(" ".join(words[d] for d in stack) for stack in stacks(config)[0])))
    text = (ROOT / "docs" / "strategies.md").read_text()
    table = text.partition("| transition |")[2].partition("\n\n")[0].splitlines()[2:]
    before, *shown = [[cell.strip() for cell in row.split("|")][1:4] for row in table]
    first = [move for move, *_ in runs].index(Move.SWITCH)
    assert before == ["", *runs[first - 1][1:]]
    for (name, *expected), (move, *found) in zip(shown, runs[first:], strict=False):
        assert name.partition(",")[0].replace("-", "_") == Move(move).name
        assert expected == found


def test_the_walked_systems_cover_every_row():
    missing = {*SYSTEM_ROWS} - {system_named(name).row for name in BOUNDS}
    assert not missing, f"add to BOUNDS, and to PRINTED: {[row.name for row in missing]}"


def test_swap_remembers_the_last_swapped_node():
    system, remembered = system_named("swap-lazy"), []
    config = begun(system, 3)
    for move in ("SHIFT", "SHIFT", "SWAP", "SHIFT", "SHIFT", "SWAP", "LEFT_ARC"):
        config = after(system, config, Move[move])
        remembered.append(listed(config, conf.SWAPPED))
    assert remembered == [(), (), *[(1,)] * 5]


def test_node_at_finds_no_node_beyond_the_end_of_a_list():
    config = begun(system_named("arc-eager"), 2)
    assert [conf.node_at(config, conf.BUFFER, depth) for depth in range(3)] == [1, 2, conf.NONE]
    assert [conf.node_at(config, conf.STACK, depth) for depth in range(2)] == [0, conf.NONE]
    assert conf.node_at(config, conf.CONTEXT, 0) == conf.NONE
