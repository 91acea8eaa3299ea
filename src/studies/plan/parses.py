"""Parsers and their parses, with the paths of their files.

The field `training` names the data that a parser is trained on: `train`, the first K of Nilsson's
sets 1-8 (`setsK`), or all sets but set I (`cvI`). The field `target` names the text to parse:
`dev`, `test`, or the `heldout` part."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nonproj.public.values import Key

WORK, STORE, SUFFIX = "data/work", "data/parses", ".parse"
# Values in a treebank's folder of the store: of systems whose parses are not stored.
SCORES_CSV, TESTS_CSV, SPEEDS_CSV = "scores.csv", "significance.csv", "speeds.csv"
RAW_TEXT = "text=raw"  # the item of values from raw text
PEERS_JSON = "peers.json"  # the results of other programs


def training_file(treebank: str, training: str) -> str:
    folder = f"{WORK}/{treebank}"
    return f"{folder}/train.conll" if training == "train" else f"{folder}/{training}/train.conll"


def target_file(treebank: str, training: str, target: str) -> str:
    folder = f"{WORK}/{treebank}"
    if target == "heldout":
        return f"{folder}/{training}/heldout.conll"
    return f"{folder}/{target}.conll"


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


@dataclass(frozen=True)
class PlannedParse(Parser):
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

    @property
    def of_raw_text(self) -> "PlannedParse":
        """The parse of the target's raw text, of which the store has only values."""
        return replace(self, target=f"{self.target}-raw")

    @property
    def raw_text_scores(self) -> str:
        """The path of the scores of that parse."""
        return f"{self.folder}/raw-text/{self.target}.csv"

    @property
    def raw_text_key(self) -> Key:
        """The key of these scores."""
        return Key(self.treebank, self.target, self.variant, frozenset({RAW_TEXT}))

    @classmethod
    def of_file(cls, path: str) -> "PlannedParse":
        """Return the parse with this path, `file` or `stored`."""
        *_, treebank, training, seed, variant, target = path.rpartition(".")[0].split("/")
        return cls(treebank, training, int(seed.removeprefix("seed")), variant, target)


def texts_of(parses: Sequence[PlannedParse]) -> list[str]:
    """List the texts that were parsed, and the training sets of the parsers."""
    return [*dict.fromkeys(path for parse in parses for path in (parse.gold, parse.original))]
