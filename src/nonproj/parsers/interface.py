"""The interface of all families of parsers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

import numpy as np

from nonproj.choices import FillChoice, LearntTagsChoice
from nonproj.data.declared import Stored
from nonproj.data.misc import with_confidence
from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.parsers.model_files import write_declared
from nonproj.parsers.roots import Root, require_trees, root_mode_of
from nonproj.parsers.steps import restore, restructure
from nonproj.parsers.variants import Variant
from nonproj.systems.moves import SINGLE

# Called with a stage of training and the share of it that is done.
Progress = Callable[[str, float], None]


def silent(*_: object) -> None:
    """Ignore progress."""


@dataclass(frozen=True)
class Training:
    """Options of training. The same seed gives the same model at any number of threads."""

    seed: int = 1
    threads: int = 1
    root: str = "auto"  # see `roots.Root`
    progress: Progress = silent
    features: str = ""  # a feature model by name or path instead of the variant's
    dev: Treebank | None = None  # what neural parsers choose their best epoch by
    checkpoint: Path | None = None  # a file that neural parsers go on from, if it exists
    report: Callable[[str], None] = silent  # called with a line after each epoch
    size: Literal["paper", "small"] = "paper"  # of the networks of neural parsers
    tags: LearntTagsChoice = "given"  # see `nonproj.parsers.tagged`
    confidence: bool = False  # calibrate the model, see `nonproj.parsers.calibrated`


def check_training(variant: Variant, treebank: Treebank, root: Root) -> int:
    """Return the root mode; NonprojError names a sentence that the variant cannot learn from."""
    variant.require_length(treebank)
    return root_mode_of(treebank, root, variant.learns_by_word)


def begin(
    variant: Variant, treebank: Treebank, how: Training, prepared: Treebank | None
) -> tuple[Variant, Treebank, int]:
    """Return the variant with its steps fitted, the trees after them, and the root mode."""
    root = Root(how.root)
    root_mode = check_training(variant, treebank, root)
    if how.dev is not None:
        variant.require_length(how.dev)
        require_trees(how.dev, "score")
    if prepared is None:
        variant, prepared = variant.prepare(treebank)
    else:
        variant = variant.fitted(treebank)
    if root_mode == SINGLE:  # steps may make several roots of one
        root_mode = check_training(variant, restructure(variant.steps, treebank), root)
    return variant, prepared, root_mode


class Parse(NamedTuple):
    """A parsed text."""

    treebank: Treebank  # under the parser's trees
    written: Treebank  # the same before the steps of the variant were undone
    counts: dict[str, int]  # what parsing took, as the family counts it
    confidence: np.ndarray | None = None  # if asked for, the probability of each arc, by slot

    @property
    def annotated(self) -> Treebank:
        """The parsed text, with the probabilities in MISC if they were asked for."""
        if self.confidence is None:
            return self.treebank
        return with_confidence(self.treebank, self.confidence)


class ParserModel(ABC):
    """A trained parser: a dataclass, one of whose fields is its variant."""

    variant: Variant
    calibration: Calibration | None = None  # None: the model gives no probabilities

    def __repr__(self) -> str:
        return f"<Parser {self.variant.name}>"

    def parse(
        self,
        treebank: Treebank,
        threads: int = 1,
        tags: FillChoice = "fill",
        confidence: bool = False,
    ) -> Parse:
        """Parse a text, ignoring its heads and labels; fill columns of tags that it lacks."""
        return self.parse_filling(treebank, threads, self.to_fill(treebank, tags), confidence)

    def parse_filling(
        self, treebank: Treebank, threads: int, fill: Sequence[str], confidence: bool = False
    ) -> Parse:
        """Parse a text and fill these columns."""
        self.variant.require_length(treebank)
        calibration = self.require_calibration() if confidence else None
        written, counts = self.predict(treebank, threads, fill)
        shares = calibration and calibration(self.certainty(written, threads))
        return Parse(restore(self.variant.steps, written), written, counts, shares)

    @abstractmethod
    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        """Return the parser's own trees, with all marks that steps left in labels, and counts.

        `fill` are columns that the model predicts and the result has in place of its own."""

    @abstractmethod
    def certainty(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        """Return how sure each head is that `predict` has found, by slot, from 0 to 1.

        The numbers order words; `calibration` makes probabilities of them."""

    def require_calibration(self) -> Calibration:
        """Return the calibration; NonprojError says how to get one."""
        if self.calibration is None:
            raise NonprojError(
                f"the model of {self.variant.name} has no calibration for probabilities; add it by "
                "trees that it has not learnt from: nonproj calibrate --model MODEL HELDOUT -o NEW"
            )
        return self.calibration

    def with_calibration(self, calibration: Calibration) -> "ParserModel":
        """Return this model with other probabilities."""
        return replace(self, calibration=calibration)

    @property
    def predicts(self) -> Sequence[str]:
        """The text columns that the model can fill."""
        return ()

    def to_fill(self, treebank: Treebank, tags: FillChoice = "fill") -> tuple[str, ...]:
        """Return the columns that the model fills in a text."""
        wanted = {"predict": self.predicts, "keep": ()}.get(tags)
        if wanted is None:
            wanted = [c for c in self.predicts if treebank.known_share(c, ()) is None]
        return tuple(wanted)

    def tag(self, treebank: Treebank, threads: int = 1, columns: Sequence[str] = ()) -> Treebank:
        """Fill columns, by default all that the model predicts; trees stay as they are."""
        if not self.predicts:
            raise NonprojError(f"the model has no tagger; {self._with_tagger}")
        made, _ = self.predict(treebank, threads, columns or self.predicts)
        return made.with_trees(treebank.head, treebank.deprel)

    def applied_as(self, variant: Variant) -> "ParserModel":
        """Return this model as another variant, if training gives both the same weights.

        Nivre (2007), 5: one model of Covington's parser is applied with several bounds on degree;
        one of carreras+npa is applied with other thresholds, or as carreras+raw."""
        if variant.trained_as != self.variant.trained_as:
            raise NonprojError(f"a model of {self.variant.name} cannot parse as {variant.name}")
        return replace(self, variant=replace(variant, steps=self.variant.steps))

    def known(self, treebank: Treebank) -> dict[str, float]:
        """Return the shares of words whose forms, and whose tags, occurred in training.

        Columns that the model does not keep, or that are empty in the text, are left out."""
        shares = {}
        for name, column in (("words", "form"), ("parts of speech", "upos")):
            values = self.vocabulary_of(column)
            share = None if values is None else treebank.known_share(column, values)
            if share is not None:
                shares[name] = share
        return shares

    def lacking(self, treebank: Treebank) -> list[str]:
        """List columns that the model learned to read and that are empty in a text."""
        return [
            column
            for column in self.columns_read
            if column not in self.predicts
            and {*(self.vocabulary_of(column) or ())} - {UNSPECIFIED}
            and treebank.known_share(column, ()) is None
        ]

    def require_tags(self, treebank: Treebank) -> None:
        """Refuse a text without tags if the model needs them and cannot predict them."""
        lacking = self.lacking(treebank)
        if {"upos", "xpos"} & {*lacking} and len(lacking) == len({*self.columns_read}):
            columns = ", ".join(lacking).upper()
            raise NonprojError(
                f"{treebank.name}: no word has {columns}, which the model needs; "
                f"{self._with_tagger}"
            )

    @property
    def _with_tagger(self) -> str:
        return f"train one: nonproj train --variant {self.variant.name} --tags predicted TRAIN"

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        """Return the values of a column that occurred in training; None if the model keeps none."""
        return None

    @property
    def columns_read(self) -> Sequence[str]:
        """List the columns besides FORM that parses depend on, if the model keeps their values."""
        return self.variant.system.columns

    @property
    @abstractmethod
    def stored(self) -> Stored:
        """What the file of the model holds."""

    def save(self, path: str | Path) -> None:
        """Write the model to one file."""
        write_declared(path, *self.stored)


class Family(Protocol):
    """A kind of parser: its names, and the modules with its compiled code, imported on demand.

    `train(variant, treebank, how, prepared) -> ParserModel` trains; see `begin`. `load(variant,
    content, arrays) -> ParserModel` makes the model from a file's unchecked content; it raises
    NonprojError if kernels could not rely on it."""

    name: str  # also the kind in model files
    label: str  # for people
    training: str  # the module of `train`
    model: str  # the module of `load`

    def forms(self) -> tuple[str, ...]:
        """Return the names of its systems, for messages."""

    def explained(self) -> tuple[str, ...]:
        """Return the help's paragraphs about its names."""

    def recognises(self, name: str) -> bool:
        """Return True for a name of this family, right or wrong in its details."""

    def variant(self, name: str) -> Variant:
        """Return the variant of a recognised name; raise NonprojError if a part is unknown."""
