"""Table rows for the third-order rules.

Each rule has one row for every combination of states that its parts can have. Scores and items of
the same kind and state form an array. A row specifies the arrays of its result and its parts, and
the nodes that index these arrays."""

from functools import cache
from itertools import accumulate, groupby
from typing import NamedTuple

import numpy as np

from nonproj.decoders.one_endpoint.forests import (
    APART,
    FIRST_ABOVE,
    N_PAIR_STATES,
    N_TRIPLE_STATES,
    joins,
)
from nonproj.decoders.one_endpoint.third_order.rules import (
    GRANDS,
    PAIR_FORESTS,
    PAIRS,
    SCORES,
    THIRD_ORDER_RULES,
    TRIPLE_FORESTS,
    ThirdOrderRule,
)

CellArray = tuple[str, int]  # kind and state
N_STATES = (
    dict.fromkeys((*SCORES, *PAIRS, *GRANDS), 1)
    | dict.fromkeys(PAIR_FORESTS, N_PAIR_STATES)
    | dict.fromkeys(TRIPLE_FORESTS, N_TRIPLE_STATES)
)
CELL_ARRAYS = tuple((kind, state) for kind, n in N_STATES.items() for state in range(n))
NUMBER = {array: number for number, array in enumerate(CELL_ARRAYS)}
GOAL = ("TRI", 0)
ROW_NODES = "ijkxsl0-"
N_ROW_PARTS = 5
NO_ROW_PART = -1
OF_K, OF_X, DIRECTION = range(3)  # columns of `how`


class RowPart(NamedTuple):
    """The result of a row, or one of its parts."""

    array: CellArray
    nodes: str


class RowArrays(NamedTuple):
    """All rows, as int64 arrays; the parts of a row come after its result."""

    array: np.ndarray  # [row, 1 + part], NO_ROW_PART if there is no part
    nodes: np.ndarray  # [row, 1 + part, 3], indices into ROW_NODES
    how: np.ndarray  # [row, column]: the ranges of k and x, and the direction
    arc: np.ndarray  # [row, 2]: the head and dependent of the arc, NO_ROW_PART if there is no arc
    ends: np.ndarray  # [group]: the end of adjacent rows that differ only in their arrays


@cache
def rows() -> RowArrays:
    """List the rows of all rules in order."""
    array, nodes, how, arc = [], [], [], []
    candidates = [(rule, parts) for rule in THIRD_ORDER_RULES for parts in _expanded(rule)]
    for rule, parts in _useful(candidates):
        padding = N_ROW_PARTS + 1 - len(parts)
        array.append([NUMBER[part.array] for part in parts] + [NO_ROW_PART] * padding)
        nodes.append([_indices(part.nodes) for part in parts] + [_indices("")] * padding)
        how.append([rule.k, rule.x, rule.direction])
        arc.append(_arc(parts))
    ends = [0, *accumulate(len(list(group)) for _, group in groupby(zip(nodes, how, strict=True)))]
    return RowArrays(*(np.array(column) for column in (array, nodes, how, arc, ends[1:])))


def _expanded(rule: ThirdOrderRule) -> list[list[RowPart]]:
    """For each choice of states, list the result, the parts with x, and the other parts."""
    (kind, nodes), *parts = (item.split() for item in [rule.result, *rule.parts.split(" + ")])
    if N_STATES[kind] == 1:
        return [_in_order(kind, 0, nodes, [_located(*part) for part in parts])]
    parts.sort(key=lambda part: part[0] == "ARC")
    arc = parts[-1][1] if parts[-1][0] == "ARC" else ""
    states = joins([part[1] for part in parts if part[0] != "ARC"], arc, nodes)
    return [
        _in_order(
            kind,
            state,
            nodes,
            [_located(*part, s) for part, s in zip(parts, of_parts, strict=True)],
        )
        for *of_parts, state in states.tolist()
    ]


def _in_order(kind: str, state: int, nodes: str, parts: list[RowPart]) -> list[RowPart]:
    return [RowPart((kind, state), nodes), *sorted(parts, key=lambda part: "x" not in part.nodes)]


def _located(kind: str, nodes: str, state: int = APART) -> RowPart:
    """Return the array and the nodes of a part; the rules may use a different name for its kind."""
    if kind == "ARC":
        return RowPart(("FROM" if state == FIRST_ABOVE else "INTO", 0), nodes)
    if kind == "CHAIN":
        return RowPart(("COMP", APART), nodes)
    if kind == "ABOVE":
        return RowPart(("COMP", FIRST_ABOVE), nodes)
    if kind != "OPEN":
        return RowPart((kind, state), nodes)
    if state == APART:
        return RowPart(("BOX", 0), nodes + "-")
    return RowPart(("TRI", 0), (nodes if state == FIRST_ABOVE else nodes[::-1]) + "-")


def _useful(
    rows: list[tuple[ThirdOrderRule, list[RowPart]]],
) -> list[tuple[ThirdOrderRule, list[RowPart]]]:
    """Drop the rows whose arrays show that they cannot occur in a derivation of the goal."""
    derived, grown = set(), {GOAL, *((kind, 0) for kind in SCORES)}
    while grown != derived:
        derived = grown
        grown = derived | {parts[0].array for _, parts in rows if _arrays(parts[1:]) <= derived}
    rows = [(rule, parts) for rule, parts in rows if _arrays(parts[1:]) <= derived]
    used, grown = set(), {GOAL}
    while grown != used:
        used = grown
        grown = used.union(*(_arrays(parts) for _, parts in rows if parts[0].array in used))
    return [(rule, parts) for rule, parts in rows if parts[0].array in used]


def _arrays(parts: list[RowPart]) -> set[CellArray]:
    return {part.array for part in parts}


def _indices(nodes: str) -> list[int]:
    return [ROW_NODES.index(node) for node in nodes.ljust(3, "0")]


def _arc(parts: list[RowPart]) -> list[int]:
    for (kind, _), nodes in parts:
        if kind in ("HEAD", "FROM", "INTO"):
            ends = [ROW_NODES.index(node) for node in nodes]
            return ends[::-1] if kind == "INTO" else ends
    return [NO_ROW_PART, NO_ROW_PART]
