"""From a variant and a treebank to a trained parser."""

from dataclasses import replace
from functools import partial

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError
from nonproj.learners.interface import Instances
from nonproj.learners.registry import learner_named
from nonproj.parsers.progress import Progress
from nonproj.parsers.steps import PseudoProjective
from nonproj.parsers.transition.actions import NOBODY, Actions, LabelParts, number_actions
from nonproj.parsers.transition.features import FeatureModel, feature_model_named
from nonproj.parsers.transition.loops import Features, SystemCode, collect
from nonproj.parsers.transition.model import Model
from nonproj.parsers.transition.symbols import (
    Symbols,
    Templates,
    Vocabulary,
    compile_templates,
    max_features,
    template_of_ids,
)
from nonproj.parsers.variants import Variant
from nonproj.systems.direction import mirror_heads, mirror_slots
from nonproj.systems.moves import NO_LABEL
from nonproj.trees.pseudo_projective import Encoding


def prepare(variant: Variant, treebank: Treebank) -> Treebank:
    """The trees that the parser is trained on."""
    for step in variant.steps:
        treebank = step.transform(treebank)
    return treebank


def fit(
    variant: Variant,
    treebank: Treebank,
    root_mode: int,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
    feature_model: FeatureModel | None = None,
) -> Model:
    """Train a parser on trees that are prepared."""
    tell = progress or (lambda stage, share: None)
    feature_model = feature_model or default_feature_model(variant)
    if variant.system.right_to_left:
        treebank = mirrored(treebank)
    vocabulary = Vocabulary.of(treebank)
    parts = LabelParts.of(vocabulary.labels, is_encoded(variant))
    templates = compile_templates(feature_model, vocabulary, parts.coarse)
    tell("instances", 0.0)
    code = SystemCode(variant.system.code, variant.system.degree, root_mode)
    instances, transitions, features = _instances(code, treebank, templates, vocabulary)
    labels = default_labels(treebank)
    actions, numbers = number_actions(transitions[:, 0], transitions[:, 1], parts, labels)
    learner = learner_named(variant.learner)
    told = partial(tell, "classifier")
    classifier = learner.fit(instances, numbers, len(actions.move), seed, threads, told)
    asked = _refined(transitions[:, 1], parts, actions)
    refiner = None
    if len(asked):
        fine = parts.fine[transitions[asked, 1]]
        refiner = learner.fit(instances[asked], fine, parts.n_fine, seed, threads)
    return Model(
        variant, root_mode, seed, feature_model, vocabulary, features, instances.template, parts,
        actions, classifier, refiner,
    )  # fmt: skip


def default_feature_model(variant: Variant) -> FeatureModel:
    """The tuned feature model of the variant's system."""
    name = variant.system.name.removesuffix("-r2l")
    return feature_model_named("covington" if name.startswith("covington") else name)


def is_encoded(variant: Variant) -> bool:
    """Whether labels of the training data carry marks of lifts."""
    steps = [step for step in variant.steps if isinstance(step, PseudoProjective)]
    return any(step.encoding is not Encoding.BASELINE for step in steps)


def mirrored(treebank: Treebank) -> Treebank:
    """The treebank read from right to left."""
    order = mirror_slots(treebank.start)
    columns = {
        name: Column(getattr(treebank, name).codes[order], getattr(treebank, name).values)
        for name in (*Treebank.TEXT_COLUMNS, "deprel")
    }
    return replace(treebank, head=mirror_heads(treebank.start, treebank.head), **columns)


def default_labels(treebank: Treebank) -> tuple[int, int]:
    """The most frequent label at node 0, and elsewhere (at node 0 if there is no other arc)."""
    n_labels = len(treebank.deprel.values)
    at_root = np.bincount(treebank.deprel.codes[treebank.head == 0], minlength=n_labels)
    below = np.bincount(treebank.deprel.codes[treebank.head > 0], minlength=n_labels)
    return int(at_root.argmax()), int((below if below.any() else at_root).argmax())


def _instances(
    code: SystemCode, treebank: Treebank, templates: Templates, vocabulary: Vocabulary
) -> tuple[Instances, np.ndarray, Features]:
    """Instances, their (move, label), and the features with the merges that were met."""
    symbols: Symbols = vocabulary.encode(treebank)
    start, ids, rows, keys, numbers, owners = collect(
        code,
        treebank.start,
        treebank.head,
        treebank.deprel.codes,
        templates,
        symbols,
        max_features(templates, symbols),
    )
    next_upos = np.where(rows[:, 2] == NOBODY, NOBODY, treebank.upos.codes[rows[:, 2]])
    template = template_of_ids(templates, vocabulary, owners)
    instances = Instances(start, ids, template, next_upos)
    if len(instances) == 0:
        raise NonprojError(f"{treebank.name}: its trees leave nothing to decide, nothing to learn")
    return instances, rows[:, :2], Features(templates, keys, numbers)


def _refined(labels: np.ndarray, parts: LabelParts, actions: Actions) -> np.ndarray:
    """The instances whose coarse label leaves the fine one open."""
    open_labels = actions.only[parts.coarse] == NOBODY
    return np.flatnonzero((labels != NO_LABEL) & open_labels[labels])
