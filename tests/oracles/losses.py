"""Losses of configurations by search: all ways to end, on the systems as the papers print them."""

from functools import cache

import numpy as np

from oracles import systems as search


def successors(system, n, single):
    """The transitions of a system (a function, or Covington's degree) that obey the root mode.

    With `single`, node 0 takes one child; in arc-hybrid, by the last transition only."""
    printed = system if callable(system) else search.covington(system, n)

    def allowed(before, after):
        roots = sum(head == 0 for head, _ in after[-1])
        if system is search.arc_hybrid and after[-1] != before[-1] and roots:
            return after[:2] == ((0,), ())
        return roots <= 1

    def following(configuration):
        for after in printed(configuration):
            if not single or allowed(configuration, after):
                yield after

    return following


def two_planar(single):
    """The transitions between (after a SWITCH, stacks, buffer, arcs), without two SWITCHes."""

    def following(state):
        switched, *configuration = state
        (active, inactive), *rest = configuration
        for after in search.two_planar(tuple(configuration)):
            is_switch = after == ((inactive, active), *rest)
            too_many = single and sum(head == 0 for head, _ in after[-1]) > 1
            if not (switched and is_switch) and not too_many:
                yield is_switch, *after

    return following


def losses(following, golds):
    """A function from configurations to losses for each gold tree (rows of heads, -1 in front).

    The loss is the number of tokens that do not get their gold head in the best case."""
    golds = np.array(golds)

    @cache
    def loss(configuration):
        options = [loss(after) for after in following(configuration)]
        if options:
            return np.minimum.reduce(options)
        right = sum((golds[:, d] == h for h, d in configuration[-1]), np.zeros(len(golds), int))
        return golds.shape[1] - 1 - right

    return loss
