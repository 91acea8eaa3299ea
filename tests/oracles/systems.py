"""Transition systems as the papers' tables print them, searched exhaustively.

A configuration is (stack, buffer, arcs) of tuples and a frozenset of (head, dependent); Covington's
is (i, j, arcs), and the 2-planar system has a pair of stacks. `derivable(system, n)` follows every
sequence of transitions."""

from functools import cache

from oracles.trees import arc_degree, reached


def arc_standard(configuration):
    """Kuhlmann & Nivre (2010), fig. 2: the first three rows."""
    stack, buffer, arcs = configuration
    if buffer:
        yield (*stack, buffer[0]), buffer[1:], arcs
    if len(stack) >= 2:
        i, j = stack[-2:]
        if i != 0:
            yield (*stack[:-2], j), buffer, arcs | {(j, i)}
        yield (*stack[:-2], i), buffer, arcs | {(i, j)}


def attardi(configuration):
    """Kuhlmann & Nivre (2010), fig. 2: the first five rows."""
    yield from arc_standard(configuration)
    stack, buffer, arcs = configuration
    if len(stack) >= 3:
        i, j, k = stack[-3:]
        if i != 0:
            yield (*stack[:-3], j, k), buffer, arcs | {(k, i)}
        yield (*stack[:-3], i), (j, *buffer), arcs | {(i, k)}


def swap(configuration):
    """Kuhlmann & Nivre (2010), fig. 2: rows one to three and six."""
    yield from arc_standard(configuration)
    stack, buffer, arcs = configuration
    if len(stack) >= 2 and 0 < stack[-2] < stack[-1]:
        yield (*stack[:-2], stack[-1]), (stack[-2], *buffer), arcs


def arc_eager(configuration):
    """Nilsson (2009), 2.3. Tokens without head attach to 0 at the end."""
    stack, buffer, arcs = configuration
    headed = {dependent for _, dependent in arcs}
    if not buffer:
        return
    top, following = stack[-1], buffer[0]
    yield (*stack, following), buffer[1:], arcs
    yield (*stack, following), buffer[1:], arcs | {(top, following)}
    if top in headed:
        yield stack[:-1], buffer, arcs
    elif top != 0:
        yield stack[:-1], buffer, arcs | {(following, top)}


def arc_hybrid(configuration):
    """Gómez-Rodríguez, Shi & Lee (2018), 3.2, k = 3."""
    stack, buffer, arcs = configuration
    if buffer:
        yield (*stack, buffer[0]), buffer[1:], arcs
    if buffer and stack[-1] != 0:
        yield stack[:-1], buffer, arcs | {(buffer[0], stack[-1])}
    if len(stack) >= 2:
        yield stack[:-1], buffer, arcs | {(stack[-2], stack[-1])}


def mh4(configuration):
    """Gómez-Rodríguez, Shi & Lee (2018), 3.2, k = 4: [h1, h2, h3] on the stack and h4 behind it."""
    yield from arc_hybrid(configuration)
    stack, buffer, arcs = configuration
    if len(stack) < 3:
        return
    h1, h2, h3 = stack[-3:]
    yield (*stack[:-2], h3), buffer, arcs | {(h3, h2)}
    yield (*stack[:-2], h3), buffer, arcs | {(h1, h2)}
    yield (*stack[:-2], h2), buffer, arcs | {(h1, h3)}
    if buffer:
        yield (*stack[:-2], h3), buffer, arcs | {(buffer[0], h2)}


def two_planar(configuration):
    """Gómez-Rodríguez & Nivre (2010), sec. 4: the active stack and the inactive one; 0 stays."""
    (active, inactive), buffer, arcs = configuration
    if not buffer:
        return
    top, following = active[-1], buffer[0]
    yield ((*active, following), (*inactive, following)), buffer[1:], arcs
    yield (inactive, active), buffer, arcs
    if top != 0:
        yield (active[:-1], inactive), buffer, arcs
    linked = {top}
    while more := {node for arc in arcs if linked & {*arc} for node in arc} - linked:
        linked |= more
    for head, dependent in ((top, following), (following, top)):
        headed = dependent == 0 or any(d == dependent for _, d in arcs)
        if not headed and following not in linked:
            yield (active, inactive), buffer, arcs | {(head, dependent)}


def initial(system, n):
    """The first configuration of any system but Covington's."""
    return ((0,), (0,)) if system is two_planar else (0,), tuple(range(1, n + 1)), frozenset()


def permissible(configuration, degree):
    """PERMISSIBLE(i, j, d): both potential arcs have degree <= d in the partial graph."""
    i, j, arcs = configuration
    return max(arc_degree(arcs, i, j), arc_degree(arcs, j, i)) <= degree


def covington(degree, n):
    """Nivre (2007), 3: successors of (i, j, arcs) under this bound."""

    def successors(configuration):
        i, j, arcs = configuration
        if j > n:
            return
        following = (i - 1, j) if i > 0 else (j, j + 1)
        yield (*following, arcs)
        if not permissible(configuration, degree):
            return
        for head, dependent in ((i, j), (j, i)):
            headed = {d for _, d in arcs}
            cyclic = head in reached(arcs, dependent, set(range(n + 1)))
            if dependent != 0 and dependent not in headed and not cyclic:
                yield (*following, arcs | {(head, dependent)})

    return successors


NON_MONOTONIC = "non-monotonic"


def non_monotonic(n):
    """Fernández-González & Gómez-Rodríguez (2017), 3: arcs give way to new ones."""

    def successors(configuration):
        i, j, arcs = configuration
        if j > n:
            return
        following = (i - 1, j) if i > 0 else (j, j + 1)
        yield (*following, arcs)
        for head, dependent in ((i, j), (j, i)):
            if dependent != 0:
                cyclic = head in reached(arcs, dependent, set(range(n + 1)))
                gone = {dependent, head} if cyclic else {dependent}
                kept = frozenset(arc for arc in arcs if arc[1] not in gone)
                yield (*following, kept | {(head, dependent)})

    return successors


def explore(first, successors):
    """All configurations that some sequence of transitions reaches."""
    seen, frontier = {first}, [first]
    while frontier:
        new = {c for configuration in frontier for c in successors(configuration)} - seen
        seen |= new
        frontier = list(new)
    return seen


@cache
def derivable(system, n):
    """Trees at the end of any sequence of transitions of the system (a function or a degree)."""
    if callable(system):
        reachable = explore(initial(system, n), system)
        with_buffer = system in (arc_eager, two_planar)
        ends = [c for c in reachable if not c[1] and (len(c[0]) == 1 or with_buffer)]
    else:
        printed = non_monotonic(n) if system == NON_MONOTONIC else covington(system, n)
        reachable = explore((0, 1, frozenset()), printed)
        ends = [c for c in reachable if c[1] > n]
    heads = ({d: h for h, d in arcs} for *_, arcs in ends if len(arcs) == n)
    return {(-1, *(head[d] for d in range(1, n + 1))) for head in heads}
