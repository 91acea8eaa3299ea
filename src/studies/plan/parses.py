"""Parsers, parses and blends of parses, with the paths of their files.

The field `training` names the data that a parser is trained on: `train`, the first K of Nilsson's
sets 1-8 (`setsK`), or all sets but set I (`cvI`). The field `target` names the text to parse:
`dev`, `test`, or the `heldout` part."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from os.path import relpath
from pathlib import Path

from nonproj.parsers.families import variant_named
from studies.plan.study.blends import Blend, Level

WORK, STORE, SUFFIX = "data/work", "data/parses", ".parse"


def training_file(treebank: str, training: str) -> str:
    folder = f"{WORK}/{treebank}"
    return f"{folder}/train.conll" if training == "train" else f"{folder}/{training}/train.conll"


def target_file(treebank: str, training: str, target: str) -> str:
    folder = f"{WORK}/{treebank}"
    if target == "heldout":
        return f"{folder}/{training}/heldout.conll"
    return f"{folder}/{target}.conll"


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
        return f"{WORK}/{self.treebank}/{self.training}/seed{self.seed}/{self.variant}"

    @property
    def model(self) -> str:
        return f"{self.folder}/model.npz"

    @property
    def log(self) -> str:
        """The path of the log of the parser's training, named as in the rule `train`."""
        job = f"{self.treebank}-{self.training}-{self.seed}-{self.variant}"
        return f"{WORK}/logs/train/{job}.log"

    @property
    def original(self) -> str:
        return training_file(self.treebank, self.training)

    @property
    def prepared(self) -> str:
        """The path of the training file after the variant's steps."""
        if not (steps := _preparation(self.variant)):
            return self.original
        return f"{WORK}/{self.treebank}/{self.training}/prepared/{steps}.conll"


@dataclass(frozen=True)
class Parse(Parser):
    """A parser applied to one target text."""

    target: str

    @property
    def gold(self) -> str:
        return target_file(self.treebank, self.training, self.target)

    @property
    def raw(self) -> str:
        """The path of the parser's own output, before the variant's steps are undone."""
        return f"{self.folder}/raw/{self.target}.conll"

    @property
    def counts(self) -> str:
        """The path of the file with the cost of parsing, as counts and seconds."""
        return f"{self.folder}/raw/{self.target}.json"

    @property
    def file(self) -> str:
        """The path of the parse after the variant's steps are undone."""
        return f"{self.folder}/{self.target}.conll"

    @property
    def stored(self) -> str:
        """The path of the parse in the store (`studies.store.format`)."""
        return self.file.replace(WORK, STORE, 1).removesuffix(".conll") + SUFFIX

    @classmethod
    def of_file(cls, path: str) -> "Parse":
        """Return the parse with this path, `file` or `stored`."""
        *_, treebank, training, seed, variant, target = path.rpartition(".")[0].split("/")
        return cls(treebank, training, int(seed.removeprefix("seed")), variant, target)


@dataclass(frozen=True)
class Blended:
    """A blend of several parsers' parses of one text."""

    treebank: str
    training: str
    seed: int
    target: str
    blend: Blend

    @property
    def file(self) -> str:
        folder = f"{WORK}/{self.treebank}/{self.training}/seed{self.seed}/blends"
        return f"{folder}/{self.target}/{self.blend.slug}.conll"

    @property
    def vote(self) -> Parse | None:
        """The parse by the classifiers that vote on transitions; None for a blend of parses."""
        if self.blend.level is not Level.TRANSITION:
            return None
        return Parse(self.treebank, self.training, self.seed, self.blend.variant, self.target)

    @property
    def log(self) -> str:
        """The path of the log of a vote on transitions, named as in the rule `vote`."""
        place = f"{self.treebank}-{self.training}-{self.seed}-{self.target}"
        return f"{WORK}/logs/vote/{place}-{self.blend.slug}.log"

    def parses(self, target: str) -> list[Parse]:
        """List the members' parses of a target."""
        place = self.treebank, self.training, self.seed
        return [Parse(*place, variant, target) for variant in self.blend.parsers]


class Store:
    """The stored parses that a suite takes: those in the project `root` that `takes` allows."""

    def __init__(self, root: Path, takes: Callable[[Parse], bool]) -> None:
        self.root, self.takes = root, takes

    def has(self, parse: Parse) -> bool:
        """Check whether a parse is taken from the store."""
        return self.takes(parse) and (self.root / parse.stored).exists()

    def source(self, of: Parse | Blended) -> str:
        """Return the stored file of a parse, or the file that the rules make."""
        parse = of if isinstance(of, Parse) else of.vote
        if parse and self.has(parse):
            return relpath(self.root / parse.stored)
        return of.file

    def moved(self, bases: Sequence[Parse], move: str, n_labels: int) -> list[str]:
        """List the stored parses by the parsers of a move, if the store has one for each label."""
        patterns = [replace(base, variant=f"*+{move}:*").stored for base in bases]
        each = [sorted(self.root.glob(p)) for p in patterns] if all(map(self.takes, bases)) else []
        whole = each and min(map(len, each)) >= n_labels
        return [relpath(path) for paths in each for path in paths] if whole else []

    def files_to_blend(self, blended: Blended) -> dict[str, list[str]]:
        """List the parses to blend, the parses used to weight the votes, and the texts of both."""
        parses = blended.parses(blended.target)
        heldout = blended.parses("heldout") if blended.blend.weighed else []
        return {
            "texts": texts_of([*parses, *heldout]),
            "parses": [*map(self.source, parses)],
            "gold": [parse.gold for parse in heldout[:1]],
            "heldout": [*map(self.source, heldout)],
        }


NO_STORE = Store(Path(), lambda parse: False)


def texts_of(parses: Sequence[Parse]) -> list[str]:
    """List the texts that were parsed, and the training sets of the parsers."""
    return [*dict.fromkeys(path for parse in parses for path in (parse.gold, parse.original))]
