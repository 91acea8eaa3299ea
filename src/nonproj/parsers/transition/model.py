"""A trained transition-based parser, in memory and in a model file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from nonproj.data.arrays import Array, check_arrays, named, owned
from nonproj.data.declared import Stored, as_declared
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.learners.hashing import NO_KEY
from nonproj.learners.interface import ClassifierModel, Instances
from nonproj.learners.linear import EMPTY_SCORER, LinearModel
from nonproj.learners.registry import learner_named
from nonproj.learners.score_units import unit_of
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.model_files import Content, NaturalNumber
from nonproj.parsers.transition.actions import Actions, LabelParts
from nonproj.parsers.transition.beam import parse_with_beam
from nonproj.parsers.transition.family import TRANSITION
from nonproj.parsers.transition.features import FeatureModel
from nonproj.parsers.transition.lockstep import certainty_of, parse_in_lockstep
from nonproj.parsers.transition.loops import Features, LinearParser, SystemCode
from nonproj.parsers.transition.parsing import ParsedRange, parse_in_threads, predict
from nonproj.parsers.transition.proposals import propose
from nonproj.parsers.transition.symbols import (
    COLUMNS,
    Symbols,
    TransitionVocabulary,
    compile_templates,
    n_templates,
)
from nonproj.parsers.variants import Variant
from nonproj.systems.moves import N_MOVES, NO_LABEL, has_label
from nonproj.systems.registry import OWN_ROOT

FRAME = {
    "merges.keys": Array("uint64", ("slots",), "hash table of the merges in the training data"),
    "merges.ids": Array(
        "int32", ("slots",), "numbers of the merges; the key of a free slot is 0", 0
    ),
    "template": Array("int32", ("ids",), "template of each feature", 0, "templates"),
    "actions.move": Array("int32", ("actions",), "moves, ascending", 0, N_MOVES),
    "actions.coarse": Array("int32", ("actions",), "labels, see `Actions`", NO_LABEL, "coarse"),
}


class TransitionContent(Content, kw_only=True):
    """The header of a transition-based parser's file; for committees, only the kind differs."""

    features: dict[str, Any]  # as in a file in `feature_models`
    columns: tuple[tuple[str, ...], ...]  # the values seen in training, see `TransitionVocabulary`
    morphology: tuple[str, ...]
    default_labels: tuple[
        NaturalNumber, NaturalNumber
    ]  # for dependents of node 0, and for other words

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.columns) != len(COLUMNS):
            raise ValueError(f"{len(self.columns)} columns; expected {len(COLUMNS)}")
        if max(self.default_labels) >= len(self.labels):
            raise ValueError(
                f"default labels {self.default_labels}, but only {len(self.labels)} labels"
            )


