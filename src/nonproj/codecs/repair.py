"""Trees from heads that need not form a tree."""

from collections.abc import Sequence
from itertools import chain

from nonproj.data.cycles import cycles

NOT_ATTACHED = -1


def repaired(heads: Sequence[int], single_root: bool) -> list[int]:
    """Return a tree with as many of the given heads as possible; words may be NOT_ATTACHED.

    The root is the word with most dependents among the words that depend on node 0 or, if there are
    none, among the words without a head or, failing that, among the first words of cycles. Ties go
    to the first word. The other words without a head attach to the root. So does the first word of
    every cycle and, if `single_root`, every other word that depends on node 0."""
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
