"""The maximum spanning arborescence (Chu & Liu 1965, Edmonds 1967) of a dense graph, in O(n^2).

From each token that is not yet attached, a path is grown backwards along the best incoming arcs. If
the path reaches the attached part, the whole path is attached; if it reaches itself, the cycle
becomes one component. For each node h outside it, a component keeps only the best arc from h to one
of its members, after subtracting the score of the cycle's arc into that member. Contraction
therefore costs O(n) per member (Tarjan 1977).

Ties. If several arborescences have the largest score, their heads are compared from token 1 to
token n, first by `rank[head, token]` and then by the head itself; the smallest wins. Without ranks,
the heads of the result are therefore lexicographically smallest. To see why, give an arc h -> d the
weight (score, -e_d * rank), where the unit vector e_d has one coordinate for each token, token 1
first. Weights are compared lexicographically and form an ordered abelian group. The algorithm is
correct over such a group because it only adds, subtracts and compares. No two trees have the same
weight, so the order of the steps cannot matter. The extra coordinates are never stored. By
induction over contractions, each arc h -> d into a component V corresponds to a tree over the
tokens of V. In this tree, d has head h, and every component from d up to V is entered at d. Up to a
constant for V, the arc and the tree have the same weight. If two arcs into V have the same score,
their trees are therefore written out and compared at the first token where they differ. This costs
O(n) for each tie between different tokens in a component. If there are ties everywhere, the total
is O(n^3), which is still well under a second for 500 words. Equal sums are recognised as ties
wherever float64 adds exactly (whole numbers, multiples of a power of two)."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.scores import checked_scores, require_tree
from nonproj.errors import NonprojError

NO_NODE_YET = -1


class Nodes(NamedTuple):
    """The tokens 0..n, and the components n + 1..2n into which cycles were contracted."""

    rank: np.ndarray
    single_root: bool
    owner: np.ndarray  # the outermost component that contains each of 0..n
    parent: np.ndarray  # the smallest component that contains each component
    child: np.ndarray
    sibling: np.ndarray
    row: np.ndarray  # the row of each component in the next two arrays
    value: np.ndarray  # [row, h]: the adjusted score of the best arc from h into the component
    entry: np.ndarray  # [row, h]: the token that this arc enters
    head: np.ndarray  # the chosen arc into each component
    token: np.ndarray
    score: np.ndarray
    position: np.ndarray  # the position of each component on the path
    attached: np.ndarray
    written: np.ndarray  # two trees over the tokens of a component
    entered: np.ndarray  # where these trees are entered: component, token
    stack: np.ndarray


def decode(
    scores: np.ndarray, single_root: bool = False, rank: np.ndarray | None = None
) -> np.ndarray:
    """Return heads, int32[n + 1], of the tree with the largest sum of scores[h, d].

    -inf forbids an arc. With single_root, node 0 has exactly one child; the result is exact because
    this requirement takes precedence over scores. On ties, an arc with a lower rank[h, d] (int32)
    is preferred; the default rank is the head itself."""
    scores = checked_scores(scores)
    rank = _checked_rank(rank, len(scores))
    heads = np.full(len(scores), -1, dtype=np.int32)
    if len(scores) == 1:
        return heads
    n_roots = best_arborescence(scores, rank, single_root, heads)
    require_tree(-np.inf if n_roots == 0 else 0.0, "spanning")
    if single_root:
        require_tree(-np.inf if n_roots > 1 else 0.0, "single-rooted spanning")
    return heads


def _checked_rank(rank: np.ndarray | None, size: int) -> np.ndarray:
    if rank is None:
        return np.repeat(np.arange(size, dtype=np.int32)[:, None], size, axis=1)
    if np.shape(rank) != (size, size):
        raise NonprojError(f"ranks of arcs have shape {np.shape(rank)}, expected {(size, size)}")
    return np.ascontiguousarray(rank, dtype=np.int32)


@njit(cache=True, nogil=True)
def best_arborescence(scores, rank, single_root, heads):
    """Fill in the heads of the best tree; return its number of roots (0 if there is no tree).

    `scores` is not changed; its column 0 and its diagonal are ignored. With single_root, the tree
    has as few roots as possible and, among such trees, the largest score."""
    nodes = _nodes(scores, rank, single_root)
    path = np.zeros(len(heads), np.int64)
    n_components = len(heads)
    for token in range(1, len(heads)):
        length, current = 0, nodes.owner[token]
        while not nodes.attached[current]:
            nodes.position[current] = length
            path[length] = current
            length += 1
            if not _choose_arc(nodes, current):
                return 0
            current = nodes.owner[nodes.head[current]]
            if nodes.position[current] != NO_NODE_YET and not nodes.attached[current]:
                cycle = path[nodes.position[current] : length]
                length = nodes.position[current]
                current = n_components
                _contract(nodes, cycle, current)
                n_components += 1
        for i in range(length):
            nodes.attached[path[i]] = True
    return _expand_all(nodes, heads)


@njit(cache=True, nogil=True)
def _nodes(scores, rank, single_root):
    size = len(scores)
    most = 2 * size
    value, entry = np.empty((size, size)), np.empty((size, size), np.int64)
    for token in range(size):
        entry[token] = token
        for h in range(size):
            value[token, h] = scores[h, token]
    attached = np.zeros(most, np.bool_)
    attached[0] = True
    return Nodes(
        rank,
        single_root,
        np.arange(size),
        np.full(most, NO_NODE_YET),
        np.full(most, NO_NODE_YET),
        np.full(most, NO_NODE_YET),
        np.arange(most),
        value,
        entry,
        np.full(most, NO_NODE_YET),
        np.full(most, NO_NODE_YET),
        np.zeros(most),
        np.full(most, NO_NODE_YET),
        attached,
        np.zeros((2, size), np.int32),
        np.full((2, 2), NO_NODE_YET),
        np.zeros(most, np.int64),
    )


@njit(cache=True, nogil=True)
def _choose_arc(nodes, component):
    """Choose the best arc into the component from outside; return False if there is none."""
    value, entry = nodes.value[nodes.row[component]], nodes.entry[nodes.row[component]]
    best = np.int64(NO_NODE_YET)  # a literal would have another type and compile callees twice
    for h in range(1 if nodes.single_root else 0, len(nodes.owner)):
        if nodes.owner[h] == component or value[h] == -np.inf:
            continue
        if (
            best == NO_NODE_YET
            or value[h] > value[best]
            or (
                value[h] == value[best]
                and _precedes(nodes, component, h, entry[h], best, entry[best])
            )
        ):
            best = h
    if best == NO_NODE_YET and nodes.single_root and value[0] > -np.inf:
        best = 0
    if best != NO_NODE_YET:
        nodes.head[component] = best
        nodes.token[component] = entry[best]
        nodes.score[component] = value[best]
    return best != NO_NODE_YET


@njit(cache=True, nogil=True)
def _contract(nodes, cycle, component):
    """Join the members of a cycle; the new component takes over the first member's row."""
    row = nodes.row[cycle[0]]
    nodes.row[component] = row
    for member in cycle:
        nodes.parent[member] = component
        nodes.sibling[member] = nodes.child[component]
        nodes.child[component] = member
    for node in range(1, len(nodes.owner)):
        if nodes.parent[nodes.owner[node]] == component:
            nodes.owner[node] = component
    value, entry = nodes.value[row], nodes.entry[row]
    for h in range(len(value)):
        value[h] -= nodes.score[cycle[0]]
    for member in cycle[1:]:
        _merge_row(nodes, component, member, value, entry)


