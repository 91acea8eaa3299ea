"""Pools of parsers from which an experiment selects and blends (Nilsson 2009, chapter 9)."""

from typing import Annotated, Literal

from nonproj.combination.schemes import Weights
from nonproj.data.declared import Declared, Limits, Name, reject_duplicates
from nonproj.experiments.study.names import require_variants
from nonproj.experiments.study.trainings import Regime


class Selection(Declared):
    """Parsers that join a blend one after the other, in several orders.

    The orders are by falling and by rising accuracy, by difference from the parsers before, and by
    the accuracy of the blend with them."""

    training: Literal[Regime.CV0.value]  # what it held out estimates weights and orders the parsers
    target: Literal["dev", "test"]
    weights: Weights
    parsers: Annotated[tuple[Name, ...], Limits(min_length=2)]  # variants, the base first

    def __post_init__(self) -> None:
        require_variants(self.parsers)
        reject_duplicates(self.parsers, "parsers")


class Generic(Declared):
    """Parsers that differ in a generic transformation: each move of each frequent label.

    They are trained on sets 1-8; set 9 ranks them, set 0 weighs their votes."""

    parser: Name  # the base, to which a transformation is added
    labels: Annotated[int, Limits(ge=1)]  # the most frequent of the training set
    core_labels: Annotated[int, Limits(ge=1)]  # where a suite computes the core of each study
    words_below: Annotated[
        int, Limits(ge=1)
    ]  # of the training set; more if the paper has the treebank
    target: Literal["dev", "test"]
    weights: Weights

    def __post_init__(self) -> None:
        require_variants([self.parser])
