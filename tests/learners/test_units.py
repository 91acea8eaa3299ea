"""Units of scores: rounding to another scale changes scores, but not leads in units."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from nonproj.learners.interface import Instances
from nonproj.learners.linear import Block, rounded
from nonproj.learners.split import Part, SplitModel
from nonproj.learners.units import unit_of

pytestmark = pytest.mark.kernels


def model_of(single):
    block = Block.without_pairs(np.zeros(3, np.float32), single.astype(np.float32))
    with ThreadPoolExecutor(1) as pool:
        return rounded([block], np.zeros(0, np.uint64), np.arange(3), pool)


def test_leads_compare_between_models():
    single = np.random.default_rng(1).normal(size=(60, 3))
    other = single.copy()
    other[-1] = [9.0, 0.0, 0.0]  # the largest weight chooses the scale
    chosen = Instances(np.arange(51), np.arange(50), np.zeros(60, np.int32), np.full((50, 2), -1))
    first, second = model_of(single), model_of(other)
    scores = [model.scores(chosen) for model in (first, second)]
    assert np.abs(scores[0]).sum() > 2 * np.abs(scores[1]).sum()
    in_units = [s / unit_of(m) for s, m in zip(scores, (first, second), strict=True)]
    assert in_units[0] == pytest.approx(in_units[1], rel=0.1, abs=0.001)


def test_other_classifiers_have_unit_one():
    linear = model_of(np.ones((4, 3)))
    assert unit_of(object()) == 1.0
    parts = {1: Part(np.arange(3), linear), 2: Part(np.arange(3), object())}
    assert unit_of(SplitModel(parts, 3, "cpos")) == (unit_of(linear) + 1.0) / 2
    assert unit_of(model_of(np.zeros((4, 3)))) == 1.0
