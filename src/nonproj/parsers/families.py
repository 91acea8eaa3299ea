"""The parser families, and functions that find, train and load parsers of all families.

To add a family, add a folder and an entry in FAMILIES. If several families recognise a name, the
one that comes last in FAMILIES is used. Looking up a name imports no compiled code."""

from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError, did_you_mean
from nonproj.optional_libraries import needing
from nonproj.parsers.graph.family import GRAPH, GraphFamily
from nonproj.parsers.interface import Family, ParserModel, Training
from nonproj.parsers.model_files import load_archive
from nonproj.parsers.neural.family import NEURAL, NeuralFamily
from nonproj.parsers.steps import Step, stem
from nonproj.parsers.transition.family import TransitionFamily
from nonproj.parsers.variants import Variant, parts_of
from nonproj.parsers.voting.family import VotingFamily

CALIBRATED = "nonproj.parsers.calibrated"
WITH_TAGGERS = "nonproj.parsers.tagged"
TAGGED_KIND = "tagged"  # in model files
FAMILIES: list[Family] = [TransitionFamily(), GraphFamily(), NeuralFamily(), VotingFamily()]


def variant_named(name: str) -> Variant:
    """Return the variant with this name; raise NonprojError if a part of the name is unknown."""
    for family in reversed(FAMILIES):
        if family.recognises(name):
            try:
                return family.variant(name)
            except NonprojError as error:
                raise NonprojError(f"variant {name!r}: {error}") from None
    known = ", or ".join(", ".join(family.forms()) for family in FAMILIES if family.forms())
    system = parts_of(name).system
    hint = did_you_mean(system, (stem(form) for family in FAMILIES for form in family.forms()))
    raise NonprojError(
        f"variant {name!r}: system {system!r} is not known; expected one of {known}{hint}"
    )


def variant_to_train(
    name: str,
    features: str = "",
    checkpoint: Path | None = None,
    vectors: bool = False,
    others: bool = False,
) -> Variant:
    """Return the variant with this name; raise NonprojError if it cannot use one of the options."""
    variant = variant_named(name)
    if features and "~" in name:
        raise NonprojError(
            f"features {features} cannot be chosen: {name} already names a feature model"
        )
    neural = {f"checkpoint {checkpoint}": checkpoint, "vectors": vectors}
    for option in (option for option, asked in neural.items() if asked):
        if variant.family != NEURAL:
            raise NonprojError(f"{option} cannot be used: {name} is not a neural parser")
    if others and variant.family not in (NEURAL, GRAPH):
        refused = "is neither a neural nor a graph-based parser"
        raise NonprojError(f"other treebanks cannot be used: {name} {refused}")
    return variant


def reads_tags(variant: Variant) -> bool:
    """Return whether a variant reads tags; only neural parsers can work without tags."""
    return variant.family != NEURAL or bool(variant.system.columns)


def family_named(name: str) -> Family:
    """Return the family with this name, as stored in `Variant.family` and in model files."""
    for family in FAMILIES:
        if family.name == name:
            return family
    raise NonprojError(f"model kind {name!r} is not known")


def train(
    variant: Variant,
    treebank: Treebank,
    how: Training | None = None,
    prepared: Treebank | None = None,
) -> ParserModel:
    """Train a parser; `prepared` is the treebank after the variant's steps, if it already exists.

    Neural parsers that read only word forms need no tagger: their networks predict tags."""
    how = how or Training()
    with needing(variant.name):
        learn = import_module(family_named(variant.family).training).train
        if how.tags == "predicted" and reads_tags(variant):
            learn = partial(import_module(WITH_TAGGERS).train, learn)
        if how.confidence:
            learn = partial(import_module(CALIBRATED).train, learn)
        return learn(variant, treebank, how, prepared)


def load_model(path: str | Path) -> ParserModel:
    """Load a model from a file; raise NonprojError if the file is not a valid model file."""
    return load_archive(path, model_of)


def steps_of_model(path: str | Path, name: str) -> tuple[Step, ...]:
    """Return a variant's steps as fitted for a model; read its file only if steps need fitting."""
    variant = variant_named(name)
    if not any(step.learns for step in variant.steps):
        return variant.steps
    return load_model(path).applied_as(variant).variant.steps


def model_of(content: dict, arrays: dict[str, np.ndarray]) -> ParserModel:
    """Build a model from a file's content; raise NonprojError if the content is invalid."""
    if content.get("kind") == TAGGED_KIND:
        return import_module(WITH_TAGGERS).load(model_of, content, arrays)
    family, name = family_named(content.get("kind")), content.get("variant")
    variant = variant_named(name) if isinstance(name, str) else None
    if variant is None or variant.family != family.name:
        raise NonprojError(f"variant {name!r} does not fit a model of kind {family.name!r}")
    with needing(name):
        return import_module(family.model).load(variant, content, arrays)
