"""Rows of the third-order rules, one for each choice of the states of a rule's parts.

All scores and items of a sentence lie in one array of cells: an array of them for each kind and
state. A row says which arrays its result and parts are in and which nodes they are indexed by."""

from functools import cache
from typing import NamedTuple

import numpy as np

from nonproj.decoders.one_endpoint.forests import (
    APART,
    FIRST_ABOVE,
    N_PAIR,
    N_TRIPLE,
    SECOND_ABOVE,
    joins,
)
from nonproj.decoders.one_endpoint.third_order.rules import RULES, Rule

SCORES = ("HEAD", "SIBLING", "GRAND", "FROM", "INTO")
PAIRS = ("FAR", "LINKED")  # items without an exterior node
FORESTS = dict.fromkeys(("COMP", "SPAN"), N_PAIR) | dict.fromkeys(
    ("HUB", "DONE", "EXT", "LOOSE", "CUT", "WEAVE", "BRAID"), N_TRIPLE
)
GRANDS = ("TRI", "TRAP", "BOX", "NEAR")
ARRAYS = (
    *((kind, 0) for kind in (*SCORES, *PAIRS, *GRANDS)),
    *((kind, state) for kind, n_states in FORESTS.items() for state in range(n_states)),
)
NUMBER = {array: number for number, array in enumerate(ARRAYS)}
IS_SCORE = np.array([kind in SCORES for kind, _ in ARRAYS])
HAS_TWO_NODES = np.array([kind in (*SCORES, *PAIRS, "COMP", "SPAN") for kind, _ in ARRAYS])
NODES = "ijkxsl0-"
N_PARTS = 5
NO_PART = -1
Item = tuple[str, int, str]  # kind, state, nodes


class Rows(NamedTuple):
    """int64 arrays; parts of a row come after its result."""

    array: np.ndarray  # [row, 1 + part], NO_PART for none
    nodes: np.ndarray  # [row, 1 + part, 3], indices into NODES
    how: np.ndarray  # [row, 3]: range of k, range of x, direction
    arc: np.ndarray  # [row, 2]: head and dependent of its arc, NO_PART for none


@cache
def rows() -> Rows:
    """The rows of all rules in order."""
    array, nodes, how, arc = [], [], [], []
    for rule, items in _useful([(rule, items) for rule in RULES for items in _expanded(rule)]):
        padding = [NO_PART] * (N_PARTS + 1 - len(items))
        array.append([NUMBER[kind, state] for kind, state, _ in items] + padding)
        nodes.append([_indices(names) for _, _, names in items] + [_indices("")] * len(padding))
        how.append(rule[2:])
        arc.append(_arc(items))
    return Rows(*(np.array(column) for column in (array, nodes, how, arc)))


def _useful(rows: list[tuple[Rule, list[Item]]]) -> list[tuple[Rule, list[Item]]]:
    """Rows whose parts can be derived and whose result leads to a tree, judged by their arrays."""
    derived, grown = set(), {(kind, 0) for kind in (*SCORES, "TRI")}
    while grown != derived:
        derived = grown
        grown = derived | {items[0][:2] for _, items in rows if _arrays(items[1:]) <= derived}
    rows = [(rule, items) for rule, items in rows if _arrays(items[1:]) <= derived]
    used, grown = set(), {("TRI", 0)}
    while grown != used:
        used = grown
        grown = used.union(*(_arrays(items) for _, items in rows if items[0][:2] in used))
    return [(rule, items) for rule, items in rows if items[0][:2] in used]


def _arrays(items: list[Item]) -> set[tuple[str, int]]:
    return {item[:2] for item in items}


def _expanded(rule: Rule) -> list[list[Item]]:
    """Lists of (kind, state, nodes): the result, then parts that depend on x, then the others."""
    (kind, nodes), *parts = (item.split() for item in [rule.result, *rule.parts.split(" + ")])
    parts.sort(key=lambda part: "x" not in part[1])
    if kind not in FORESTS:
        return [[(kind, 0, nodes), *(_located(*part) for part in parts)]]
    plain = [part for part in parts if part[0] != "ARC"]
    arc = [part for part in parts if part[0] == "ARC"]
    states = joins([part[1] for part in plain], arc[0][1] if arc else "", nodes)
    lists = []
    for *of_parts, state in states.tolist():
        located = [_located(*part, s) for part, s in zip(plain + arc, of_parts, strict=True)]
        located.sort(key=lambda item: "x" not in item[2])
        lists.append([(kind, state, nodes), *located])
    return lists


def _located(kind: str, nodes: str, state: int = APART) -> Item:
    """The array and the nodes of a part."""
    if kind == "OPEN":
        if state == APART:
            return "BOX", 0, nodes + "-"
        return "TRI", 0, (nodes if state == FIRST_ABOVE else nodes[::-1]) + "-"
    if kind == "ARC":
        return "FROM" if state == FIRST_ABOVE else "INTO", 0, nodes
    if kind in ("CHAIN", "ABOVE"):
        return "COMP", APART if kind == "CHAIN" else FIRST_ABOVE, nodes
    return kind, state, nodes


def _indices(names: str) -> list[int]:
    return [NODES.index(name) for name in names.ljust(3, "0")]


def _arc(items: list[Item]) -> list[int]:
    for kind, _, nodes in items:
        if kind in ("HEAD", "FROM", "INTO"):
            ends = [NODES.index(node) for node in nodes]
            return ends[::-1] if kind == "INTO" else ends
    return [NO_PART, NO_PART]
