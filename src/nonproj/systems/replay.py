"""Replay of a corpus with a static oracle, to find which trees and moves a system produces."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.errors import NonprojError
from nonproj.systems.configuration import (
    HEAD,
    LABEL,
    MULTIPLE,
    NONE,
    STACK,
    add_arc,
    finish,
    initial,
    new_configuration,
    node_at,
)
from nonproj.systems.direction import mirror_heads, mirror_slots
from nonproj.systems.dispatch import apply, is_final, oracle
from nonproj.systems.gold import new_gold, prepare_gold
from nonproj.systems.moves import N_MOVES, NO_MOVE
from nonproj.systems.registry import System
from nonproj.trees.columns import checked_corpus


class Replay(NamedTuple):
    """The trees that an oracle builds from gold trees, with slots in the order of the input."""

    head: np.ndarray  # int32 per slot
    label: np.ndarray  # int32 per slot, NONE at root slots
    moves: np.ndarray  # int32[n_sentences, N_MOVES]: how often each move was made
    headless: np.ndarray  # int32 per sentence: tokens that were attached to 0 at the end
    stuck: np.ndarray  # bool per sentence: whether the oracle stopped before the end


def replay(
    start: np.ndarray,
    head: np.ndarray,
    label: np.ndarray,
    system: System,
    root_label: int,
    threads: int = 1,
    chained: bool = False,
) -> Replay:
    """Run the system's oracle on every tree, and attach headless tokens to node 0 with root_label.

    Derivations end in this way in Nilsson (2009, 2.3) and Nivre (2007, 3), and also if Attardi's
    oracle gets stuck. Wrong arcs are therefore never non-projective. With `chained`, tokens that a
    stuck oracle leaves on the stack attach to the node below them instead, as if by RIGHT-ARC. The
    sentences are divided among the threads, but the result does not depend on the number of
    threads."""
    start, head = checked_corpus(start, head)
    label = np.require(label, np.int32, ["C", "W"])
    if label.shape != head.shape:
        raise NonprojError(f"{len(label)} labels for {len(head)} slots")
    if threads < 1:
        raise NonprojError(f"{threads} threads, expected 1 or more")
    slots = mirror_slots(start) if system.right_to_left else slice(None)
    if system.right_to_left:
        head, label = mirror_heads(start, head), label[slots]
    built = _replay_in_threads(start, head, label, system, root_label, threads, chained)
    if system.right_to_left:
        built.head[:] = mirror_heads(start, built.head)
        built.label[:] = built.label[slots]
    return built


def default_labels(head: np.ndarray, label: np.ndarray) -> tuple[int, int]:
    """Return the most frequent labels of arcs from node 0 and of all other arcs.

    Ties go to the smaller code. If there are no other arcs (every token is a root), both labels are
    the same. `finish` gives these labels to headless tokens."""
    if not np.any(head == 0):
        raise NonprojError("no token attaches to the root: there is no tree to take labels from")
    root_label = int(np.bincount(label[head == 0]).argmax())
    others = label[head > 0]
    return root_label, int(np.bincount(others).argmax()) if len(others) else root_label


def _replay_in_threads(start, head, label, system, root_label, threads, chained) -> Replay:
    n_sentences = len(start) - 1
    built = Replay(
        np.full(len(head), NONE, np.int32),
        np.full(len(head), NONE, np.int32),
        np.zeros((n_sentences, N_MOVES), np.int32),
        np.zeros(n_sentences, np.int32),
        np.zeros(n_sentences, np.bool_),
    )
    task = (start, head, label, system.code, system.degree, root_label, chained, built)
    shares = np.linspace(0, start[-1], threads + 1)
    bounds = np.searchsorted(start, shares).tolist()
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(_replay, *task, first, end) for first, end in pairwise(bounds)]
        for job in jobs:
            job.result()
    return built


@njit(cache=True, nogil=True)
def _replay(start, head, label, system, degree, root_label, chained, built, first, end):
    """Replay sentences first..end - 1, and write the results to `built`."""
    longest = 0
    for s in range(first, end):
        longest = max(longest, start[s + 1] - start[s] - 1)
    config, gold = new_configuration(longest), new_gold(longest)
    for s in range(first, end):
        a, b = start[s], start[s + 1]
        initial(config, b - a - 1, degree, MULTIPLE)
        prepare_gold(system, gold, head[a:b], label[a:b])
        while not is_final(system, config):
            move, move_label = oracle(system, config, gold)
            if move == NO_MOVE:
                built.stuck[s] = True
                break
            apply(system, config, move, move_label)
            built.moves[s, move] += 1
        if chained and built.stuck[s]:
            for depth in range(config.state[STACK] - 1):
                below, token = node_at(config, STACK, depth + 1), node_at(config, STACK, depth)
                add_arc(config, below, token, root_label)
        built.headless[s] = finish(config, MULTIPLE, root_label, root_label)
        built.head[a:b] = config.nodes[: b - a, HEAD]
        built.label[a:b] = config.nodes[: b - a, LABEL]
