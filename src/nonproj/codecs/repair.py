"""Repair of predicted heads that do not form a tree."""

from collections.abc import Sequence
from itertools import chain

from nonproj.data.cycles import cycles

NOT_ATTACHED = -1


def repaired(heads: Sequence[int], single_root: bool) -> list[int]:
    """Return a tree that keeps as many of the heads as possible; a head may be NOT_ATTACHED.

    The root is one of the words that depend on node 0. If there are none, the root is a word
    without a head or, failing that, the first word of a cycle. Among these candidates, the one with
    the most dependents is chosen; ties go to the first. The other words without a head are attached
    to the root, as are the first word of every cycle and, if `single_root`, all other dependents of
    node 0."""
    tree, words = list(heads), range(1, len(heads))
    at_zero = [d for d in words if heads[d] == 0]
    headless = [d for d in words if heads[d] == NOT_ATTACHED]
    cyclic = sorted(each[0] for each in cycles({d: heads[d] for d in words if heads[d] > 0}))
    root = max(at_zero or headless or cyclic, key=heads.count, default=None)
    for d in chain(headless, cyclic, at_zero if single_root else ()):
        tree[d] = root
    if root is not None:
        tree[root] = 0
    return tree
