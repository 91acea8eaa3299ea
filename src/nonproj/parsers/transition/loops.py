"""Compiled loops that collect training instances from the oracle or parse with linear models.

The loops run over a corpus, and threads work on disjoint ranges of sentences."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.learners.hashing import NO_KEY, find_slot, grown
from nonproj.learners.linear import LinearScorer, best_class, new_workspace, score
from nonproj.learners.linear import ScoringBuffers as ScoreWorkspace
from nonproj.parsers.transition.actions import Actions
from nonproj.parsers.transition.extraction import extract, extract_all, merge_key
from nonproj.parsers.transition.symbols import TransitionTemplates
from nonproj.systems.configuration import HEAD, LABEL, finish, initial, new_configuration
from nonproj.systems.dispatch import apply, is_final, legal, next_token, oracle
from nonproj.systems.gold import new_gold, prepare_gold
from nonproj.systems.moves import N_MOVES, NO_LABEL, NO_MOVE, NONE, Move, has_label

# Counts of parsing operations: all transitions, transitions scored by a classifier, rows of pairs
# read for scoring, and tokens to which no transition gave a head.
PARSING_COUNTS = ("decisions", "scored", "rows", "headless")
DECISIONS, SCORED, SCORED_ROWS, HEADLESS = range(4)


class SystemCode(NamedTuple):
    """A transition system in the form that compiled code reads."""

    system: int
    degree: int
    root_mode: int


class Features(NamedTuple):
    """A compiled feature model, with the merges that occurred in training."""

    templates: TransitionTemplates
    merge_keys: np.ndarray
    merge_ids: np.ndarray


class Merges(NamedTuple):
    """The merged features that have occurred in training so far.

    `keys` and `numbers` are a hash table that numbers the features; `owners` maps these numbers to
    the merges in the feature model.
    """

    keys: np.ndarray
    numbers: np.ndarray
    owners: np.ndarray


class LinearParser(NamedTuple):
    """A parser with two linear models: one for actions, one for the labels that they leave open."""

    code: SystemCode
    features: Features
    actions: Actions
    scorer: LinearScorer
    refiner: LinearScorer


class ParsingBuffers(NamedTuple):
    """The buffers of a parsing thread."""

    places: np.ndarray
    ids: np.ndarray
    coarse: ScoreWorkspace
    fine: ScoreWorkspace
    counts: np.ndarray


@njit(cache=True, nogil=True)
def new_workspaces(parser, width):
    """Create the buffers of a thread, for configurations of up to `width` features."""
    return ParsingBuffers(
        np.zeros(len(parser.features.templates.addresses), np.int32),
        np.zeros(width, np.int32),
        new_workspace(parser.scorer, width),
        new_workspace(parser.refiner, width),
        np.zeros(len(PARSING_COUNTS), np.int64),
    )


# Bit m stands for move m.
_UNLABELLED = sum(1 << int(move) for move in Move if not has_label(move))


@njit(cache=True, nogil=True)
def is_forced(mask):
    """Check whether SHIFT, REDUCE, SWAP, SWITCH or NO_ARC is the only legal move.

    If so, there is nothing to decide: the classifier is not called, and the move is not a training
    instance unless the feature model sets `forced`. DEVIATION: forced-moves"""
    return mask & (mask - 1) == 0 and mask & _UNLABELLED != 0


@njit(cache=True, nogil=True)
def collect(code, start, head, label, templates, symbols, width, forced):
    """Collect training instances from the oracle's derivations of all sentences.

    Include forced transitions if `forced` is true. Return (start, ids, rows of (move, label, slot
    of the next token), merge keys, merge ids, the merge to which each merge id belongs)."""
    longest = np.diff(start).max()
    config, gold = new_configuration(longest), new_gold(longest)
    places = np.zeros(len(templates.addresses), np.int32)
    keys = np.zeros(1 << 12, np.uint64)
    numbers, owners = np.zeros(1 << 12, np.int32), np.zeros(1 << 12, np.int32)
    size, n_ids, n_merges = 0, 0, 0
    starts, rows = np.zeros(1 << 12, np.int64), np.zeros((1 << 12, 3), np.int32)
    ids = np.zeros(1 << 16, np.int32)
    for s in range(len(start) - 1):
        first, n = start[s], start[s + 1] - start[s] - 1
        initial(config, n, code.degree, code.root_mode)
        prepare_gold(code.system, gold, head[first : first + n + 1], label[first : first + n + 1])
        while not is_final(code.system, config):
            move, arc_label = oracle(code.system, config, gold)
            if move == NO_MOVE:
                break
            if forced or not is_forced(legal(code.system, config)):
                if size + 1 == len(starts):
                    starts, rows = _doubled(starts), _doubled(rows)
                while n_ids + width > len(ids):
                    ids = _doubled(ids)
                if 2 * (n_merges + len(templates.merges)) > len(keys):
                    (keys, numbers), owners = grown(keys, numbers), _doubled(owners)
                n_ids += extract(templates, symbols, config, first, places, ids[n_ids:])
                merges = Merges(keys, numbers, owners)
                m, n_merges = _number_merges(
                    templates, symbols, config, first, places, merges, n_merges, ids[n_ids:]
                )
                n_ids += m
                token = next_token(code.system, config)
                rows[size] = (move, arc_label, first + token if token > 0 else NONE)
                size += 1
                starts[size] = n_ids
            apply(code.system, config, move, arc_label)
    return starts[: size + 1], ids[:n_ids], rows[:size], keys, numbers, owners[:n_merges]


@njit(cache=True, nogil=True)
def _number_merges(templates, symbols, config, first, places, merges, known, ids):
    """Write the ids of a configuration's merges; return how many ids and known merges there are."""
    m = 0
    for merge in range(len(templates.merges)):
        key = merge_key(templates, symbols, config, first, places, merge)
        if key == NO_KEY:
            continue
        slot = find_slot(merges.keys, key)
        if merges.keys[slot] == NO_KEY:
            merges.keys[slot], merges.numbers[slot] = key, known
            merges.owners[known] = merge
            known += 1
        ids[m] = templates.merge_offset + merges.numbers[slot]
        m += 1
    return m, known


