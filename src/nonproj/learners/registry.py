"""Look-up of learners by the name that follows `@` in a variant."""

from importlib import import_module
from typing import NamedTuple

from nonproj.costs import Cost
from nonproj.errors import NonprojError, did_you_mean
from nonproj.learners.interface import SPLIT_COLUMNS, Learner


class LearnerRow(NamedTuple):
    """A learner; its module is imported only on demand, because scikit-learn loads slowly."""

    module: str
    attribute: str = "LEARNER"
    cost: Cost | None = None  # for 1,000 words of training data; None: the system's cost


_SVMS = {
    "svm2": LearnerRow("nonproj.learners.svm2.learner"),
    "svm1": LearnerRow("nonproj.learners.svm1"),
    "libsvm": LearnerRow(
        "nonproj.learners.libsvm", cost=Cost(30, 80)
    ),  # for 20,000 words; quadratic time
}
# Dividing the training data makes LIBSVM faster but does not affect the speed of the others.
_DIVIDED = {"libsvm": Cost(2, 70)}
LEARNER_ROWS = _SVMS | {
    f"{name}-split-{column}": LearnerRow(row.module, f"SPLIT_{column.upper()}", _DIVIDED.get(name))
    for name, row in _SVMS.items()
    for column in SPLIT_COLUMNS
}
# Learners that use the features that svm2 keeps; see `parsers.transition.exploring`.
ONLINE, EXPLORE = "online", "explore"
LEARNER_ROWS |= {
    ONLINE: _SVMS["svm2"]._replace(cost=Cost(2, 12)),
    EXPLORE: _SVMS["svm2"]._replace(cost=Cost(4, 25)),
    "maxent": LearnerRow("nonproj.learners.maxent", cost=Cost(9, 70)),
    "mbl": LearnerRow("nonproj.learners.memory", cost=Cost(0.05, 0.5)),
    "mbl-mvdm-k5": LearnerRow("nonproj.learners.value_difference", "MVDM_K5", Cost(0.05, 0.5)),
    "perceptron": LearnerRow("nonproj.learners.perceptron"),
}
LEARNERS = tuple(LEARNER_ROWS)
DEFAULT_LEARNER = "svm2"


def check_learner(name: str) -> None:
    if name not in LEARNER_ROWS:
        known = ", ".join(LEARNERS) + did_you_mean(name, LEARNERS)
        raise NonprojError(f"learner {name!r} is not known; expected one of {known}")


def learner_named(name: str) -> Learner:
    """Return the learner with its default settings."""
    check_learner(name)
    return getattr(import_module(LEARNER_ROWS[name].module), LEARNER_ROWS[name].attribute)
