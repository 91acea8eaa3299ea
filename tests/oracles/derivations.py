"""Derivations of the MH_k chart and computations of its transitions, by literal search.

Gómez-Rodríguez, Shi & Lee (2018), figure 2 and section 3.2. Scores are dictionaries; no package
code is used."""

from functools import cache

# name: positions of dependent and head in (s2, s1, s0, b0)
REDUCTIONS = {
    "la": (2, 3),
    "ra": (2, 1),
    "la'": (1, 2),
    "ra'": (1, 0),
    "la2": (1, 3),
    "ra2": (2, 0),
}


def best_derivation(n, k, shift, reduce, arc):
    """(score, transitions) of the best derivation of [0, n + 1]; ties in any way.

    shift(s0, b0), reduce(name, s1, s0, b0) and arc(head, dependent) are the scores."""

    @cache
    def best(item):
        """Over all ways to derive an item."""
        options = [(0.0, ())] if len(item) == 2 and item[1] == item[0] + 1 else []
        for at in range(1, len(item) - 1):  # COMBINE at one of its heads
            left, right = best(item[: at + 1]), best(item[at:])
            if left and right:
                s0, b0 = item[at - 1 : at + 1]
                middle = (("sh", None, s0, b0),)
                score = left[0] + right[0] + shift(s0, b0)
                options.append((score, left[1] + middle + right[1]))
        if len(item) < k:
            options += linked(item)
        return max(options, default=None, key=lambda option: option[0])

    def linked(item):
        """LINK of a node inside the item."""
        for at in range(1, len(item)):
            for node in range(item[at - 1] + 1, item[at]):
                longer = (*item[:at], node, *item[at:])
                before = best(longer)
                if before is None:
                    continue
                for name, (dependent, head) in REDUCTIONS.items():
                    heads = ((None,) * (4 - len(longer)) + longer)[-4:]
                    if heads[dependent] != node or heads[head] in (None, n + 1):
                        continue
                    s1, s0, b0 = heads[1:]
                    score = before[0] + reduce(name, s1, s0, b0) + arc(heads[head], node)
                    yield score, (*before[1], (name, s1, s0, b0))

    return best((0, *range(n + 1, n + 2)))


def around(stack, b0):
    """(s2, s1, s0, b0), None where there is no node."""
    return (*((None,) * 3 + stack)[-3:], b0)


def options(n, stack, b0):
    """The transitions that are possible here: {name: (dependent, head)}; "sh" adds no arc."""
    found = {"sh": (None, None)} if b0 <= n else {}
    nodes = around(stack, b0)
    for name, (dependent, head) in REDUCTIONS.items():
        if nodes[dependent] not in (None, 0) and nodes[head] not in (None, n + 1):
            found[name] = nodes[dependent], nodes[head]
    return found


def without(stack, node):
    return tuple(other for other in stack if other != node)


def computation(n, choose):
    """Heads by the transitions that choose(possible, nodes) names; nodes are (s2, s1, s0, b0).

    It begins behind the first SHIFT, that of node 0, and ends where only that node is left."""
    stack, b0, heads = (0,), 1, {}
    while stack != (0,) or b0 <= n:
        possible = options(n, stack, b0)
        name = choose(possible, around(stack, b0))
        assert name in possible, (name, stack, b0)
        if name == "sh":
            stack, b0 = (*stack, b0), b0 + 1
        else:
            dependent, heads[dependent] = possible[name]
            stack = without(stack, dependent)
    return (-1, *(heads[d] for d in range(1, n + 1)))


def replay(n, steps):
    """Heads that named transitions build, and what each of them saw: (name, s1, s0, b0)."""
    left, seen = list(steps), []

    def choose(possible, nodes):
        seen.append((left.pop(0), *nodes[1:]))
        return seen[-1][0]

    heads = computation(n, choose)
    assert not left
    return heads, seen
