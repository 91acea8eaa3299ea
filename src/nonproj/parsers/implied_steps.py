"""Steps that no name of a variant mentions: a system brings them along."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.decoders.overlap import TreeClass, maximum_overlap
from nonproj.parsers.steps import PseudoProjective, step_named
from nonproj.systems.direction import mirror_heads
from nonproj.trees.pseudo_projective import Encoding


@dataclass(frozen=True)
class WithinMh4:
    """Trees that the MH4 chart does not derive give way to those it derives that share most arcs.

    Gómez-Rodríguez, Shi & Lee (2018) leave open what greedy MH4 learns of such trees. It is nothing
    that would be undone. right_to_left: the chart is that of the mirrored sentences."""

    right_to_left: bool = False

    @property
    def name(self) -> str:
        return "mh4-r2l" if self.right_to_left else "mh4"

    def transform(self, treebank: Treebank) -> Treebank:
        read = partial(mirror_heads, treebank.start) if self.right_to_left else np.copy
        nearest = maximum_overlap(treebank.start, read(treebank.head), TreeClass.MH4)
        return treebank.with_trees(read(nearest.head), treebank.deprel)

    def invert(self, treebank: Treebank) -> Treebank:
        return treebank


# By the names that files of the workflow know them by.
_IMPLIED = {
    step.name: step
    for step in (PseudoProjective(Encoding.BASELINE), WithinMh4(), WithinMh4(right_to_left=True))
}


def prepared(names: str, treebank: Treebank) -> Treebank:
    """The treebank after the steps of a variant's `preparation`."""
    for name in names.split("+"):
        step = _IMPLIED.get(name) or step_named(name)
        treebank = step.transform(treebank)
    return treebank
