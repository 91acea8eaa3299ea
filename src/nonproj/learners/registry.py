"""Learners by the name that follows `@` in a variant."""

from importlib import import_module
from typing import TYPE_CHECKING

from nonproj.errors import NonprojError, did_you_mean

if TYPE_CHECKING:
    from nonproj.learners.interface import Learner

# Modules are imported on demand: scikit-learn alone takes longer than parsing a treebank.
_MODULES = {
    "svm2": "nonproj.learners.svm2.learner",
    "svm1": "nonproj.learners.svm1",
    "libsvm": "nonproj.learners.libsvm",
    "maxent": "nonproj.learners.maxent",
    "mbl": "nonproj.learners.memory",
    "perceptron": "nonproj.learners.perceptron",
}
LEARNERS = tuple(_MODULES)
DEFAULT_LEARNER = "svm2"


def check_learner(name: str) -> None:
    if name not in _MODULES:
        known = ", ".join(LEARNERS) + did_you_mean(name, LEARNERS)
        raise NonprojError(f"learner {name!r} is not known; expected one of {known}")


def module_of(name: str) -> str:
    """The module of a learner."""
    return _MODULES[name]


def learner_named(name: str) -> "Learner":
    """The learner with its default settings."""
    check_learner(name)
    return import_module(_MODULES[name]).LEARNER
