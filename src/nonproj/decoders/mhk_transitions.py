"""Search for the best derivation in the MH3 or MH4 chart, given transition scores.

See Gómez-Rodríguez, Shi & Lee (2018), 3.2 and 4.2. An item [h1..hm] stands for transitions that
push h1..h(m-1) onto the stack and make hm the first word in the buffer. COMBINE, applied to
[h1..hm] and an item that begins with hm, stands for the SHIFT of hm, which is scored by s0 = h(m-1)
and b0 = hm. LINK stands for one of REDUCTIONS, which is scored by s1, s0 and b0. Arc scores, which
are added to transition scores, contain the costs of wrong heads in training, or -inf for arcs that
the derivation must not contain.

MH4 takes O(n^4) time but only O(n^3) space, because items [h1..h4] are never stored. After LINK,
such an item has the sum of four scores: those of two smaller items (chosen in one of two ways), of
the SHIFT that joins them, and of the reduction. The score of a reduction is computed once for each
s1, s0 and b0, except for that of an arc from s2. Both this score and the arcs of a derivation
follow from REDUCTIONS. When r is linked to form an item [i, j, k], the innermost loop runs over j,
the last index of every table, so that vector instructions score several j at a time. The bounds of
this loop are unsigned, because a loop is not vectorised if its indices might count from the end of
a table."""

from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.decoders.scores import require_numbers, require_tree
from nonproj.errors import NonprojError

S2, S1, S0, B0 = range(4)  # the positions in an item with four heads


class Reduction(NamedTuple):
    """A transition that attaches a word on the stack and removes it."""

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
N_MH3 = 2  # MH3 has only two reductions, la and ra
MH_SHIFT = len(REDUCTIONS)
# The dependent and the head of each reduction.
TABLE = np.array([(r.dependent, r.head) for r in REDUCTIONS])


class Derivation(NamedTuple):
    """A tree, and the transitions that build it after the first SHIFT, which shifts node 0."""

    heads: np.ndarray  # int32[n + 1]
    steps: np.ndarray  # int32[., 5]: a reduction or MH_SHIFT, s2, s1, s0, b0; -1 if absent
    score: float


class Scores(NamedTuple):
    """Tables of scores over nodes 0..n + 1."""

    shift: np.ndarray  # [s0, b0]
    reduce: np.ndarray  # [rule, s0, b0]
    below: np.ndarray  # [rule, s1, s0]
    arc: np.ndarray  # [head, dependent]
    rules: np.ndarray  # [rule, (dependent, head)]


class _Chart(NamedTuple):
    """The best scores of items; triples are stored in three tables with a different node last."""

    shift_back: np.ndarray  # [b0, s0]
    near: np.ndarray  # [0, s0, b0, s1] for dependent s0, [1, s1, b0, s0] for s1; head not s2
    far: np.ndarray  # like `near`, but for head s2 and without the arc score
    pair: np.ndarray  # [i, k]
    pair_back: np.ndarray  # [k, i]
    triple: np.ndarray  # [i, j, k]
    triple_middle: np.ndarray  # [i, k, j]
    triple_first: np.ndarray  # [j, k, i]
    four_heads: bool


def n_reductions(k: int) -> int:
    """Return how many of REDUCTIONS the chart uses."""
    if k not in (3, 4):
        raise NonprojError(f"MH_k is decoded for k = 3 or 4, not for {k!r}")
    return N_MH3 if k == 3 else len(REDUCTIONS)


def decode(
    shift: np.ndarray,
    reduce: np.ndarray,
    arc: np.ndarray | None = None,
    k: int = 4,
    below: np.ndarray | None = None,
) -> Derivation:
    """Return the best derivation in the MH_k chart, for k = 3 or 4.

    The nodes are 0..n and the sentinel n + 1. shift[s0, b0] and arc[head, dependent] have n + 2
    rows and columns. reduce[., s0, b0] and, if s1 matters, below[., s1, s0] have one block of that
    size for each of REDUCTIONS (for k = 3, only for the first two). Ties are broken in favour of
    COMBINE over LINK, then the leftmost node to be linked, then the longer left part, then the
    leftmost head."""
    size, rules = len(shift), TABLE[: n_reductions(k)]
    arc = np.zeros((size, size)) if arc is None else np.array(arc, np.float64)
    below = np.zeros(np.shape(reduce)) if below is None else below
    _check(size, shift, reduce, below, arc, len(rules))
    arc[-1] = arc[:, -1] = arc[:, 0] = -np.inf
    for name, table in {"shift": shift, "reduce": reduce, "arc": arc, "below": below}.items():
        require_numbers(name, table)
    heads = np.full(size - 1, -1, np.int32)
    steps = np.full((max(2 * (size - 2), 0), 5), -1, np.int32)
    tables = [np.ascontiguousarray(table, np.float64) for table in (shift, reduce, below)]
    score = derive(Scores(*tables, arc, rules), heads, steps)
    require_tree(score, f"MH{k}")
    return Derivation(heads, steps, float(score))


