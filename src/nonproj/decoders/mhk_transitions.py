"""Best derivation of the MH3 or MH4 chart by scores of transitions.

Gómez-Rodríguez, Shi & Lee (2018), 3.2 and 4.2. An item [h1..hm] stands for transitions that push
h1..h(m-1) onto the stack and make hm the first word of the buffer. COMBINE of [h1..hm] with an item
that begins with hm stands for the SHIFT of hm, scored by s0 = h(m-1) and b0 = hm; LINK stands for
one of REDUCTIONS, scored by s1, s0 and b0. Scores of arcs are added to those of transitions: they
hold the cost of wrong heads in training, or -inf for arcs that the derivation must not have.

MH4 takes O(n^4) time and O(n^3) space, as [h1..h4] is never stored: whatever is linked in it, its
score is the sum of one of two pairs of smaller items and of one or two numbers that were computed
once for s1, s0 and b0. Those numbers and the arcs of a derivation follow from REDUCTIONS."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.scores import require_tree
from nonproj.errors import NonprojError

S2, S1, S0, B0 = range(4)  # the heads of an item with four of them


class Reduction(NamedTuple):
    """A transition that attaches and removes a word of the stack."""

    name: str
    dependent: int
    head: int


REDUCTIONS = (
    Reduction("la", S0, B0),
    Reduction("ra", S0, S1),
    Reduction("la'", S1, S0),
    Reduction("ra'", S1, S2),
    Reduction("la2", S1, B0),
    Reduction("ra2", S0, S2),
)
N_MH3 = 2  # reductions of MH3, those among three heads: la and ra
SHIFT = len(REDUCTIONS)
# Reductions by their dependent: those whose head is s1, s0 or b0, and those whose head is s2.
_TABLE = np.array([(r.dependent, r.head) for r in REDUCTIONS])
# Steps of a derivation: columns of its rows.
STEP, STEP_S2, STEP_S1, STEP_S0, STEP_B0 = range(5)


class Derivation(NamedTuple):
    """A tree and the transitions that build it, after the first SHIFT, that of node 0."""

    heads: np.ndarray  # int32[n + 1]
    steps: np.ndarray  # int32[., 5]: number of the reduction or SHIFT, s2, s1, s0, b0; -1 for none
    score: float


class _Chart(NamedTuple):
    """Scores over nodes 0..n + 1. A triple is kept thrice, each time with another node last."""

    shift: np.ndarray  # [s0, b0]
    shift_back: np.ndarray  # [b0, s0]
    arc: np.ndarray  # [head, dependent]
    near: np.ndarray  # [0, s1, b0, s0] for dependent s0, [1, s0, b0, s1] for s1; head not s2
    far: np.ndarray  # the same without the arc, for head s2
    pair: np.ndarray  # [i, k]
    pair_back: np.ndarray  # [k, i]
    triple: np.ndarray  # [i, j, k]
    triple_middle: np.ndarray  # [i, k, j]
    triple_first: np.ndarray  # [j, k, i]
    four_heads: bool


def n_reductions(k: int) -> int:
    """How many of REDUCTIONS the chart has."""
    if k not in (3, 4):
        raise NonprojError(f"MH_k is decoded for k = 3 or 4, not for {k!r}")
    return N_MH3 if k == 3 else len(REDUCTIONS)


def decode(
    shift: np.ndarray, reduce: np.ndarray, arc: np.ndarray | None = None, k: int = 4
) -> Derivation:
    """The best derivation of the MH_k chart, k = 3 or 4, over nodes 0..n and the sentinel n + 1.

    shift[s0, b0] and arc[head, dependent] have n + 2 rows and columns; reduce has one block
    [s1, s0, b0], or [s0, b0] where s1 does not matter, for each of REDUCTIONS, for k = 3 those of
    three heads. Where scores are equal: COMBINE before LINK, then the leftmost node to be linked,
    then the longer left part, then the leftmost head."""
    size, n_rules = len(shift), n_reductions(k)
    arc = np.zeros((size, size)) if arc is None else np.array(arc, np.float64)
    _check(size, shift, reduce, arc, n_rules)
    arc[-1] = arc[:, -1] = arc[:, 0] = -np.inf
    heads = np.full(size - 1, -1, np.int32)
    steps = np.full((max(2 * (size - 2), 0), 5), -1, np.int32)
    chart = _filled(np.asarray(shift, np.float64), _cubic(reduce), arc, _TABLE[:n_rules], k == 4)
    best = chart.pair[0, -1]
    require_tree(best, f"MH{k}")
    _trace(chart, _cubic(reduce), _TABLE[:n_rules], heads, steps)
    return Derivation(heads, steps, float(best))


def _check(size, shift, reduce, arc, n_rules) -> None:
    shapes = [(n_rules, size, size), (n_rules, size, size, size)]
    if shift.shape != (size, size) or arc.shape != (size, size) or reduce.shape not in shapes:
        raise NonprojError(
            f"scores of transitions have shapes {shift.shape}, {reduce.shape} and {arc.shape}, "
            f"expected {(size, size)}, {shapes[1]} or {shapes[0]}, and {(size, size)}"
        )
    if size < 2:
        raise NonprojError("scores of transitions are of node 0 and the sentinel at least")


def _cubic(reduce: np.ndarray) -> np.ndarray:
    """[rule, s1, s0, b0]; of length 1 for s1 where it does not matter."""
    return np.ascontiguousarray(reduce if reduce.ndim == 4 else reduce[:, None])


@njit(cache=True, nogil=True)
def _filled(shift, reduce, arc, rules, four_heads):
    chart = _empty(shift, reduce, arc, rules, four_heads)
    nearest_heads = _nearest_heads(arc)
    last = len(shift) - 1
    pair, triple = chart.pair, chart.triple
    for i in range(last):
        pair[i, i + 1] = chart.pair_back[i + 1, i] = 0.0
    for width in range(2, last + 1):
        for i in range(last + 1 - width):
            k = i + width
            first, end = _unlinked(nearest_heads, i, k)
            best = -np.inf
            for j in range(first, end):
                score = pair[i, j] + pair[j, k] + shift[i, j]
                if four_heads:
                    score = max(score, _linked_left(chart, i, j, k), _linked_right(chart, i, j, k))
                triple[i, j, k] = score
                chart.triple_middle[i, k, j] = chart.triple_first[j, k, i] = score
                best = max(best, score + chart.near[0, i, k, j])
            pair[i, k] = chart.pair_back[k, i] = best
    return chart


@njit(cache=True, nogil=True)
def _nearest_heads(arc):
    """The nearest node before and the nearest after each that may be its head, if any."""
    size = len(arc)
    nearest = np.empty((2, size), np.int64)
    nearest[0], nearest[1] = -1, size
    for node in range(size):
        for head in range(size):
            if arc[head, node] > -np.inf:
                if head < node:
                    nearest[0, node] = head
                elif nearest[1, node] == size:
                    nearest[1, node] = head
    return nearest


@njit(cache=True, nogil=True)
def _unlinked(nearest_heads, i, k):
    """First and end of the range of those j for which there may be an item [i, j, k].

    All nodes between i and k have a head in i..k, but for j. Where a derivation of one tree is
    searched for, few spans have such a j; where all arcs may be had, each node is one."""
    unlinked = -1
    for node in range(i + 1, k):
        if nearest_heads[0, node] < i and nearest_heads[1, node] > k:
            if unlinked != -1:
                return k, k
            unlinked = node
    if unlinked == -1:
        return i + 1, k
    return unlinked, unlinked + 1


@njit(cache=True, nogil=True)
def _empty(shift, reduce, arc, rules, four_heads):
    """A chart with the best reduction for each s1, s0 and b0."""
    size = len(shift)
    kinds = 2 if four_heads else 1
    near = np.full((kinds, size, size, size), -np.inf)
    far = np.full((kinds if four_heads else 0, size, size, size), -np.inf)
    for rule in range(len(rules)):
        dependent, head = rules[rule]
        for s1 in range(size):
            block = reduce[rule, s1 if reduce.shape[1] > 1 else 0]
            for s0 in range(s1 + 1, size):
                for b0 in range(s0 + 1, size):
                    score = block[s0, b0]
                    node = s0 if dependent == S0 else s1
                    kind, first, last = (0, s1, s0) if dependent == S0 else (1, s0, s1)
                    if head == S2:
                        far[kind, first, b0, last] = score
                    else:
                        at = b0 if head == B0 else (s0 if head == S0 else s1)
                        old = near[kind, first, b0, last]
                        near[kind, first, b0, last] = max(old, score + arc[at, node])
    pair, back = np.full((size, size), -np.inf), np.full((size, size), -np.inf)
    triple = np.full((size, size, size), -np.inf)
    shift_back = np.ascontiguousarray(shift.T)
    return _Chart(
        shift, shift_back, arc, near, far, pair, back, triple, triple.copy(), triple.copy(),
        four_heads,
    )  # fmt: skip


@njit(cache=True, nogil=True)
def _linked_left(chart, i, j, k):
    """Best score of [i, j, k] after LINK of a node r between i and j."""
    best = -np.inf
    right, before = chart.pair[j, k], chart.triple_middle[i, j]
    shift_second, shift_first = chart.shift_back[j], chart.shift[i]
    after, left = chart.triple_first[j, k], chart.pair[i]
    near, far, arc = chart.near[1, j, k], chart.far[1, j, k], chart.arc[i]
    for r in range(i + 1, j):
        joined = max(before[r] + right + shift_second[r], left[r] + after[r] + shift_first[r])
        best = max(best, joined + max(near[r], far[r] + arc[r]))
    return best


@njit(cache=True, nogil=True)
def _linked_right(chart, i, j, k):
    """Best score of [i, j, k] after LINK of a node r between j and k."""
    best = -np.inf
    before, right = chart.triple[i, j], chart.pair_back[k]
    shift_second, shift_first = chart.shift[j], chart.shift[i, j]
    left, after = chart.pair[i, j], chart.triple_middle[j, k]
    near, far, arc = chart.near[0, j, k], chart.far[0, j, k], chart.arc[i]
    for r in range(j + 1, k):
        joined = max(before[r] + right[r] + shift_second[r], left + after[r] + shift_first)
        best = max(best, joined + max(near[r], far[r] + arc[r]))
    return best


@njit(cache=True, nogil=True)
def _trace(chart, reduce, rules, heads, steps):
    """Recompute the derivation from the goal down, hence the steps from the last to the first.

    On the stack are pairs (i, -1, k), triples (i, j, k) and, with k = -1, a SHIFT to be written."""
    stack = [(0, -1, len(chart.pair) - 1)]
    at = len(steps)
    while len(stack) > 0:
        i, j, k = stack.pop()
        if k == -1:
            at -= 1
            steps[at] = SHIFT, -1, -1, i, j
            continue
        if j == -1:
            if k == i + 1:
                continue
            j = _last_linked(chart, i, k)
            at -= 1
            _write(reduce, rules, chart.arc, (-1, i, j, k), S0, heads, steps[at])
        r, joint = _last_of_triple(chart, i, j, k)
        if r == -1:
            stack.append((i, -1, j))
            stack.append((i, j, -1))
            stack.append((j, -1, k))
            continue
        second, third = min(j, r), max(j, r)
        at -= 1
        dependent = S1 if r == second else S0
        _write(reduce, rules, chart.arc, (i, second, third, k), dependent, heads, steps[at])
        if joint == third:
            stack.append((i, second, third))
            stack.append((second, third, -1))
            stack.append((third, -1, k))
        else:
            stack.append((i, -1, second))
            stack.append((i, second, -1))
            stack.append((second, third, k))


@njit(cache=True, nogil=True)
def _last_linked(chart, i, k):
    """The node linked last in [i, k]."""
    best, linked = -np.inf, -1
    for j in range(i + 1, k):
        score = chart.triple[i, j, k] + chart.near[0, i, k, j]
        if score > best:
            best, linked = score, j
    return linked


@njit(cache=True, nogil=True)
def _last_of_triple(chart, i, j, k):
    """The node linked last in [i, j, k], -1 for COMBINE, and where its item was combined."""
    best, linked, joint = chart.pair[i, j] + chart.pair[j, k] + chart.shift[i, j], -1, j
    if not chart.four_heads:
        return linked, joint
    for r in range(i + 1, k):
        if r == j:
            continue
        second, third = min(j, r), max(j, r)
        if r == second:
            near, far = chart.near[1, j, k, r], chart.far[1, j, k, r]
        else:
            near, far = chart.near[0, j, k, r], chart.far[0, j, k, r]
        link = max(near, far + chart.arc[i, r])
        late = chart.triple[i, second, third] + chart.pair[third, k] + chart.shift[second, third]
        early = chart.pair[i, second] + chart.triple[second, third, k] + chart.shift[i, second]
        if late + link > best:
            best, linked, joint = late + link, r, third
        if early + link > best:
            best, linked, joint = early + link, r, second
    return linked, joint


@njit(cache=True, nogil=True)
def _write(reduce, rules, arc, nodes, dependent, heads, step):
    """The best reduction of a dependent, among equals the one with the leftmost head."""
    _, s1, s0, b0 = nodes
    best, found, best_head = -np.inf, -1, -1
    for rule in range(len(rules)):
        if rules[rule, 0] != dependent or nodes[rules[rule, 1]] == -1:
            continue
        head = nodes[rules[rule, 1]]
        score = reduce[rule, s1 if reduce.shape[1] > 1 else 0, s0, b0]
        score += arc[head, nodes[dependent]]
        if score > best or (score == best and head < best_head):
            best, found, best_head = score, rule, head
    heads[nodes[dependent]] = best_head
    step[0] = found
    for position in range(4):
        step[1 + position] = nodes[position]
