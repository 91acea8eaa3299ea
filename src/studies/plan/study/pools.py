"""Pools of parsers from which an experiment selects and blends (Nilsson 2009, chapter 9)."""

from typing import Annotated, Literal

from pydantic import Field

from nonproj.public.combination import Weights
from nonproj.public.files import Declared, Name, reject_duplicates
from studies.plan.study.names import require_variants


class Selection(Declared):
    """Parsers, trained on sets 1-9, that join a blend one after the other, in several orders.

    Parsers are ordered by decreasing or increasing accuracy, by how much they differ from earlier
    parsers, or by the accuracy of the blend that results. Set 0 gives weights and orders."""

    target: Literal["dev", "test"]
    weights: Weights
    parsers: Annotated[tuple[Name, ...], Field(min_length=2)]  # variants, starting with the base
    public: tuple[Name, ...] = ()  # of public treebanks only these; empty: all

    def __post_init__(self) -> None:
        require_variants(self.parsers)
        reject_duplicates(self.parsers, "parsers")


class GenericParsers(Declared):
    """Parsers that use generic transformations, one for each pair of a move and a frequent label.

    Parsers are trained on sets 1-8; set 9 is used to rank them, and set 0 to weight their votes."""

    parser: Name  # the base, to which transformations are added
    labels: Annotated[int, Field(ge=1)]  # number of the most frequent labels in the training set
    few_labels: Annotated[int, Field(ge=1)]  # the same below level `all`, except on `thorough`
    # A limit for the training set; the paper's treebanks have no limit.
    words_below: Annotated[int, Field(ge=1)]
    target: Literal["dev", "test"]
    weights: Weights
    public: tuple[Name, ...] = ()  # of public treebanks only these; empty: all
    thorough: tuple[Name, ...] = ()  # treebanks with all `labels` at every level

    def __post_init__(self) -> None:
        require_variants([self.parser])

    @property
    def targets(self) -> tuple[str, str]:
        """The texts that are parsed: sets 9 and 0, and the text that is scored."""
        return "heldout", self.target
