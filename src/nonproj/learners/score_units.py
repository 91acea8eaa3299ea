"""Score units, which make differences between scores comparable across classifiers."""

import numpy as np

from nonproj.learners.interface import ClassifierModel
from nonproj.learners.linear import FINENESS, LinearModel
from nonproj.learners.split import SplitModel


def unit_of(classifier: ClassifierModel) -> float:
    """Return the unit of a classifier's scores.

    The weights of linear classifiers are rounded to whole numbers on a scale that differs from
    model to model. Their unit is FINENESS times the mean absolute value of the non-zero weights of
    features; with this unit, confidence (see `nonproj.systems.decisions`) ranks words well. A split
    classifier has the mean unit of its parts, and all other classifiers have the unit 1."""
    if isinstance(classifier, SplitModel):
        units = [unit_of(part.model) for part in classifier.parts.values()]
        return sum(units) / len(units)
    if not isinstance(classifier, LinearModel):
        return 1.0
    single = classifier.scorer.single
    size = float(np.abs(single).sum(dtype=np.int64)) / max(1, np.count_nonzero(single))
    return FINENESS * size or 1.0
