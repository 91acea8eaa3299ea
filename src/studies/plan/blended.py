"""Blends of parses, and which parses and values are taken from the store."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from os.path import abspath, relpath
from pathlib import Path

from nonproj.public.values import Key, read_keys
from studies.plan.parses import SCORES_CSV, STORE, WORK, PlannedParse, texts_of
from studies.plan.study.blends import Blend, Level


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
    def vote(self) -> PlannedParse | None:
        """The parse by the classifiers that vote on transitions; None for a blend of parses."""
        if self.blend.level is not Level.TRANSITION:
            return None
        return PlannedParse(
            self.treebank, self.training, self.seed, self.blend.variant, self.target
        )

    @property
    def log(self) -> str:
        """The path of the log of a vote on transitions, named as in the rule `vote`."""
        place = f"{self.treebank}-{self.training}-{self.seed}-{self.target}"
        return f"{WORK}/logs/vote/{place}-{self.blend.slug}.log"

    def parses(self, target: str) -> list[PlannedParse]:
        """List the members' parses of a target."""
        place = self.treebank, self.training, self.seed
        return [PlannedParse(*place, variant, target) for variant in self.blend.parsers]

    @property
    def sources(self) -> list[PlannedParse]:
        """The parses of a text that are blended, and those that weight the votes; or the vote."""
        if self.vote:
            return [self.vote]
        weighing = self.parses("heldout") if self.blend.weighed else []
        return self.parses(self.target) + weighing


def placing(root: Path) -> Callable[[Path | str], str]:
    """Return how the project's files are named: relative in its folder, and absolute elsewhere.

    The `prefix` of a Snakemake module is put before relative paths."""
    return relpath if root.samefile(".") else abspath


class Store:
    """The stored results that a suite takes: those in the project `root` that `takes` allows.

    Values of systems whose parses are not stored are taken if `values` is true."""

    def __init__(
        self, root: Path, takes: Callable[[PlannedParse], bool], values: bool = True
    ) -> None:
        self.root, self.takes, self.place = root, takes, placing(root)
        self._keys = cache(self._read) if values else lambda treebank: set()

    def has(self, parse: PlannedParse) -> bool:
        """Check whether a parse is taken from the store."""
        return self.takes(parse) and (self.root / parse.stored).exists()

    def lacks(self, parses: Iterable[PlannedParse]) -> list[PlannedParse]:
        """List the parses that are not taken from the store."""
        return [parse for parse in parses if not self.has(parse)]

    def has_values(self, lacking: Sequence[PlannedParse], of_system: Callable[[Key], bool]) -> bool:
        """Check whether values are stored of a system whose parses are lacking."""
        taken = lacking and all(map(self.takes, lacking))
        return bool(taken) and any(map(of_system, self._keys(lacking[0].treebank)))

    def _read(self, treebank: str) -> set[Key]:
        path = self.root / STORE / treebank / SCORES_CSV
        return {*read_keys(path)} if path.exists() else set()

    def source(self, of: PlannedParse | Blended) -> str:
        """Return the stored file of a parse, or the file that the rules make."""
        parse = of if isinstance(of, PlannedParse) else of.vote
        if parse and self.has(parse):
            return self.place(self.root / parse.stored)
        return of.file

    def moved(self, bases: Sequence[PlannedParse], move: str, n_labels: int) -> list[str]:
        """List the stored parses by the parsers of a move, if the store has one for each label."""
        patterns = [replace(base, variant=f"*+{move}:*").stored for base in bases]
        each = [sorted(self.root.glob(p)) for p in patterns] if all(map(self.takes, bases)) else []
        whole = each and min(map(len, each)) >= n_labels
        return [self.place(path) for paths in each for path in paths] if whole else []

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
