"""The interface that all parser families implement."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from nonproj.data.declared import Stored
from nonproj.data.folds import N_SETS, split_folds
from nonproj.data.misc_column import with_confidence
from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.option_types import FillChoice, LearntTagsChoice
from nonproj.parsers.model_files import write_declared
from nonproj.parsers.roots import Root, require_trees, root_mode_of
from nonproj.parsers.steps import restore, restructure, transformed
from nonproj.parsers.variants import Variant
from nonproj.systems.moves import MULTIPLE, SINGLE

# Called with a stage of training and the share of this stage that is complete.
Progress = Callable[[str, float], None]


def silent(*_: object) -> None:
    """Accept any arguments and do nothing."""


@dataclass(frozen=True)
class Training:
    """Training options; the same seed gives the same model on any number of threads."""

    seed: int = 1
    threads: int = 1
    root: str = "auto"  # see `roots.Root`
    progress: Progress = silent
    features: Any = ""  # a feature model, or its name or path, that replaces the variant's own
    dev: Treebank | None = None  # development set, to choose the best epoch and to calibrate
    checkpoint: Path | None = None  # a file from which neural training resumes, if it exists
    report: Callable[[str], None] = silent  # called with a line after each epoch
    # How many sentences of each other treebank the text ends with; see `Conventions`.
    others: tuple[int, ...] = ()
    size: Literal["paper", "small"] = "paper"  # the size of neural networks
    tags: LearntTagsChoice = "given"  # see `nonproj.parsers.tagged`
    # Files with a tagger and the treebank with tags predicted by jackknifing, if already made.
    tagging: tuple[Path, Path] | None = None
    confidence: bool = False  # calibrate the model, see `nonproj.parsers.calibrated`
    # A model of the same variant, whose training goes on, see `continuation_options`
    origin: "ParserModel | None" = None


def check_training(variant: Variant, treebank: Treebank, root: Root) -> int:
    """Return the root mode; raise NonprojError if the variant cannot learn from a sentence."""
    variant.require_length(treebank)
    return root_mode_of(treebank, root, variant.learns_by_word)


def begin(
    variant: Variant, treebank: Treebank, how: Training, prepared: Treebank | None
) -> tuple[Variant, Treebank, int]:
    """Prepare for training: return the fitted variant, the transformed trees and the root mode."""
    root = Root(how.root)
    root_mode = check_training(variant, treebank, root)
    if how.dev is not None:
        variant.require_length(how.dev)
        require_trees(how.dev, "score")
    if how.origin is not None:  # its steps are fitted already
        prepared = transformed(variant.steps, treebank)
    elif prepared is None:
        variant, prepared = variant.prepare(treebank)
    else:
        variant = variant.fitted(treebank)
    if root_mode == SINGLE:  # steps may turn one root into several
        root_mode = check_training(variant, restructure(variant.steps, treebank), root)
    return variant, prepared, root_mode


def hold_out(
    variant: Variant, treebank: Treebank, how: Training, otherwise: str = ""
) -> tuple[Treebank, Treebank, Training]:
    """Return sets 1-9 and set 0 of ten, and options that allow as many roots as all sets have.

    `otherwise` is added to the error for a treebank with too few sentences."""
    if treebank.n_sentences < N_SETS:
        few = f"{treebank.name}: {treebank.n_sentences} sentences are too few to set a tenth aside"
        raise NonprojError(few + otherwise)
    root = root_mode_of(treebank, Root(how.root), variant.learns_by_word)
    if root == MULTIPLE:  # even if only set 0 has such trees
        how = replace(how, root=Root.MULTIPLE)
    return *split_folds(treebank, [0]), how


class Parse(NamedTuple):
    """A parsed text."""

    treebank: Treebank  # the text with the parser's trees
    written: Treebank  # the same text before the variant's steps were undone in the trees
    counts: dict[str, int]  # counts of operations, which depend on the family
    confidence: np.ndarray | None = None  # the probability of each arc, by slot, if requested

    @property
    def annotated(self) -> Treebank:
        """The parsed text, with arc probabilities in MISC if they were requested."""
        if self.confidence is None:
            return self.treebank
        return with_confidence(self.treebank, self.confidence)


class ParserModel(ABC):
    """Base class for trained parsers, which are dataclasses with a `variant` field."""

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
        """Parse a text, ignoring its heads and labels; `tags` says which tag columns to predict."""
        return self.parse_filling(treebank, threads, self.to_fill(treebank, tags), confidence)

    def parse_filling(
        self, treebank: Treebank, threads: int, fill: Sequence[str], confidence: bool = False
    ) -> Parse:
        """Parse a text, and predict the tag columns in `fill`."""
        self.variant.require_length(treebank)
        calibration = self.require_calibration() if confidence else None
        written, counts = self.predict(treebank, threads, fill)
        shares = calibration and calibration(self.certainty(written, threads))
        return Parse(restore(self.variant.steps, written), written, counts, shares)

    @abstractmethod
    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        """Return the parser's trees before any step is undone, and counts of parsing operations.

        In the result, the columns in `fill` hold the model's predictions."""

    @abstractmethod
    def certainty(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        """Return the confidence, from 0 to 1, in each head that `predict` found, by slot.

        This confidence serves only to rank words; `calibration` maps it to probabilities."""

    def require_calibration(self, name: str | Path = "") -> Calibration:
        """Return the calibration, or raise a NonprojError that explains how to add one.

        `name` is what the error calls the model, such as its file."""
        if self.calibration is None:
            variant = self.variant.name
            model = f"{name} ({variant})" if name else f"the model of {variant}"
            raise NonprojError(
                f"{model} has no calibration for probabilities; calibrate it on trees that it was "
                "not trained on: nonproj calibrate --model MODEL HELDOUT -o NEW"
            )
        return self.calibration

    def with_calibration(self, calibration: Calibration) -> "ParserModel":
        """Return a copy of this model with the given calibration."""
        return replace(self, calibration=calibration)

    @property
    def predicts(self) -> Sequence[str]:
        """The columns, such as UPOS, that the model can predict."""
        return ()

    def to_fill(self, treebank: Treebank, tags: FillChoice = "fill") -> tuple[str, ...]:
        """Return the columns that `tags` asks to predict; by default, those that the text lacks."""
        wanted = {"predict": self.predicts, "keep": ()}.get(tags)
        if wanted is None:
            wanted = [c for c in self.predicts if treebank.lacks(c)]
        return tuple(wanted)

    def tag(self, treebank: Treebank, threads: int = 1, columns: Sequence[str] = ()) -> Treebank:
        """Predict these columns (by default, all that the model can predict) and keep the trees."""
        if not self.predicts:
            raise NonprojError(f"the model has no tagger; {self.with_tagger}")
        made, _ = self.predict(treebank, threads, columns or self.predicts)
        return made.with_trees(treebank.head, treebank.deprel)

    def applied_as(self, variant: Variant) -> "ParserModel":
        """Return a copy of this model that parses as another variant with the same `trained_as`.

        Nivre (2007), 5, applies one model of Covington's parser with several bounds on degree. A
        model of carreras+npa can be applied with other thresholds, or as carreras+raw."""
        if variant.trained_as != self.variant.trained_as:
            raise NonprojError(f"a model of {self.variant.name} cannot parse as {variant.name}")
        return self.with_variant(replace(variant, steps=self.variant.steps))

    def with_variant(self, variant: Variant) -> "ParserModel":
        """Return a copy of this model with the variant, which must be trained in the same way."""
        return replace(self, variant=variant)

    def known(self, treebank: Treebank) -> dict[str, float]:
        """Return the share of words with known forms, and the share with known tags.

        Known values are those seen in training. A column is omitted if the model does not store the
        column's values or if the column is empty in the text."""
        shares = {}
        for name, column in (("words", "form"), ("parts of speech", "upos")):
            values = self.vocabulary_of(column)
            share = None if values is None else treebank.known_share(column, values)
            if share is not None:
                shares[name] = share
        return shares

    def lacking(self, treebank: Treebank) -> list[str]:
        """List the empty columns of a text that the model reads but cannot predict."""
        return [
            column
            for column in self.tags_read
            if column not in self.predicts and treebank.lacks(column)
        ]

    def gaps(self, treebank: Treebank) -> dict[str, int]:
        """Count the words that are empty in columns of a text that were full in training.

        A column that is empty throughout the text is omitted; see `lacking`."""
        full = [c for c in self.tags_read if UNSPECIFIED not in (self.vocabulary_of(c) or ())]
        empty = {column: treebank.n_empty(column) for column in full}
        return {column: n for column, n in empty.items() if 0 < n < treebank.n_words}

    def require_tags(self, treebank: Treebank) -> None:
        """Raise NonprojError if a text lacks the tags that the model needs and cannot predict."""
        lacking = self.lacking(treebank)
        if {"upos", "xpos"} & {*lacking} and len(lacking) == len({*self.columns_read}):
            columns = ", ".join(lacking).upper()
            raise NonprojError(
                f"{treebank.name}: no word has {columns}, which the model needs; {self.with_tagger}"
            )

    @property
    def with_tagger(self) -> str:
        """Advice for users: the command that trains this parser with a tagger."""
        return f"train a tagger: nonproj train --variant {self.variant.name} --tags predicted TRAIN"

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        """Return the values that a column had in training; None if the model stores none."""
        return None

    @property
    def columns_read(self) -> Sequence[str]:
        """The columns besides FORM that the model reads and whose training values it stores."""
        return self.variant.system.columns

    @property
    def tags_read(self) -> list[str]:
        """The columns in `columns_read` that were not empty in training."""
        return [c for c in self.columns_read if {*(self.vocabulary_of(c) or ())} - {UNSPECIFIED}]

    @property
    @abstractmethod
    def stored(self) -> Stored:
        """The header and arrays of the model's file."""

    def save(self, path: str | Path) -> None:
        """Write the model to a single file."""
        write_declared(path, *self.stored)


class Family(Protocol):
    """Interface for parser families: their names, and the modules that are imported on demand.

    `train(variant, treebank, how, prepared) -> ParserModel` trains a parser; see `begin`.
    `load(variant, content, arrays) -> ParserModel` builds a model from a file's unchecked content,
    and raises NonprojError if the content is not safe for compiled code."""

    name: str  # also the kind in model files
    label: str  # the name shown to users
    training: str  # the module that defines `train`
    model: str  # the module that defines `load`

    def forms(self) -> tuple[str, ...]:
        """Return the names of the family's systems, as shown in messages."""

    def explained(self) -> tuple[str, ...]:
        """Return the paragraphs of the help that explain the names in this family."""

    def recognises(self, name: str) -> bool:
        """Return True if a name belongs to this family, even if parts of the name are invalid."""

    def variant(self, name: str) -> Variant:
        """Return the variant for a recognised name; raise NonprojError if a part is unknown."""
