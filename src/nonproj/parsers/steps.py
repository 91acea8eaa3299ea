"""What is done to the trees of the training data before training, and undone after parsing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.trees.pseudo_projective import Encoding, projectivize
from nonproj.trees.pseudo_projective_inverse import deprojectivize


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


_ENCODED = re.compile(r"(head|path|headpath)(?:-cap([0-9]{1,6}))?")
KNOWN_STEPS = ("raw", "head[-capN]", "path[-capN]", "headpath[-capN]")


def step_named(text: str) -> Step:
    """The step of `+TEXT` in a variant's name; `raw` is no step but the absence of one."""
    if match := _ENCODED.fullmatch(text):
        return PseudoProjective(Encoding(match[1]), int(match[2]) if match[2] else None)
    known = f"{', '.join(KNOWN_STEPS)}, or after carreras npa[-tT]"
    raise NonprojError(f"step {text!r} is not known; expected one of {known}")


def restore(steps: Sequence[Step], parsed: Treebank) -> Treebank:
    """Undo in a parse what the steps did to the training trees."""
    for step in reversed(steps):
        parsed = step.invert(parsed)
    return parsed