@njit(cache=True, nogil=True)
def _merge_row(nodes, component, member, value, entry):
    """For each head outside the component, keep the better of its old arc and one into `member`."""
    other_value, other_entry = nodes.value[nodes.row[member]], nodes.entry[nodes.row[member]]
    for h in range(len(nodes.owner)):
        candidate = other_value[h] - nodes.score[member]
        if nodes.owner[h] == component or candidate == -np.inf:
            continue
        if candidate > value[h] or (
            candidate == value[h] and _precedes(nodes, component, h, other_entry[h], h, entry[h])
        ):
            value[h], entry[h] = candidate, other_entry[h]


@njit(cache=True, nogil=True)
def _precedes(nodes, component, head, token, other_head, other_token):
    """Check whether the first of two equally good arcs into the component is preferred."""
    if token == other_token:
        return _ranks_before(nodes.rank, token, head, other_head)
    first = _written(nodes, nodes.written[0], nodes.entered[0], component, head, token)
    second = _written(nodes, nodes.written[1], nodes.entered[1], component, other_head, other_token)
    for node in range(1, len(nodes.owner)):
        if nodes.owner[node] == component and first[node] != second[node]:
            return _ranks_before(nodes.rank, node, first[node], second[node])
    return False


@njit(cache=True, nogil=True)
def _written(nodes, heads, entered, component, head, token):
    """Write to `heads` the component's tree if the arc head -> token enters it; return `heads`."""
    if entered[0] != component or entered[1] != token:
        _expand(nodes, component, head, token, heads)
        entered[0], entered[1] = component, token
    heads[token] = head
    return heads


@njit(cache=True, nogil=True)
def _ranks_before(rank, token, head, other_head):
    if rank[head, token] != rank[other_head, token]:
        return rank[head, token] < rank[other_head, token]
    return head < other_head


@njit(cache=True, nogil=True)
def _expand(nodes, component, head, token, heads):
    """Write the heads of the component's tokens when the arc head -> token enters it."""
    nodes.head[component], nodes.token[component] = head, token
    nodes.stack[0], n_open = component, 1
    while n_open > 0:
        n_open -= 1
        outer = nodes.stack[n_open]
        heads[nodes.token[outer]] = nodes.head[outer]
        inner = nodes.token[outer]
        while inner != outer:
            member = nodes.child[nodes.parent[inner]]
            while member != NO_NODE_YET:
                if member != inner:
                    nodes.stack[n_open] = member
                    n_open += 1
                member = nodes.sibling[member]
            inner = nodes.parent[inner]


@njit(cache=True, nogil=True)
def _expand_all(nodes, heads):
    """Write all heads and return the number of roots."""
    heads[0] = -1
    n_roots = 0
    for token in range(1, len(heads)):
        component = nodes.owner[token]
        if nodes.position[component] != NO_NODE_YET:
            nodes.position[component] = NO_NODE_YET
            _expand(nodes, component, nodes.head[component], nodes.token[component], heads)
    for token in range(1, len(heads)):
        n_roots += heads[token] == 0
    return n_roots
