"""Parsers, their parses and blends of these, and where the workflow keeps their files.

A training is what a parser learns from: `train`, the first K of Nilsson's sets 1-8 (`setsK`), or
all sets but one (`cvI`). A target is what it parses: `dev`, `test`, or what was `heldout`."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from nonproj.experiments.study.blends import Blend
from nonproj.parsers.families import variant_named

WORK = "data/work"


def training_file(treebank: str, training: str) -> str:
    folder = f"{WORK}/{treebank}"
    return f"{folder}/train.conll" if training == "train" else f"{folder}/{training}/train.conll"


@cache
def _preparation(variant: str) -> str:
    return variant_named(variant).preparation


@dataclass(frozen=True)
class Parser:
    """A variant trained on one treebank with one seed."""

    treebank: str
    training: str
    seed: int
    variant: str

    @property
    def folder(self) -> str:
        return f"{WORK}/{self.treebank}/{self.training}/seed{self.seed}"

    @property
    def model(self) -> str:
        return f"{self.folder}/{self.variant}/model.npz"

    @property
    def log(self) -> str:
        """The log of its training; `complete` in workflow/rules/common.smk names the file."""
        job = f"{self.treebank}-{self.training}-{self.seed}-{self.variant}"
        return f"{WORK}/logs/train/{job}.log"

    @property
    def parses(self) -> str:
        """The folder of its parses; see `parse_files`."""
        return f"{self.folder}/{self.variant}/parses"

    @property
    def digests(self) -> str:
        """The file with a digest of each parse by the parsers of the same training."""
        return f"{self.folder}/parses.json"

    @property
    def original(self) -> str:
        return training_file(self.treebank, self.training)

    @property
    def prepared(self) -> str:
        """The training file after the steps of the variant."""
        steps = _preparation(self.variant)
        if not steps:
            return self.original
        return f"{WORK}/{self.treebank}/{self.training}/prepared/{steps}.conll"


@dataclass(frozen=True)
class Parse(Parser):
    """A parser applied to one target."""

    target: str

    @property
    def gold(self) -> str:
        folder = f"{WORK}/{self.treebank}"
        if self.target == "heldout":
            return f"{folder}/{self.training}/heldout.conll"
        return f"{folder}/{self.target}.conll"


def digests(parses: Iterable[Parse]) -> list[str]:
    """List the files with the digests of parses, each once."""
    return list(dict.fromkeys(parse.digests for parse in parses))


@dataclass(frozen=True)
class Blended:
    """A blend of the parses of one treebank."""

    treebank: str
    training: str
    seed: int
    target: str
    blend: Blend

    @property
    def file(self) -> str:
        folder = f"{WORK}/{self.treebank}/{self.training}/seed{self.seed}/blends"
        return f"{folder}/{self.target}/{self.blend.slug}.conll"
