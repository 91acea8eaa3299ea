"""A trained parser: all that parsing needs, in memory and in one file."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.learners.interface import ClassifierModel, Instances
from nonproj.learners.linear import EMPTY_SCORER, LinearModel
from nonproj.learners.registry import learner_named
from nonproj.parsers.families import variant_named
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.model_files import write_archive
from nonproj.parsers.transition.actions import Actions, LabelParts
from nonproj.parsers.transition.family import TRANSITION
from nonproj.parsers.transition.features import FeatureModel
from nonproj.parsers.transition.lockstep import parse_in_lockstep
from nonproj.parsers.transition.loops import Features, LinearParser, SystemCode
from nonproj.parsers.transition.parsing import Found, parse_in_threads, predict
from nonproj.parsers.transition.proposals import propose
from nonproj.parsers.transition.symbols import Symbols, Vocabulary, compile_templates
from nonproj.parsers.variants import Variant

_ACTION_ARRAYS = ("move", "coarse", "begin", "only", "full")


@dataclass(frozen=True)
class Model(ParserModel):
    """A transition-based parser. `refiner` chooses head labels of encoded labels (see `actions`);
    `template` tells the template of every feature."""

    variant: Variant
    root_mode: int
    seed: int
    feature_model: FeatureModel
    vocabulary: Vocabulary
    features: Features
    template: np.ndarray
    parts: LabelParts
    actions: Actions
    classifier: ClassifierModel
    refiner: ClassifierModel | None

    @property
    def code(self) -> SystemCode:
        return SystemCode(self.variant.system.code, self.variant.system.degree, self.root_mode)

    def predict(self, treebank: Treebank, threads: int = 1) -> tuple[Treebank, dict[str, int]]:
        def find(text: Treebank, symbols: Symbols) -> Found:
            if not isinstance(self.classifier, LinearModel):
                return parse_in_lockstep(self, text, symbols)
            return parse_in_threads(self.linear_parser, text, symbols, threads)

        return predict(self.variant.system, self.vocabulary, treebank, find)

    @property
    def linear_parser(self) -> LinearParser:
        refiner = self.refiner.scorer if self.refiner else EMPTY_SCORER
        return LinearParser(self.code, self.features, self.actions, self.classifier.scorer, refiner)

    def decide(self, instances: Instances, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The (move, label) of each instance among the moves of its mask; NO_MOVE if unknown."""
        return propose(self.classifier, self.refiner, self.actions, instances, masks)

    def save(self, path: str | Path) -> None:
        content = {
            "kind": TRANSITION,
            "variant": self.variant.name,
            "refined": self.refiner is not None,
            **self.frame_content,
            **self.variant.states,
        }
        write_archive(path, content, self.frame_arrays | self.classifier_arrays)

    @property
    def frame_content(self) -> dict:
        """The part that does not depend on the learner, with `frame_arrays`."""
        return {
            "root_mode": self.root_mode,
            "seed": self.seed,
            "features": self.feature_model.source,
            "columns": self.vocabulary.columns,
            "morphology": self.vocabulary.morphology,
            "labels": self.vocabulary.labels,
            "default_labels": [self.actions.root_label, self.actions.other_label],
        }

    @property
    def frame_arrays(self) -> dict[str, np.ndarray]:
        return {
            "merges.keys": self.features.merge_keys,
            "merges.ids": self.features.merge_ids,
            "template": self.template,
            "labels.coarse": self.parts.coarse,
            "labels.fine": self.parts.fine,
            **{f"actions.{name}": getattr(self.actions, name) for name in _ACTION_ARRAYS},
        }

    @property
    def classifier_arrays(self) -> dict[str, np.ndarray]:
        return {
            **named("classifier", self.classifier.arrays()),
            **named("refiner", self.refiner.arrays() if self.refiner else {}),
        }


def model_of(content: dict, arrays: dict[str, np.ndarray], place: str) -> Model:
    """The model of what the file at `place` holds."""
    variant = variant_named(content["variant"]).with_states(content)
    learner = learner_named(variant.learner)
    vocabulary = Vocabulary(
        tuple(map(tuple, content["columns"])),
        tuple(content["morphology"]),
        tuple(content["labels"]),
    )
    feature_model = FeatureModel.of(json.loads(content["features"]), place)
    parts = LabelParts(
        arrays["labels.coarse"], arrays["labels.fine"], arrays["actions.full"].shape[1]
    )
    templates = compile_templates(feature_model, vocabulary, parts.coarse)
    action_arrays = [arrays[f"actions.{name}"] for name in _ACTION_ARRAYS]
    return Model(
        variant,
        content["root_mode"],
        content["seed"],
        feature_model,
        vocabulary,
        Features(templates, arrays["merges.keys"], arrays["merges.ids"]),
        arrays["template"],
        parts,
        Actions(*action_arrays, *content["default_labels"]),
        learner.from_arrays(below("classifier", arrays)),
        learner.from_arrays(below("refiner", arrays)) if content["refined"] else None,
    )


def named(owner: str, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {f"{owner}.{name}": array for name, array in arrays.items()}


def below(owner: str, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    prefix = f"{owner}."
    return {k.removeprefix(prefix): v for k, v in arrays.items() if k.startswith(prefix)}
