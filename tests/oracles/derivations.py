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


def replay(n, steps):
    """Heads that transitions build from the first configuration, and what each of them saw.

    `steps` are names; the first SHIFT, that of node 0, is taken for granted."""
    stack, buffer, heads, seen = [0], list(range(1, n + 2)), {}, []
    for name in steps:
        s2, s1, s0 = ([None] * 3 + stack)[-3:]
        b0 = buffer[0]
        seen.append((name, s1, s0, b0))
        if name == "sh":
            stack.append(buffer.pop(0))
            continue
        dependent, head = REDUCTIONS[name]
        around = (s2, s1, s0, b0)
        assert around[dependent] not in (None, 0), (name, around)
        assert around[head] not in (None, n + 1), (name, around)
        stack.remove(around[dependent])
        heads[around[dependent]] = around[head]
    assert (stack, buffer) == ([0], [n + 1])
    return (-1, *(heads[d] for d in range(1, n + 1))), seen


def trees_of_transitions(n):
    """All trees that some computation builds."""
    found = set()

    def search(stack, next_, heads):
        if next_ == n + 1 and stack == (0,):
            found.add((-1, *(dict(heads)[d] for d in range(1, n + 1))))
        if next_ <= n:
            search((*stack, next_), next_ + 1, heads)
        around = (*((None,) * 3 + stack)[-3:], next_)
        for dependent, head in REDUCTIONS.values():
            node, above = around[dependent], around[head]
            if node not in (None, 0) and above not in (None, n + 1):
                left = tuple(s for s in stack if s != node)
                search(left, next_, heads | {(node, above)})

    search((0,), 1, frozenset())
    return found
