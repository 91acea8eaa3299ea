"""Counts of words whose heads are not restored by the inverse transformation, grouped by reason."""

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.trees.restructuring.schemes import VERB_GROUPS
from nonproj.trees.restructuring.styles import FirstConjunctStyle, Style

STAYS = "stays"  # a dependent of the conjunction stays attached to a conjunct
TAKEN = "taken"  # a dependent of a conjunct is mistaken for a dependent of the conjunction
READ_AS_CHAIN = "left-alone"  # a conjunction that was not restructured is read as part of a chain
COMMA = "comma"  # a conjunct's own comma is mistaken for a separator
NESTED = "nested"  # all other words: nested coordinations are read differently
AUXILIARY = "auxiliary"  # an auxiliary with its own dependents is read as a verb group's head
LOSSES = (STAYS, TAKEN, READ_AS_CHAIN, COMMA, NESTED, AUXILIARY)


def losses(
    scheme: str, style: Style, given: Treebank, there: Treebank, back: Treebank
) -> dict[str, int]:
    """Count, by reason, the words whose head in `back` differs from their head in `given`.

    `given` is the original treebank, `there` is the transformed treebank, and `back` is the result
    of the inverse. The counts add up to the number of such words."""
    lost = back.head != given.head
    if scheme == VERB_GROUPS:
        kinds = {AUXILIARY: lost}
    elif isinstance(style.coordination, FirstConjunctStyle):
        kinds = _first_conjunct(given, style.coordination)
    else:
        kinds = _headed(given, there, back, style)
    counts = dict.fromkeys(LOSSES, 0)
    for reason, mask in kinds.items():
        counts[reason] += int((lost & mask).sum())
        lost &= ~mask
    counts[NESTED] += int(lost.sum())
    return counts


def _first_conjunct(given: Treebank, style: FirstConjunctStyle) -> dict[str, np.ndarray]:
    separators = (*style.conjunctions, *style.separators)
    return {COMMA: given.deprel.where(lambda label: label.partition(":")[0] in separators)}


def _headed(
    given: Treebank, there: Treebank, back: Treebank, style: Style
) -> dict[str, np.ndarray]:
    base = there.deprel.where(style.shows)
    first = np.repeat(given.start[:-1], np.diff(given.start))
    old, new = (np.where(tree.head < 0, 0, first + tree.head) for tree in (given, back))
    unmoved = there.head == given.head
    chained = there.head[new] == given.head[new]  # the new head was not restructured
    return {
        STAYS: base[old] & (back.head == there.head),
        READ_AS_CHAIN: unmoved & (base | (base[new] & chained)),
        TAKEN: unmoved & base[new],
    }
