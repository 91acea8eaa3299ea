"""Extraction of features from a configuration, using compiled tables of a feature model.

Extraction takes one step per address, attribute and merge, and allocates no memory."""

import numpy as np
from numba import njit

from nonproj.learners.hashing import NO_KEY, find_slot, mixed
from nonproj.parsers.transition.features import Attribute
from nonproj.parsers.transition.symbols import FIRST_VALUE, MAX_VALENCY, NO_NODE, ROOT, UNKNOWN
from nonproj.systems.configuration import LABEL, N_LEFT, N_RIGHT, NONE

_N_COLUMNS = int(Attribute.FEATS) + 1
_MORPHOLOGY, _DEPREL = int(Attribute.MORPHOLOGY), int(Attribute.DEPREL)
_N_LEFT = int(Attribute.N_LEFT)


@njit(cache=True, nogil=True)
def locate(addresses, state, lists, nodes, places):
    """Write to `places` the node at each address, or NONE if there is no node."""
    for a in range(addresses.shape[0]):
        row = addresses[a, 0]
        depth = state[row] - 1 - addresses[a, 1]
        node = lists[row, depth] if depth >= 0 else NONE
        for step in range(2, addresses.shape[1]):
            if addresses[a, step] < 0 or node == NONE:
                break
            node = nodes[node, addresses[a, step]]
        places[a] = node


@njit(cache=True, nogil=True)
def symbol(codes, label_symbols, nodes, first, node, attribute):
    """Return the symbol code of a node's attribute; `first` is the sentence's first slot."""
    if node == NONE:
        return NO_NODE
    if attribute < _N_COLUMNS:
        return codes[attribute, first + node]
    if attribute == _DEPREL:
        label = nodes[node, LABEL]
        return ROOT if label == NONE else FIRST_VALUE + label_symbols[label]
    column = N_LEFT if attribute == _N_LEFT else N_RIGHT
    return FIRST_VALUE + min(nodes[node, column], MAX_VALENCY)


@njit(cache=True, nogil=True)
def distance_code(a, b):
    """Return a code for the distance from a to b: 1, 2, 3, 4, 5-6, 7-10 or more words.

    The codes are 0..6 if b is to the right of a, and 7..13 if b is to the left."""
    length = abs(b - a)
    if length <= 4:
        code = length - 1
    elif length <= 6:
        code = 4
    else:
        code = 5 if length <= 10 else 6
    return code if b > a else code + 7


@njit(cache=True, nogil=True)
def extract(templates, symbols, config, first, places, out):
    """Write to `out` the ids of a configuration's features except merges; return their number."""
    nodes, codes, labels = config.nodes, symbols.codes, templates.label_symbols
    feats, feats_start, feats_items = symbols.feats, symbols.feats_start, symbols.feats_items
    locate(templates.addresses, config.state, config.lists, nodes, places)
    n = 0
    singles = templates.singles
    for t in range(singles.shape[0]):
        node, attribute, offset = places[singles[t, 0]], singles[t, 1], singles[t, 2]
        if attribute == _MORPHOLOGY:
            if node > 0:
                value = feats[first + node]
                for item in range(feats_start[value], feats_start[value + 1]):
                    out[n] = offset + feats_items[item]
                    n += 1
        elif node != NONE or singles[t, 3] == 1:
            code = symbol(codes, labels, nodes, first, node, attribute)
            if code != UNKNOWN:
                out[n] = offset + code
                n += 1
    distances = templates.distances
    for t in range(distances.shape[0]):
        a, b = places[distances[t, 0]], places[distances[t, 1]]
        if a != NONE and b != NONE and a != b:
            out[n] = distances[t, 2] + distance_code(a, b)
            n += 1
    return n


@njit(cache=True, nogil=True)
def merge_key(templates, symbols, config, first, places, merge):
    """Return a 64-bit hash of a merge and its values; NO_KEY if a value is unknown.

    The probability that any two of n different merges share a key is below n^2 / 2^65."""
    key = mixed(merge)
    parts, labels = templates.merges[merge], templates.label_symbols
    for p in range(0, len(parts), 2):
        if parts[p] < 0:
            break
        node, attribute = places[parts[p]], parts[p + 1]
        code = symbol(symbols.codes, labels, config.nodes, first, node, attribute)
        if code == UNKNOWN:
            return NO_KEY
        key = mixed(key ^ np.uint64(code))
    return key | np.uint64(1)


@njit(cache=True, nogil=True)
def extract_all(templates, merge_keys, merge_ids, symbols, config, first, places, out):
    """Write to `out` the ids of all features except unseen merges; return their number."""
    n = extract(templates, symbols, config, first, places, out)
    for merge in range(templates.merges.shape[0]):
        key = merge_key(templates, symbols, config, first, places, merge)
        if key != NO_KEY:
            slot = find_slot(merge_keys, key)
            if merge_keys[slot] == key:
                out[n] = templates.merge_offset + merge_ids[slot]
                n += 1
    return n