@njit(cache=True, nogil=True)
def _doubled(values):
    return np.concatenate((values, np.zeros(values.shape, values.dtype)))


@njit(cache=True, nogil=True)
def best_action(scores, mask, begin):
    """Return the best action whose move is in the mask, or NONE; ties go to the first action."""
    best = NONE
    for move in range(N_MOVES):
        if mask >> move & 1:
            for action in range(begin[move], begin[move + 1]):
                if best == NONE or scores[action] > scores[best]:
                    best = action
    return best


@njit(cache=True, nogil=True)
def best_label(scores, full):
    """Return the label in a row of `full` whose fine label scores best; ties go to the first."""
    best = NONE
    for fine in range(len(full)):
        if full[fine] != NONE and (best == NONE or scores[fine] > scores[best]):
            best = fine
    return full[best]


@njit(cache=True, nogil=True)
def default_transition(mask, actions):
    """Return the first legal move, with a default label; for forced moves and unknown actions."""
    move = 0
    while not mask >> move & 1:
        move += 1
    return move, NO_LABEL if _UNLABELLED >> move & 1 else actions.other_label


@njit(cache=True, nogil=True)
def features_of(parser, symbols, config, first, workspace):
    """Write the ids of a configuration's features to workspace.ids; return their number."""
    features = parser.features
    return extract_all(
        features.templates,
        features.merge_keys,
        features.merge_ids,
        symbols,
        config,
        first,
        workspace.places,
        workspace.ids,
    )


@njit(cache=True, nogil=True)
def make_forced_moves(code, actions, config, counts):
    """Make forced moves until the next decision; return the mask of legal moves."""
    mask = legal(code.system, config)
    while mask != 0 and is_forced(mask):
        move, label = default_transition(mask, actions)
        apply(code.system, config, move, label)
        counts[DECISIONS] += 1
        mask = legal(code.system, config)
    return mask


@njit(cache=True, nogil=True, inline="always")
def decide(mask, parser, symbols, config, first, workspace):
    """Choose the transition (move, label) for a configuration, using two linear models.

    DEVIATION: best-legal"""
    actions = parser.actions
    if is_forced(mask):
        return default_transition(mask, actions)
    m = features_of(parser, symbols, config, first, workspace)
    workspace.counts[SCORED] += 1
    action, rows = best_class(
        parser.scorer, workspace.ids[:m], workspace.coarse, mask, actions.move
    )
    workspace.counts[SCORED_ROWS] += rows
    if action == NONE:
        return default_transition(mask, actions)
    coarse = actions.coarse[action]
    if coarse == NO_LABEL:
        return actions.move[action], NO_LABEL
    label = actions.only[coarse]
    if label == NONE:
        score(parser.refiner, workspace.ids[:m], workspace.fine)
        label = best_label(workspace.fine.scores, actions.full[coarse])
    return actions.move[action], label


@njit(cache=True, nogil=True)
def parse_range(parser, symbols, width, start, a, b, head, label):
    """Parse sentences a to b - 1, writing `head` and `label`; return PARSING_COUNTS."""
    code, actions = parser.code, parser.actions
    config = new_configuration(np.diff(start[a : b + 1]).max())
    workspace = new_workspaces(parser, width)
    counts = workspace.counts
    for s in range(a, b):
        first, n = start[s], start[s + 1] - start[s] - 1
        initial(config, n, code.degree, code.root_mode)
        mask = legal(code.system, config)
        while mask != 0:
            counts[DECISIONS] += 1
            move, arc_label = decide(mask, parser, symbols, config, first, workspace)
            apply(code.system, config, move, arc_label)
            mask = legal(code.system, config)
        counts[HEADLESS] += finish(config, code.root_mode, actions.root_label, actions.other_label)
        write_tree(config, first, n, head, label)
    return counts


@njit(cache=True, nogil=True)
def write_tree(config, first, n, head, label):
    """Copy heads and labels from a final configuration to the slots of its sentence."""
    head[first], label[first] = NONE, NO_LABEL
    for token in range(1, n + 1):
        head[first + token] = config.nodes[token, HEAD]
        label[first + token] = config.nodes[token, LABEL]
