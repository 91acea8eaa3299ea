"""What is done to the trees of the training data before training, and undone after parsing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.decoders.overlap import TreeClass, maximum_overlap
from nonproj.errors import NonprojError
from nonproj.systems.direction import mirror_heads
from nonproj.trees.pproj import Encoding, projectivize
from nonproj.trees.pproj_inverse import deprojectivize


class Step(Protocol):
    """A transformation of trees with its inverse."""

    @property
    def name(self) -> str: ...

    def transform(self, treebank: Treebank) -> Treebank: ...

    def invert(self, treebank: Treebank) -> Treebank: ...


@dataclass(frozen=True)
class PseudoProjective:
    """Projectivize and encode the lifts in labels; with BASELINE nothing is encoded or undone."""

    encoding: Encoding
    cap: int | None = None

    @property
    def name(self) -> str:
        return self.encoding if self.cap is None else f"{self.encoding}-cap{self.cap}"

    def transform(self, treebank: Treebank) -> Treebank:
        return projectivize(treebank, self.encoding, self.cap)

    def invert(self, treebank: Treebank) -> Treebank:
        return deprojectivize(treebank, self.encoding)


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


# Steps that a system brings along, by the names that files of the workflow know them by.
_IMPLIED = {
    step.name: step
    for step in (PseudoProjective(Encoding.BASELINE), WithinMh4(), WithinMh4(right_to_left=True))
}
_ENCODED = re.compile(r"(head|path|headpath)(?:-cap([0-9]{1,6}))?")
KNOWN_STEPS = ("raw", "head[-capN]", "path[-capN]", "headpath[-capN]")


def step_named(text: str) -> Step:
    """The step of `+TEXT` in a variant's name; `raw` is no step but the absence of one."""
    if match := _ENCODED.fullmatch(text):
        return PseudoProjective(Encoding(match[1]), int(match[2]) if match[2] else None)
    known = f"{', '.join(KNOWN_STEPS)}, or after carreras npa[-tT]"
    raise NonprojError(f"step {text!r} is not known; expected one of {known}")


def prepared(names: str, treebank: Treebank) -> Treebank:
    """The treebank after the steps of a variant's `preparation`."""
    for name in names.split("+"):
        step = _IMPLIED.get(name) or step_named(name)
        treebank = step.transform(treebank)
    return treebank


def restore(steps: Sequence[Step], parsed: Treebank) -> Treebank:
    """Undo in a parse what the steps did to the training trees."""
    for step in reversed(steps):
        parsed = step.invert(parsed)
    return parsed
