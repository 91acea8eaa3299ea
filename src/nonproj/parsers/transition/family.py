"""Transition-based parsers by name: a transition system, steps, and a learner."""

from dataclasses import replace

from nonproj.errors import NonprojError
from nonproj.learners.registry import DEFAULT_LEARNER, EXPLORE, LEARNERS, ONLINE, check_learner
from nonproj.parsers.steps import steps_named
from nonproj.parsers.transition.feature_files import feature_file, feature_model_names
from nonproj.parsers.variants import Parts, Variant, parts_of
from nonproj.systems.registry import OWN_ROOT, SYSTEM_ROWS, is_system, system_forms, system_named

TRANSITION = "transition"
OPTION = "own-root"  # written like a step
WITH_BEAM = (DEFAULT_LEARNER, "perceptron")  # learners that a beam can be combined with


class TransitionFamily:
    """Parsers in which a single classifier chooses every transition."""

    name = TRANSITION
    label = "transition-based"
    training = "nonproj.parsers.transition.training"
    model = "nonproj.parsers.transition.model"

    def forms(self) -> tuple[str, ...]:
        *systems, last = system_forms()
        return (*systems, f"{last}, each optionally followed by -r2l and by -beamN")

    def explained(self) -> tuple[str, ...]:
        undivided = [name for name in LEARNERS if "-split-" not in name]
        others = ", ".join(f"@{name}" for name in undivided if name != DEFAULT_LEARNER)
        return (
            f"Transition systems: {', '.join(system_forms())}. After the name, -r2l makes the "
            "parser read from right to left, and -beamN makes it keep the N (1 to 99) best "
            "sequences of transitions and learn from whole sequences.",
            f"+{OPTION}: words that the parser leaves without a head get the label {OWN_ROOT}, as "
            "in MaltParser, instead of the most frequent label of roots.",
            "Feature models: ~NAME after the system replaces its default feature model; NAME is "
            f"one of {', '.join(feature_model_names())}.",
            f"Learners (only for transition systems): @{DEFAULT_LEARNER} (the default), {others}. "
            "After the name of an SVM, -split-cpos or -split-pos trains a separate classifier for "
            "each coarse or fine tag of the next word.",
        )

    def recognises(self, name: str) -> bool:
        return is_system(parts_of(name).system)

    def variant(self, name: str) -> Variant:
        parts = parts_of(name)
        learner = DEFAULT_LEARNER if parts.learner is None else parts.learner
        check_learner(learner)
        return transition_variant(name, self.name, parts, learner)


def transition_variant(name: str, family: str, parts: Parts, learner: str) -> Variant:
    """Return the variant of a transition system; the learner may be a committee."""
    system = replace(system_named(parts.system), own_root=OPTION in parts.steps)
    features = system.features if parts.features is None else parts.features
    feature_file(features)  # check that the file exists
    steps = [*parts.steps]
    if system.own_root:
        steps.remove(OPTION)
    variant = Variant(name, family, system, steps_named(system, steps, [OPTION]), learner, features)
    _check_learning(variant)
    return variant


def _check_learning(variant: Variant) -> None:
    """Raise NonprojError if the variant has a beam or an online learner that it cannot have."""
    system, learner = variant.system, variant.learner
    if system.beam and learner not in WITH_BEAM:
        raise NonprojError(f"a parser with a beam needs @{' or @'.join(WITH_BEAM)}")
    if variant.splits_labels and (system.beam or learner in (ONLINE, EXPLORE)):
        raise NonprojError("beams and online learners choose labels in one decision; remove -split")
    if learner == EXPLORE and not system.explores:
        known = ", ".join(
            row.name + "-dinf" * row.takes_degree for row in SYSTEM_ROWS if row.explores
        )
        raise NonprojError(f"@{EXPLORE} needs a dynamic oracle, which exists only for {known}")
    if learner == EXPLORE and system.projective and not variant.steps:
        raise NonprojError(f"@{EXPLORE} needs projective trees; remove +raw")
