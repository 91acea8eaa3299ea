"""Look-up of learners by the name that follows `@` in a variant."""

from importlib import import_module
from typing import NamedTuple

from nonproj.costs import Cost
from nonproj.errors import NonprojError, did_you_mean
from nonproj.learners.interface import SPLITS, Learner


class Row(NamedTuple):
    """A learner; its module is imported only on demand, because scikit-learn loads slowly."""

    module: str
    attribute: str = "LEARNER"
    cost: Cost | None = None  # for 1,000 words of training data; None: the system's cost


_SVMS = {
    "svm2": Row("nonproj.learners.svm2.learner"),
    "svm1": Row("nonproj.learners.svm1"),
    "libsvm": Row("nonproj.learners.libsvm", cost=Cost(30, 80)),  # for 20,000 words; quadratic time
}
# Dividing the training data makes LIBSVM faster but does not affect the speed of the others.
_DIVIDED = {"libsvm": Cost(2, 70)}
ROWS = _SVMS | {
    f"{name}-split-{column}": Row(row.module, f"SPLIT_{column.upper()}", _DIVIDED.get(name))
    for name, row in _SVMS.items()
    for column in SPLITS
}
# Learners that use the features that svm2 keeps; see `parsers.transition.exploring`.
ONLINE, EXPLORE = "online", "explore"
ROWS |= {
    ONLINE: _SVMS["svm2"]._replace(cost=Cost(2, 12)),
    EXPLORE: _SVMS["svm2"]._replace(cost=Cost(4, 25)),
    "maxent": Row("nonproj.learners.maxent", cost=Cost(9, 70)),
    "mbl": Row("nonproj.learners.memory", cost=Cost(0.05, 0.5)),
    "mbl-mvdm-k5": Row("nonproj.learners.value_difference", "MVDM_K5", Cost(0.05, 0.5)),
    "perceptron": Row("nonproj.learners.perceptron"),
}
LEARNERS = tuple(ROWS)
DEFAULT_LEARNER = "svm2"


def check_learner(name: str) -> None:
    if name not in ROWS:
        known = ", ".join(LEARNERS) + did_you_mean(name, LEARNERS)
        raise NonprojError(f"learner {name!r} is not known; expected one of {known}")


def learner_named(name: str) -> Learner:
    """Return the learner with its default settings."""
    check_learner(name)
    return getattr(import_module(ROWS[name].module), ROWS[name].attribute)
