"""Learners by the name that follows `@` in a variant."""

from importlib import import_module
from typing import TYPE_CHECKING

from nonproj.errors import NonprojError, did_you_mean

if TYPE_CHECKING:
    from nonproj.learners.interface import Learner

# The module of each learner and its name there. Modules are imported on demand: scikit-learn alone
# takes longer than parsing a treebank.
_PLACES = {
    "svm2": ("nonproj.learners.svm2.learner", "LEARNER"),
    "svm1": ("nonproj.learners.svm1", "LEARNER"),
    "libsvm": ("nonproj.learners.libsvm", "LEARNER"),
    "libsvm-split-cpos": ("nonproj.learners.libsvm", "SPLIT_CPOS"),
    "libsvm-split-pos": ("nonproj.learners.libsvm", "SPLIT_POS"),
    "maxent": ("nonproj.learners.maxent", "LEARNER"),
    "mbl": ("nonproj.learners.memory", "LEARNER"),
    "mbl-mvdm-k5": ("nonproj.learners.value_difference", "MVDM_K5"),
    "perceptron": ("nonproj.learners.perceptron", "LEARNER"),
}
LEARNERS = tuple(_PLACES)
DEFAULT_LEARNER = "svm2"


def check_learner(name: str) -> None:
    if name not in _PLACES:
        known = ", ".join(LEARNERS) + did_you_mean(name, LEARNERS)
        raise NonprojError(f"learner {name!r} is not known; expected one of {known}")


def module_of(name: str) -> str:
    """The module of a learner."""
    return _PLACES[name][0]


def learner_named(name: str) -> "Learner":
    """The learner with its default settings."""
    check_learner(name)
    module, attribute = _PLACES[name]
    return getattr(import_module(module), attribute)
