"""Parsing with any classifier: many sentences advance together, one decision at a time.

Feature extraction and transitions are compiled, and the classifier scores the instances of all
unfinished sentences in one batch. Non-linear classifiers and committees are used in this way."""

from collections.abc import Callable

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.learners.interface import Instances
from nonproj.parsers.transition.extraction import extract_all
from nonproj.parsers.transition.loops import (
    DECISIONS,
    HEADLESS,
    PARSING_COUNTS,
    SCORED,
    default_transition,
    make_forced_moves,
    write_tree,
)
from nonproj.parsers.transition.parsing import ParsedRange, mirrored
from nonproj.parsers.transition.symbols import Symbols, max_features, next_tags
from nonproj.systems.configuration import HEAD, Configuration, finish, initial, new_configuration
from nonproj.systems.decisions import decided
from nonproj.systems.direction import mirror_slots
from nonproj.systems.dispatch import apply, next_token
from nonproj.systems.moves import NO_MOVE, NONE

LOCKSTEP_BATCH = 512


def parse_in_lockstep(
    model,
    treebank: Treebank,
    symbols: Symbols,
    sure: np.ndarray | None = None,
    decide: Callable | None = None,
) -> ParsedRange:
    """Parse with the transitions that `decide` chooses; return heads, labels and counts.

    By default, `model.decide` chooses them. `sure`, if given, is filled with the confidence in each
    word's head (see `decided`)."""
    head, label = np.empty_like(treebank.head), np.empty_like(treebank.head)
    sure = np.empty(len(head)) if sure is None else sure
    counts = np.zeros(len(PARSING_COUNTS), np.int64)
    order = np.argsort(treebank.sentence_length, kind="stable")
    for first in range(0, len(order), LOCKSTEP_BATCH):
        sentences = order[first : first + LOCKSTEP_BATCH]
        found = head, label, sure
        _parse(model, decide or model.decide, treebank, symbols, sentences, counts, found)
    return head, label, counts


def certainty_of(model, parsed: Treebank, parse=parse_in_lockstep) -> np.ndarray:
    """Parse a text again; return the confidence in each word's head (see `Model.certainty`)."""
    system = model.variant.system
    read = mirrored(parsed) if system.right_to_left else parsed
    sure = np.empty(len(read.head))
    parse(model, read, model.vocabulary.encode(read), sure=sure)
    return sure[mirror_slots(read.start)] if system.right_to_left else sure


def _parse(model, decide, treebank, symbols, sentences, counts, found) -> None:
    """Parse some sentences in lockstep; write to `found`: heads, labels and confidence, by slot."""
    code, actions = model.code, model.actions
    first = treebank.start[sentences].astype(np.int64)
    length = treebank.sentence_length[sentences].astype(np.int64)
    configs = _configurations(len(sentences), int(length.max()))
    width = max(1, max_features(model.features.templates, symbols))
    sure = np.ones((len(sentences), int(length.max()) + 1))
    _begin(code, configs, length)
    live = np.arange(len(first))
    while len(live):
        start, ids, masks, slots = _ask(
            code, configs, live, first, model.features, symbols, width, actions, counts
        )
        asked = masks != 0
        live, masks, slots = live[asked], masks[asked], slots[asked]
        if len(live):
            instances = Instances(start, ids, model.template, next_tags(symbols, slots))
            moves, labels, certainty = decide(instances, masks)
            _note(code, configs, sure, live, certainty)
            _apply(code, configs, live, masks, moves, labels, actions)
    _end(code, configs, sure, first, length, actions, found, counts)


def _configurations(n: int, capacity: int) -> Configuration:
    """Return n configurations as one, whose arrays have an additional first axis of length n."""
    one = new_configuration(capacity)
    return Configuration(*(np.zeros((n, *array.shape), array.dtype) for array in one))


@njit(cache=True)
def _at(configs, i):
    """Return a view of configuration i."""
    return Configuration(configs.state[i], configs.lists[i], configs.nodes[i], configs.component[i])


@njit(cache=True)
def _begin(code, configs, length):
    for i in range(len(length)):
        initial(_at(configs, i), length[i], code.degree, code.root_mode)


@njit(cache=True)
def _ask(code, configs, live, first, features, symbols, width, actions, counts):
    """Apply forced transitions, and extract features where the classifier has to decide.

    Return the (start, ids) of the instances and, for each sentence, the mask of legal moves (0 if
    the sentence is finished) and the slot of the next token."""
    start, ids = np.zeros(len(live) + 1, np.int64), np.empty(len(live) * width, np.int32)
    masks, slots = np.zeros(len(live), np.int64), np.full(len(live), NONE, np.int64)
    places = np.zeros(len(features.templates.addresses), np.int32)
    size = 0
    for k in range(len(live)):
        config = _at(configs, live[k])
        mask = masks[k] = make_forced_moves(code, actions, config, counts)
        if mask != 0:
            counts[DECISIONS] += 1
            counts[SCORED] += 1
            start[size + 1] = start[size] + extract_all(
                features.templates,
                features.merge_keys,
                features.merge_ids,
                symbols,
                config,
                first[live[k]],
                places,
                ids[start[size] :],
            )
            size += 1
            token = next_token(code.system, config)
            if token > 0:
                slots[k] = first[live[k]] + token
    return start[: size + 1], ids[: start[size]], masks, slots


@njit(cache=True)
def _note(code, configs, sure, live, decisions):
    for k in range(len(live)):
        decided(code.system, _at(configs, live[k]), decisions[k], sure[live[k]])


@njit(cache=True)
def _apply(code, configs, live, masks, moves, labels, actions):
    for k in range(len(live)):
        move, label = moves[k], labels[k]
        if move == NO_MOVE:
            move, label = default_transition(masks[k], actions)
        apply(code.system, _at(configs, live[k]), move, label)


@njit(cache=True)
def _end(code, configs, sure, first, length, actions, found, counts):
    """Write heads, labels and confidence; words that no transition attached get confidence 0."""
    head, label, out = found
    for i in range(len(length)):
        config = _at(configs, i)
        out[first[i]] = 0.0
        for token in range(1, length[i] + 1):
            headless = config.nodes[token, HEAD] == NONE
            out[first[i] + token] = 0.0 if headless else sure[i, token]
        counts[HEADLESS] += finish(config, code.root_mode, actions.root_label, actions.other_label)
        write_tree(config, first[i], length[i], head, label)
