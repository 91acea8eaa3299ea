"""Names of systems, the mirror, and what a replay refuses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonproj.errors import NonprojError
from nonproj.systems.direction import mirror_heads, mirror_slots
from nonproj.systems.dispatch import apply, costs, is_final, legal, next_token, oracle
from nonproj.systems.gold import new_gold, prepare_gold
from nonproj.systems.moves import N_MOVES, NO_LABEL, Move, has_label
from nonproj.systems.registry import SYSTEM_ROWS, UNBOUNDED, system_forms, system_named
from nonproj.systems.replay import default_labels, replay
from oracles.trees import trees
from samples.configurations import begun
from samples.trees import columns


def test_every_base_name_is_a_system_and_may_have_a_degree():
    for base in system_forms():
        name = base.replace("{0,1,2,...,inf}", "2")
        system = system_named(name)
        assert system.name == name
        assert not system.right_to_left
        mirrored = system_named(name + "-r2l")
        assert mirrored.right_to_left
        assert (mirrored.code, mirrored.moves) == (system.code, system.moves)
    assert [system_named(f"covington-d{bound}").degree for bound in ("1-r2l", 12)] == [1, 12]
    assert system_named("covington-dinf").degree == system_named("arc-eager").degree == UNBOUNDED
    assert system_named("covington-d0").row == system_named("covington-dinf").row


UNKNOWN = (
    *("", "ARC-EAGER", "arc_eager", "arc-eager-d1", "arc-eager-r2l-r2l", "arc-eager+head"),
    *("covington", "covington-d", "covington-d-1", "covington-dinfinite", "mh4", "swap", "-r2l"),
)


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_names_of_systems_are_refused(name):
    with pytest.raises(NonprojError, match="is not known; expected one of arc-standard") as error:
        system_named(name)
    assert repr(name) in str(error.value)


def test_moves_without_arcs_have_no_label():
    without = {Move.SHIFT, Move.REDUCE, Move.SWAP, Move.NO_ARC, Move.SWITCH}
    assert {move for move in Move if not has_label(move)} == without


@given(st.lists(trees(max_size=6), min_size=1, max_size=4))
def test_mirroring_twice_restores_slots_and_heads(gold):
    start, head = columns(gold)
    slots = mirror_slots(start)
    assert np.array_equal(slots[slots], np.arange(len(head)))
    assert np.array_equal(mirror_heads(start, mirror_heads(start, head)), head)
    start, head = columns([(-1, 2, 0, 2, 3), (-1, 0)])
    assert mirror_slots(start).tolist() == [0, 4, 3, 2, 1, 5, 6]
    assert mirror_heads(start, head).tolist() == [-1, 2, 3, 0, 3, -1, 0]


def test_default_labels_are_the_most_frequent():
    head = np.array([-1, 0, 1, 1, 1, 0, -1, 0, 1])
    label = np.array([-1, 5, 4, 3, 3, 2, -1, 2, 4])
    assert default_labels(head, label) == (2, 3)  # 3 and 4 are as frequent
    assert default_labels(np.array([-1, 0]), np.array([-1, 6])) == (6, 6)
    with pytest.raises(NonprojError, match="no token attaches to the root"):
        default_labels(np.array([-1]), np.array([-1]))


def test_replay_refuses_columns_that_do_not_fit():
    start, head = columns([(-1, 2, 0)])
    system, labels = system_named("swap-lazy"), np.zeros(3, np.int32)
    for arguments, message in (
        ((head, labels[:2], system, 0), "2 labels for 3 slots"),
        ((head, labels, system, 0, 0), "0 threads"),
        ((np.array([-1, 3, 0]), labels, system, 0), "sentence 1, token 1: head 3 outside"),
    ):
        with pytest.raises(NonprojError, match=message):
            replay(start, *arguments)
    built = replay(start[:1], head[:0], labels[:0], system, 0, threads=2)
    assert len(built.head) == len(built.moves) == 0


def test_every_kernel_refuses_a_number_without_a_row():
    config, gold, code = begun(system_named("arc-eager"), 1), new_gold(1), len(SYSTEM_ROWS)
    tree = np.array([-1, 0], np.int32)
    for kernel, arguments in (
        (legal, (config,)),
        (apply, (config, 0, 0)),
        (oracle, (config, gold)),
        (costs, (config, gold, np.zeros((N_MOVES, 2), np.int32))),
        (prepare_gold, (gold, tree, tree)),
    ):
        with pytest.raises((ValueError, IndexError)):
            kernel(code, *arguments)
    config.state[:2] = 1, 0
    with pytest.raises(IndexError):
        is_final(code, config)


ON_STACK = ("arc-standard", "attardi", "swap-eager", "swap-lazy")


@pytest.mark.parametrize("row", SYSTEM_ROWS, ids=lambda row: row.name)
def test_the_next_token_is_an_end_of_the_next_arc(row):
    """It is one end of an arc, and so divides training data by what is about to be decided."""
    config = begun(system_named("arc-eager"), 3)
    on_stack = row.name in ON_STACK
    if on_stack:  # 0, 1 and 2 are on the stack, an arc would link 1 and 2
        apply(SYSTEM_ROWS.index(row), config, Move.SHIFT, NO_LABEL)
        apply(SYSTEM_ROWS.index(row), config, Move.SHIFT, NO_LABEL)
    found = next_token(SYSTEM_ROWS.index(row), config)
    assert found == (2 if on_stack else 1), "next_on_stack of the row, or ON_STACK, is wrong"
