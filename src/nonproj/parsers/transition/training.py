"""Training of a transition-based parser, given a variant and a treebank."""

from functools import partial

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.interface import Instances
from nonproj.learners.registry import EXPLORE, ONLINE, learner_named
from nonproj.parsers.interface import Training, begin
from nonproj.parsers.transition.actions import Actions, LabelParts, number_actions
from nonproj.parsers.transition.exploring import online_epoch
from nonproj.parsers.transition.features import feature_model_of
from nonproj.parsers.transition.loops import Features, SystemCode, collect
from nonproj.parsers.transition.model import Model
from nonproj.parsers.transition.online import train_online
from nonproj.parsers.transition.parsing import mirrored
from nonproj.parsers.transition.structured import beam_epoch
from nonproj.parsers.transition.symbols import (
    Symbols,
    TransitionTemplates,
    TransitionVocabulary,
    compile_templates,
    max_features,
    next_tags,
    template_of_ids,
)
from nonproj.parsers.variants import Variant
from nonproj.systems.moves import NO_LABEL, NONE
from nonproj.systems.replay import default_labels


def train(
    variant: Variant, treebank: Treebank, how: Training, prepared: Treebank | None = None
) -> Model:
    """Train a transition-based parser on a treebank."""
    feature_model = feature_model_of(how.features or variant.features)
    variant, trees, root_mode = begin(variant, treebank, how, prepared)
    if variant.system.right_to_left:
        trees = mirrored(trees)
    vocabulary = TransitionVocabulary.of(trees)
    parts = LabelParts.of(vocabulary.labels, variant.splits_labels)
    templates = compile_templates(feature_model, vocabulary, parts.coarse)
    how.progress("instances", 0.0)
    code = SystemCode(variant.system.code, variant.system.degree, root_mode)
    instances, transitions, features = instances_of(
        code, trees, templates, vocabulary, feature_model.forced
    )
    labels = default_labels(trees.head, trees.deprel.codes)
    actions, numbers = number_actions(transitions[:, 0], transitions[:, 1], parts, labels)
    learner = learner_named(variant.learner)
    watched = partial(how.progress, "classifier")
    fit = partial(learner.fit, seed=how.seed, threads=how.threads)
    classifier = fit(instances, numbers, len(actions.move), progress=watched)
    if variant.system.beam or variant.learner in (ONLINE, EXPLORE):
        beam, explores = variant.system.beam, variant.learner == EXPLORE
        classifier = train_online(
            classifier, code, features, actions, trees, vocabulary.encode(trees),
            beam_epoch(beam) if beam else online_epoch(explores),
            how.seed, partial(how.progress, "online"),
        )  # fmt: skip
    asked, refiner = _refined(transitions[:, 1], parts, actions), None
    if len(asked):
        refiner = fit(instances[asked], parts.fine[transitions[asked, 1]], parts.n_fine)
    return Model(
        variant, root_mode, how.seed, feature_model, vocabulary, features, instances.template,
        parts, actions, classifier, refiner,
    )  # fmt: skip


def instances_of(
    code: SystemCode,
    treebank: Treebank,
    templates: TransitionTemplates,
    vocabulary: TransitionVocabulary,
    forced: bool,
) -> tuple[Instances, np.ndarray, Features]:
    """Return training instances, their gold (move, label) pairs, and features with known merges."""
    symbols: Symbols = vocabulary.encode(treebank)
    start, ids, rows, keys, numbers, owners = collect(
        code,
        treebank.start,
        treebank.head,
        treebank.deprel.codes,
        templates,
        symbols,
        max_features(templates, symbols),
        forced,
    )
    template = template_of_ids(templates, vocabulary, owners)
    instances = Instances(start, ids, template, next_tags(symbols, rows[:, 2]))
    if len(instances) == 0:
        raise NonprojError(f"{treebank.name}: its trees contain no decisions to learn")
    return instances, rows[:, :2], Features(templates, keys, numbers)


def _refined(labels: np.ndarray, parts: LabelParts, actions: Actions) -> np.ndarray:
    """Return the indices of instances whose coarse label does not determine the full label."""
    open_labels = actions.only[parts.coarse] == NONE
    return np.flatnonzero((labels != NO_LABEL) & open_labels[labels])
