"""Neural parsers by name: biaffine, biaffine-tagged, biaffine-upos-feats, ...

`-tagged` stands for -upos-xpos-feats-lemma, columns of the text that are read besides the words;
without them, the network learns to predict UPOS and XPOS as a further aim. Trees of `biaffine` may
be non-projective."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonproj.data.yaml_files import as_declared
from nonproj.errors import NonprojError
from nonproj.parsers.interface import ParserModel, Training
from nonproj.parsers.steps import steps_named
from nonproj.parsers.variants import Variant, parts_of, reject_features, reject_labels

if TYPE_CHECKING:
    import numpy as np

    from nonproj.data.treebank import Treebank

NEURAL = "neural"
ADAM = "adam"
COLUMNS = ("upos", "xpos", "feats", "lemma")
SCORERS = ("biaffine",)
_NAME = re.compile(
    rf"(?P<scorer>{'|'.join(SCORERS)})(?:(?P<all>-tagged)|"
    rf"(?P<some>{''.join(f'(?:-{name})?' for name in COLUMNS)}))"
)


@dataclass(frozen=True)
class NeuralSystem:
    """A scorer with its decoder, and the columns that are read besides the words."""

    name: str
    scorer: str
    columns: tuple[str, ...]

    projective = False
    implied_step = ""

    @property
    def code(self) -> int:
        columns = sum(1 << i for i, name in enumerate(COLUMNS) if name in self.columns)
        return SCORERS.index(self.scorer) << len(COLUMNS) | columns


class NeuralFamily:
    """A BiLSTM gives vectors of words, and a decoder finds the tree that scores best by them."""

    name = NEURAL

    def forms(self) -> tuple[str, ...]:
        return SCORERS

    def explained(self) -> tuple[str, ...]:
        return (
            f"Neural parsers: {', '.join(SCORERS)}, each optionally followed by -tagged, which "
            "reads UPOS, XPOS, FEATS and LEMMA besides the words, or by some of "
            f"{', '.join(f'-{name}' for name in COLUMNS)}, in this order.",
        )

    def recognises(self, name: str) -> bool:
        return parts_of(name).system.split("-")[0] in SCORERS

    def variant(self, name: str) -> Variant:
        parts = parts_of(name)
        reject_features(parts)
        system_name, _, steps, learner = parts
        match = _NAME.fullmatch(system_name)
        if match is None:
            raise NonprojError(
                f"system {system_name!r} is not known; expected a name of {', '.join(SCORERS)}, "
                f"then -tagged or some of {', '.join(f'-{c}' for c in COLUMNS)}, in this order"
            )
        if learner is not None:
            raise NonprojError(f"the learner of {system_name} is {ADAM}: no @{learner}")
        chosen = COLUMNS if match["all"] else tuple(match["some"].split("-")[1:])
        system = NeuralSystem(system_name, match["scorer"], chosen)
        variant = Variant(name, self.name, system, steps_named(system, steps), ADAM)
        reject_labels(variant)
        return variant

    def train(
        self,
        variant: Variant,
        treebank: "Treebank",
        how: Training,
        prepared: "Treebank | None" = None,
    ) -> ParserModel:
        from nonproj.parsers.neural.training import train

        return train(variant, treebank, how, prepared)

    def load(self, content: dict, arrays: dict[str, "np.ndarray"]) -> ParserModel:
        from nonproj.parsers.neural.model import NeuralContent, NeuralModel

        return NeuralModel.of(as_declared(content, NeuralContent, "header"), arrays)