def _check(size, shift, reduce, below, arc, n_rules) -> None:
    square, blocks = (size, size), (n_rules, size, size)
    shapes = [table.shape for table in (shift, reduce, below, arc)]
    if shapes != [square, blocks, blocks, square]:
        raise NonprojError(
            f"scores of transitions have shapes {', '.join(map(str, shapes))}, "
            f"expected {square}, twice {blocks}, and {square}"
        )
    if size < 2:
        raise NonprojError("scores of transitions must include node 0 and the sentinel")


@njit(cache=True, nogil=True)
def derive(scores, heads, steps):
    """Fill in heads and steps of the best derivation; return its score, or -inf if none exists."""
    chart = _filled(scores)
    score = chart.pair[0, -1]
    if np.isfinite(score):
        _trace(scores, chart, heads, steps)
    return score


@njit(cache=True, nogil=True)
def _filled(scores):
    four_heads = len(scores.rules) > N_MH3
    chart = _new_chart(scores, four_heads)
    nearest_heads = _nearest_heads(scores.arc)
    last = len(scores.shift) - 1
    pair, triple = chart.pair, chart.triple
    for i in range(last):
        pair[i, i + 1] = chart.pair_back[i + 1, i] = 0.0
    for k in range(2, last + 1):
        for i in range(k - 2, -1, -1):
            first, end = _unlinked(nearest_heads, i, k)
            row = chart.triple_middle[i, k]
            row[i + 1 : k] = -np.inf
            for j in range(first, end):
                row[j] = pair[i, j] + chart.pair_back[k, j] + scores.shift[i, j]
            if four_heads and first < end:
                for r in range(i + 1, end - 1):
                    _link_second(scores, chart, row, (i, r, k), max(first, r + 1), end)
                for r in range(first + 1, k):
                    _link_third(scores, chart, row, (i, r, k), first, min(end, r))
            best = -np.inf
            for j in range(i + 1, k):
                triple[i, j, k] = chart.triple_first[j, k, i] = row[j]
                best = max(best, row[j] + chart.near[0, j, k, i])
            pair[i, k] = chart.pair_back[k, i] = best
    return chart


@njit(cache=True, nogil=True)
def _nearest_heads(arc):
    """Return the nearest possible head before and after each node (-1 or the size if none)."""
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
    """Return the range (first, end) of nodes j for which there may be an item [i, j, k].

    All nodes between i and k except j must have a possible head in i..k. If the chart searches for
    a derivation of one tree, few spans have such a j. If all arcs are allowed, j can be any node
    between i and k."""
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
def _new_chart(scores, four_heads):
    """Create a chart with the score of the best reduction for each s1, s0 and b0."""
    size = len(scores.shift)
    kinds = 2 if four_heads else 1
    near = np.empty((kinds, size, size, size))
    far = np.empty((kinds if four_heads else 0, size, size, size))
    for node in range(size):
        near[:, node, node:] = far[:, node, node:] = -np.inf  # b0 is the last node
    for rule in range(len(scores.rules)):
        dependent, head = scores.rules[rule]
        table = far if head == S2 else near
        if dependent == S0:
            _reduce_s0(scores, rule, head, table[0])
        else:
            _reduce_s1(scores, rule, head, table[1])
    pair, back = np.full((size, size), -np.inf), np.full((size, size), -np.inf)
    triple, shift_back = np.empty((size, size, size)), np.ascontiguousarray(scores.shift.T)
    triples = triple, np.empty_like(triple), np.empty_like(triple)
    return _Chart(shift_back, near, far, pair, back, *triples, four_heads)


@njit(cache=True, nogil=True)
def _reduce_s0(scores, rule, head, table):
    """Raise the scores in a table wherever this reduction of s0 has a better score."""
    of_s1 = scores.below[rule].T.copy()
    if head == S1:
        of_s1 += scores.arc.T
    for s0 in range(len(table)):
        for b0 in range(s0 + 1, len(table)):
            score = scores.reduce[rule, s0, b0]
            if head == B0:
                score += scores.arc[b0, s0]
            best, before = table[s0, b0], of_s1[s0]
            for s1 in range(s0):
                best[s1] = max(best[s1], before[s1] + score)


@njit(cache=True, nogil=True)
def _reduce_s1(scores, rule, head, table):
    """Raise the scores in a table wherever this reduction of s1 has a better score."""
    of_s0 = scores.below[rule].copy()
    if head == S0:
        of_s0 += scores.arc.T
    of_b0 = scores.reduce[rule].T.copy()
    for s1 in range(len(table)):
        for b0 in range(s1 + 1, len(table)):
            score = scores.arc[b0, s1] if head == B0 else 0.0
            best, before, after = table[s1, b0], of_s0[s1], of_b0[b0]
            for s0 in range(np.uint64(s1 + 1), np.uint64(b0)):
                best[s0] = max(best[s0], before[s0] + after[s0] + score)


