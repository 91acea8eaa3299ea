"""Units of scores: leads of scores compare between classifiers once they are counted in units."""

import numpy as np

from nonproj.learners.interface import ClassifierModel
from nonproj.learners.linear import FINENESS, LinearModel
from nonproj.learners.split import SplitModel


def unit_of(classifier: ClassifierModel) -> float:
    """Return the unit of a classifier's scores.

    Weights of linear classifiers are rounded to whole numbers, whose scale differs from model to
    model: the unit is the mean size of those of features, times FINENESS, which the products of
    `nonproj.systems.decisions` were found to rank words well by. Others have the unit 1."""
    if isinstance(classifier, SplitModel):
        units = [unit_of(part.model) for part in classifier.parts.values()]
        return sum(units) / len(units)
    if not isinstance(classifier, LinearModel):
        return 1.0
    single = classifier.scorer.single
    size = float(np.abs(single).sum(dtype=np.int64)) / max(1, np.count_nonzero(single))
    return FINENESS * size or 1.0