@dataclass(frozen=True, repr=False)
class Model(ParserModel):
    """A trained transition-based parser.

    `refiner` chooses the head labels in encoded labels (see `actions`), `template` maps features to
    templates, and `learnt` holds the actions that occurred in training."""

    variant: Variant
    root_mode: int
    seed: int
    feature_model: FeatureModel
    vocabulary: TransitionVocabulary
    features: Features
    template: np.ndarray
    parts: LabelParts
    learnt: Actions
    classifier: ClassifierModel
    refiner: ClassifierModel | None
    calibration: Calibration | None = None

    @cached_property
    def actions(self) -> Actions:
        """The actions for parsing, with the label that headless tokens get at node 0."""
        if not self.variant.system.own_root:
            return self.learnt
        return self.learnt._replace(root_label=self.vocabulary.written_labels.index(OWN_ROOT))

    @cached_property
    def unit(self) -> float:
        """The unit in which differences of action scores are measured (see `unit_of`)."""
        return unit_of(self.classifier)

    @property
    def code(self) -> SystemCode:
        return SystemCode(self.variant.system.code, self.variant.system.degree, self.root_mode)

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        def find(text: Treebank, symbols: Symbols) -> ParsedRange:
            if self.variant.system.beam:
                return parse_with_beam(self, text, symbols, threads)
            if not isinstance(self.classifier, LinearModel):
                return parse_in_lockstep(self, text, symbols)
            return parse_in_threads(self.linear_parser, text, symbols, threads)

        return predict(self, treebank, find)

    def certainty(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        if self.variant.system.beam:
            return certainty_of(self, parsed, partial(parse_with_beam, threads=threads))
        return certainty_of(self, parsed)

    @property
    def linear_parser(self) -> LinearParser:
        refiner = self.refiner.scorer if self.refiner else EMPTY_SCORER
        return LinearParser(self.code, self.features, self.actions, self.classifier.scorer, refiner)

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        return self.vocabulary.columns[COLUMNS.index(column)]

    @property
    def columns_read(self) -> Sequence[str]:
        return self.feature_model.columns

    def decide(
        self, instances: Instances, masks: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Choose each instance's (move, label) among the legal moves; NO_MOVE if all are unknown.

        The third result is the confidence in the move (see `propose`)."""
        classifiers = self.classifier, self.refiner
        return propose(*classifiers, self.actions, instances, masks, self.unit)

    @property
    def stored(self) -> Stored:
        content = self.content_as(TRANSITION, self.variant, self.calibration)
        return Stored(content, self.frame_arrays | self.classifier_arrays)

    def content_as(
        self, kind: str, variant: Variant, calibration: Calibration | None = None
    ) -> TransitionContent:
        """Return the header with these values; all other fields are the same for every learner."""
        return TransitionContent(
            kind=kind,
            variant=variant.name,
            root_mode=self.root_mode,
            seed=self.seed,
            labels=self.vocabulary.labels,
            steps=variant.states,
            calibration=calibration,
            features=json.loads(self.feature_model.source),
            columns=self.vocabulary.columns,
            morphology=self.vocabulary.morphology,
            default_labels=(self.learnt.root_label, self.learnt.other_label),
        )

    @property
    def frame_arrays(self) -> dict[str, np.ndarray]:
        return {
            "merges.keys": self.features.merge_keys,
            "merges.ids": self.features.merge_ids,
            "template": self.template,
            "actions.move": self.actions.move,
            "actions.coarse": self.actions.coarse,
        }

    @property
    def classifier_arrays(self) -> dict[str, np.ndarray]:
        return {
            **named("classifier", self.classifier.arrays()),
            **named("refiner", self.refiner.arrays() if self.refiner else {}),
        }


def load(variant: Variant, content: dict, arrays: dict[str, np.ndarray]) -> Model:
    """Build a model from a file's content; raise NonprojError if the content is invalid."""
    header = as_declared(content, TransitionContent, "header")
    return model_of(variant.with_states(header.steps), header, arrays)


def model_of(variant: Variant, content: TransitionContent, arrays: dict[str, np.ndarray]) -> Model:
    """Build the model of a fitted variant from a file's content and arrays."""
    learner = learner_named(variant.learner)
    vocabulary = TransitionVocabulary(content.columns, content.morphology, content.labels)
    feature_model = FeatureModel.of(content.features)
    parts = LabelParts.of(content.labels, variant.splits_labels)
    templates = compile_templates(feature_model, vocabulary, parts.coarse)
    frame = {name: arrays[name] for name in FRAME.keys() & arrays.keys()}
    sizes = check_arrays(
        frame, FRAME, coarse=parts.n_coarse, templates=n_templates(templates, vocabulary)
    )
    _check_merges(frame, sizes["ids"] - templates.merge_offset)
    _check_actions(frame)
    actions = Actions.of(
        frame["actions.move"], frame["actions.coarse"], parts, content.default_labels
    )
    refined, n_ids = actions.leave_labels_open, sizes["ids"]
    refiner = owned("refiner", arrays)
    return Model(
        variant,
        content.root_mode,
        content.seed,
        feature_model,
        vocabulary,
        Features(templates, frame["merges.keys"], frame["merges.ids"]),
        frame["template"],
        parts,
        actions,
        learner.from_arrays(owned("classifier", arrays), sizes["actions"], n_ids),
        learner.from_arrays(refiner, parts.n_fine, n_ids) if refined else None,
        content.calibration,
    )


def _check_merges(frame: dict[str, np.ndarray], n_merges: int) -> None:
    """Check that the hash table has 2^k slots, at least half of them free, and valid features."""
    keys, numbers = frame["merges.keys"], frame["merges.ids"]
    used = keys != NO_KEY
    if len(keys).bit_count() != 1 or 2 * used.sum() > len(keys):
        raise NonprojError(f"array 'merges.keys': {used.sum()} keys in {len(keys)} slots")
    if numbers[used].max(initial=-1) >= n_merges:
        raise NonprojError(f"array 'merges.ids': a number is beyond the {n_merges} known merges")


def _check_actions(frame: dict[str, np.ndarray]) -> None:
    """Check that actions are ordered by move, and that exactly those that add arcs have labels."""
    move, labelled = frame["actions.move"], frame["actions.coarse"] != NO_LABEL
    if (np.diff(move) < 0).any() or len(move) == 0:
        raise NonprojError("array 'actions.move': expected moves in ascending order")
    if [has_label(m) for m in move.tolist()] != labelled.tolist():
        raise NonprojError("array 'actions.coarse': expected labels only for moves that add arcs")