@njit(cache=True, nogil=True)
def _link_second(scores, chart, row, nodes, first, end):
    """Apply LINK to r in [i, r, j, k] for each j in a range."""
    i, r, k = nodes
    before, after = chart.triple[i, r], chart.triple_middle[r, k]
    back, shift = chart.pair_back[k], scores.shift[r]
    near, far = chart.near[1, r, k], chart.far[1, r, k]
    left, shift_first, arc = chart.pair[i, r], scores.shift[i, r], scores.arc[i, r]
    for j in range(np.uint64(first), np.uint64(end)):
        joined = max(before[j] + back[j] + shift[j], left + after[j] + shift_first)
        row[j] = max(row[j], joined + max(near[j], far[j] + arc))


@njit(cache=True, nogil=True)
def _link_third(scores, chart, row, nodes, first, end):
    """Apply LINK to r in [i, j, r, k] for each j in a range."""
    i, r, k = nodes
    before, after = chart.triple_middle[i, r], chart.triple_first[r, k]
    left, shift = chart.pair[i], scores.shift[i]
    shift_second, right = chart.shift_back[r], chart.pair[r, k]
    near, far, arc = chart.near[0, r, k], chart.far[0, r, k], scores.arc[i, r]
    for j in range(np.uint64(first), np.uint64(end)):
        joined = max(before[j] + right + shift_second[j], left[j] + after[j] + shift[j])
        row[j] = max(row[j], joined + max(near[j], far[j] + arc))


@njit(cache=True, nogil=True)
def _trace(scores, chart, heads, steps):
    """Recompute the derivation, starting at the goal; steps are found from last to first.

    The stack contains pairs (i, -1, k), triples (i, j, k) and, with k = -1, SHIFTs to be
    written."""
    stack = [(0, -1, len(chart.pair) - 1)]
    at = len(steps)
    while len(stack) > 0:
        i, j, k = stack.pop()
        if k == -1:
            at -= 1
            steps[at] = MH_SHIFT, -1, -1, i, j
            continue
        if j == -1:
            if k == i + 1:
                continue
            j = _last_linked(chart, i, k)
            at -= 1
            _write(scores, (-1, i, j, k), S0, heads, steps[at])
        r, joint = _last_of_triple(scores, chart, i, j, k)
        if r == -1:
            stack.append((i, -1, j))
            stack.append((i, j, -1))
            stack.append((j, -1, k))
            continue
        second, third = min(j, r), max(j, r)
        at -= 1
        dependent = S1 if r == second else S0
        _write(scores, (i, second, third, k), dependent, heads, steps[at])
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
    """Return the node that was linked last in [i, k]."""
    best, linked = -np.inf, -1
    for j in range(i + 1, k):
        score = chart.triple[i, j, k] + chart.near[0, j, k, i]
        if score > best:
            best, linked = score, j
    return linked


@njit(cache=True, nogil=True)
def _last_of_triple(scores, chart, i, j, k):
    """Return the node linked last in [i, j, k] (-1 if none), and where COMBINE joined its parts."""
    best, linked, joint = chart.pair[i, j] + chart.pair[j, k] + scores.shift[i, j], -1, j
    if not chart.four_heads:
        return linked, joint
    for r in range(i + 1, k):
        if r == j:
            continue
        second, third = min(j, r), max(j, r)
        kind = 1 if r == second else 0
        link = max(chart.near[kind, r, k, j], chart.far[kind, r, k, j] + scores.arc[i, r])
        late = chart.triple[i, second, third] + chart.pair[third, k] + scores.shift[second, third]
        early = chart.pair[i, second] + chart.triple[second, third, k] + scores.shift[i, second]
        if late + link > best:
            best, linked, joint = late + link, r, third
        if early + link > best:
            best, linked, joint = early + link, r, second
    return linked, joint


@njit(cache=True, nogil=True)
def _write(scores, nodes, dependent, heads, step):
    """Write the head and the step for a node's best reduction; ties go to the leftmost head."""
    _, s1, s0, b0 = nodes
    best, found, best_head = -np.inf, -1, -1
    for rule in range(len(scores.rules)):
        if scores.rules[rule, 0] != dependent or nodes[scores.rules[rule, 1]] == -1:
            continue
        head = nodes[scores.rules[rule, 1]]
        score = scores.below[rule, s1, s0] + scores.reduce[rule, s0, b0]
        score += scores.arc[head, nodes[dependent]]
        if score > best or (score == best and head < best_head):
            best, found, best_head = score, rule, head
    heads[nodes[dependent]] = best_head
    step[0] = found
    for position in range(4):
        step[1 + position] = nodes[position]
