"""Beam search: parsing with the sequence of transitions whose scores have the highest sum.

A beam holds the best partial derivations with the same number of decisions (Zhang & Clark 2008). A
finished derivation keeps its score and competes with longer ones. Forced moves do not count as
decisions."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.learners.linear import score
from nonproj.parsers.transition.loops import (
    DECISIONS,
    HEADLESS,
    SCORED,
    SCORED_ROWS,
    features_of,
    make_forced_moves,
    new_workspaces,
    write_tree,
)
from nonproj.parsers.transition.parsing import ParsedRange, in_threads
from nonproj.parsers.transition.symbols import Symbols
from nonproj.systems.configuration import HEAD, Configuration, finish, initial, new_configuration
from nonproj.systems.dispatch import apply
from nonproj.systems.moves import N_MOVES, NONE

FREE = np.zeros(0, np.int64)  # an empty gold derivation, for parsing


class Beam(NamedTuple):
    """Two generations of configurations, and the best continuations of one of them.

    The arrays of `configs` have a first axis of length 2 * width."""

    configs: Configuration
    total: np.ndarray  # float64[2, width]: sums of scores
    best: np.ndarray  # float64[width]: sums of the best continuations, in descending order
    place: np.ndarray  # int64[width]: the derivation that each continuation extends
    action: np.ndarray  # int64[width]: the action added; NONE if the derivation is finished


@njit(cache=True, nogil=True)
def new_beam(width, capacity):
    """Create a beam of `width` derivations for sentences of up to `capacity` tokens."""
    one, n = new_configuration(capacity), 2 * width
    configs = Configuration(
        np.zeros((n, *one.state.shape), np.int32),
        np.zeros((n, *one.lists.shape), np.int32),
        np.zeros((n, *one.nodes.shape), np.int32),
        np.zeros((n, *one.component.shape), np.int32),
    )
    place, action = np.zeros(width, np.int64), np.zeros(width, np.int64)
    return Beam(configs, np.zeros((2, width)), np.zeros(width), place, action)


@njit(cache=True, nogil=True)
def new_history(width):
    """Create a table that holds (parent's position, action) for each decision and derivation."""
    return np.zeros((64, width, 2), np.int32)


@njit(cache=True, nogil=True)
def configuration(beam, generation, place):
    """Return a view of one configuration in the beam."""
    i = generation * len(beam.best) + place
    configs = beam.configs
    return Configuration(configs.state[i], configs.lists[i], configs.nodes[i], configs.component[i])


@njit(cache=True, nogil=True)
def search(parser, beam, history, symbols, first, n, gold, workspace):
    """Search for the best derivation of the sentence of n tokens whose first slot is `first`.

    Return (history, number of decisions, generation of the last configurations, number of these
    configurations, position of the gold derivation in the beam). If `gold` has actions, stop when
    the gold derivation falls out of the beam; its position is then NONE. The best derivation is at
    position 0."""
    code, t = parser.code, 0
    size = np.int64(1)  # for a literal 1, Numba would compile `_continuations` twice
    gold_place = 0 if len(gold) > 0 else NONE
    initial(configuration(beam, 0, 0), n, code.degree, code.root_mode)
    beam.total[0, 0] = 0
    while True:
        generation = t % 2
        size, going = _continuations(parser, beam, generation, size, symbols, first, workspace)
        if not going:
            return history, t, generation, size, gold_place
        if t == len(history):
            history = np.concatenate((history, np.zeros_like(history)))
        followed = gold[t] if t < len(gold) else NONE
        next_place = NONE
        for k in range(size):
            place, action = beam.place[k], beam.action[k]
            history[t, k, 0], history[t, k, 1] = place, action
            beam.total[1 - generation, k] = beam.best[k]
            target = configuration(beam, 1 - generation, k)
            _copy(configuration(beam, generation, place), target, n)
            if action != NONE:
                perform(parser, target, action)
                workspace.counts[DECISIONS] += 1
            if place == gold_place and action == followed:
                next_place = k
        t += 1
        if gold_place != NONE and next_place == NONE:
            return history, t, 1 - generation, size, next_place
        gold_place = next_place


@njit(cache=True, nogil=True)
def _continuations(parser, beam, generation, size, symbols, first, workspace):
    """Find the best continuations; return their number, and whether a derivation is unfinished.

    Ties go to the derivation that comes first in the beam and then to the first action."""
    n_best, going, actions = 0, False, parser.actions
    for place in range(size):
        config, total = configuration(beam, generation, place), beam.total[generation, place]
        mask = make_forced_moves(parser.code, parser.actions, config, workspace.counts)
        if mask == 0:
            n_best = _insert(beam, n_best, total, place, NONE)
            continue
        going = True
        m = features_of(parser, symbols, config, first, workspace)
        workspace.counts[SCORED] += 1
        workspace.counts[SCORED_ROWS] += score(parser.scorer, workspace.ids[:m], workspace.coarse)
        for move in range(N_MOVES):
            if mask >> move & 1:
                for action in range(actions.begin[move], actions.begin[move + 1]):
                    sum_ = total + workspace.coarse.scores[action]
                    n_best = _insert(beam, n_best, sum_, place, action)
    return n_best, going


@njit(cache=True, nogil=True)
def _insert(beam, n_best, total, place, action):
    """Insert a continuation after those with the same sum; return the number of continuations."""
    width = len(beam.best)
    if n_best == width and total <= beam.best[width - 1]:
        return n_best
    k = min(n_best, width - 1)
    while k > 0 and beam.best[k - 1] < total:
        beam.best[k], beam.place[k] = beam.best[k - 1], beam.place[k - 1]
        beam.action[k] = beam.action[k - 1]
        k -= 1
    beam.best[k], beam.place[k], beam.action[k] = total, place, action
    return min(n_best + 1, width)


@njit(cache=True, nogil=True)
def _copy(source, target, n):
    """Copy a configuration of a sentence of n tokens."""
    target.state[:] = source.state
    target.lists[:, : n + 1] = source.lists[:, : n + 1]
    target.nodes[: n + 1] = source.nodes[: n + 1]
    target.component[: n + 1] = source.component[: n + 1]


@njit(cache=True, nogil=True)
def perform(parser, config, action):
    """Apply to a configuration an action that leaves no label open."""
    actions = parser.actions
    coarse = actions.coarse[action]
    label = coarse if coarse == NONE else actions.only[coarse]
    apply(parser.code.system, config, actions.move[action], label)


@njit(cache=True, nogil=True)
def derivation(history, n_decisions):
    """Return the actions of the best derivation, up to its end."""
    found = np.empty(n_decisions, np.int64)
    place, size = 0, 0
    for t in range(n_decisions - 1, -1, -1):
        found[t] = history[t, place, 1]
        place = history[t, place, 0]
        size += found[t] != NONE
    return found[:size]


def parse_with_beam(
    model, treebank: Treebank, symbols: Symbols, threads: int = 1, sure: np.ndarray | None = None
) -> ParsedRange:
    """Parse with a beam; fill `sure`, if given, with each head's share (see `_write_shares`)."""
    sure = np.empty(len(treebank.head)) if sure is None else sure
    parser, beam_width, unit = model.linear_parser, model.variant.system.beam, model.unit

    def parse(symbols, width, start, a, b, head, label):
        return _parse_range(
            parser, beam_width, symbols, width, start, a, b, head, label, sure, unit
        )

    return in_threads(parse, parser, treebank, symbols, threads)


@njit(cache=True, nogil=True)
def _parse_range(parser, beam_width, symbols, width, start, a, b, head, label, sure, unit):
    """Parse sentences a to b - 1 with a beam; see `loops.parse_range`."""
    longest = np.diff(start[a : b + 1]).max()
    beam, history = new_beam(beam_width, longest), new_history(beam_width)
    workspace = new_workspaces(parser, width)
    counts, code, actions = workspace.counts, parser.code, parser.actions
    for s in range(a, b):
        first, n = start[s], start[s + 1] - start[s] - 1
        history, _, generation, size, _ = search(
            parser, beam, history, symbols, first, n, FREE, workspace
        )
        _write_shares(beam, generation, size, n, unit, sure[first : first + n + 1])
        config = configuration(beam, generation, 0)
        counts[HEADLESS] += finish(config, code.root_mode, actions.root_label, actions.other_label)
        write_tree(config, first, n, head, label)
    return counts


@njit(cache=True, nogil=True)
def _write_shares(beam, generation, size, n, unit, sure):
    """Write each word's weighted share of derivations that give it the same head as the best one.

    The weight of a derivation is exp(score / unit). Headless words have the share 0."""
    best, all_weight = configuration(beam, generation, 0), 0.0
    sure[:] = 0.0
    for k in range(size):
        other = configuration(beam, generation, k)
        weight = np.exp((beam.total[generation, k] - beam.total[generation, 0]) / unit)
        all_weight += weight
        for token in range(1, n + 1):
            head = best.nodes[token, HEAD]
            if head != NONE and other.nodes[token, HEAD] == head:
                sure[token] += weight
    sure /= all_weight
