"""Fingerprints of parsers' code, and lists of feature files, used to detect outdated parsers."""

from os.path import relpath
from pathlib import Path

from nonproj.fingerprint import PACKAGE, fingerprint
from nonproj.learners import registry
from nonproj.parsers import families
from nonproj.parsers.families import FAMILIES, variant_named
from nonproj.parsers.steps import Restructured
from nonproj.parsers.transition.feature_files import feature_file


def variant_code(script: Path | str, variant: str, with_tagger: bool = False) -> str:
    """Return a fingerprint of the code that a script or module uses for one variant.

    Code for other families and learners is left out. Code for taggers counts only if the parser has
    a tagger, and annotation styles count only if trees are restructured."""
    used = variant_named(variant)
    others = {type(family).__module__ for family in FAMILIES if family.name != used.family}
    learner = registry.ROWS[used.learner].module if used.learner in registry.ROWS else "nonproj"
    restructured = any(isinstance(step, Restructured) for step in used.steps)
    wrappers = set() if with_tagger else {families.__name__}
    choosers = frozenset({registry.__name__, *others, *wrappers})
    return fingerprint(script, learner, choosers=choosers, tables=restructured)


def feature_files(variant: str) -> list[str]:
    """List the feature file of a variant; the list is empty if the variant has none."""
    features = variant_named(variant).features
    return [relpath(feature_file(features))] if features else []


def package_files(pattern: str) -> list[str]:
    """List the package's data files as relative paths, which are the same in every checkout."""
    return sorted(relpath(path) for path in PACKAGE.glob(pattern))
