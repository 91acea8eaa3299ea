"""Where the code of a parser is, for programs that detect outdated models."""

from pathlib import Path
from typing import NamedTuple

from nonproj.learners import registry
from nonproj.parsers import families
from nonproj.parsers.families import FAMILIES, variant_named
from nonproj.parsers.steps import Restructured
from nonproj.parsers.transition.feature_files import feature_file


class Code(NamedTuple):
    """What training, parsing and restoring with one variant depends on."""

    learner: str | None  # its module
    choosers: frozenset[str]  # modules that import, by name, only code that it does not use
    restructures: bool  # whether it reads tables of annotation styles
    feature_model: Path | None


def code_of_variant(variant: str, with_tagger: bool = False) -> Code:
    """Say where the code of a variant is; that of taggers counts only if the parser has one."""
    used = variant_named(variant)
    learner = (
        registry.LEARNER_ROWS[used.learner].module
        if used.learner in registry.LEARNER_ROWS
        else None
    )
    others = {type(family).__module__ for family in FAMILIES if family.name != used.family}
    wrappers = set() if with_tagger else {families.__name__}
    choosers = frozenset({registry.__name__, *others, *wrappers})
    restructures = any(isinstance(step, Restructured) for step in used.steps)
    features = feature_file(used.features) if used.features else None
    return Code(learner, choosers, restructures, features)
