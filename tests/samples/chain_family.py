"""A family from outside the package, in one module: every word depends on the one before it."""

from dataclasses import dataclass

import numpy as np

from nonproj.costs import Cost
from nonproj.data.declared import Declared, Stored
from nonproj.learners.calibration import Calibration
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.variants import ParserSystem, Variant, parts_of


@dataclass(frozen=True)
class ChainRow:
    longest: int = 50
    timed: bool = False


class ChainSystem(ParserSystem):
    name = "chain"
    code = 0
    row = ChainRow()
    cost = Cost(1, 2)
    projective = True


class ChainFamily:
    name = "chain"
    label = "chain"
    training = model = __name__

    def forms(self):
        return ("chain",)

    def explained(self):
        return ("Chains of words: chain.",)

    def recognises(self, name):
        return parts_of(name).system == "chain"

    def variant(self, name):
        return Variant(name, self.name, ChainSystem(), (), "")


class ChainContent(Declared):
    kind: str
    variant: str


@dataclass(frozen=True)
class ChainModel(ParserModel):
    variant: Variant
    calibration: Calibration | None = None

    def predict(self, treebank, threads=1, fill=()):
        first = np.repeat(treebank.start[:-1] + 1, np.diff(treebank.start))
        head = np.arange(len(treebank.head)) - first
        return treebank.with_trees(head.astype(np.int32), treebank.deprel), {"links": 1}

    def certainty(self, parsed, threads=1):
        return np.ones(len(parsed.head))

    @property
    def stored(self):
        return Stored(ChainContent("chain", self.variant.name), {})


def train(variant, treebank, how, prepared=None):
    return ChainModel(variant)


def load(variant, content, arrays):
    return ChainModel(variant)
