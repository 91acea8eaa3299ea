"""Linear models: the best of hundreds of classes, sums of weights, and units of scores."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import numpy as np
import pytest
from numba import njit

from nonproj.learners.interface import Instances
from nonproj.learners.linear import (
    LANES,
    N_TOP,
    NO_ENTRY,
    Block,
    best_class,
    model_from_arrays,
    new_workspace,
    rounded,
)
from nonproj.learners.score_units import unit_of
from nonproj.learners.split import SplitModel, TagClassifier
from samples.instances import drawn_instances, explicit_scores, pair_key

pytestmark = pytest.mark.kernels


def drawn_model(rng, n_classes, n_ids, values):
    """A model whose small whole weights make many ties; later classes are lighter."""
    keys = np.array([pair_key(*pair) for pair in combinations(range(n_ids), 2)], np.uint64)
    keys = keys[rng.random(len(keys)) < 0.5]
    weights = [
        rng.integers(-values, values + 1, (rows, n_classes)).astype(np.float32)
        * (rng.random((rows, n_classes)) < np.linspace(0.9, 0.05, n_classes))
        for rows in (1, n_ids, len(keys))
    ]
    columns = rng.permutation(n_classes)
    blocks = [tuple(part[:, k : k + LANES] for part in weights)
              for k in range(0, n_classes, LANES)]  # fmt: skip
    with ThreadPoolExecutor(1) as pool:
        return rounded([met(*block) for block in blocks], keys, columns, pool), weights, columns


def met(bias, single, pair):
    """Pairs with weights are in rows of any order, the others nowhere."""
    pairs = np.flatnonzero(pair.any(axis=1))[::-1]
    row = np.full(len(pair), NO_ENTRY, np.int32)
    row[pairs] = np.arange(len(pairs))
    return Block(bias[0], single, pair[pairs], row)


@njit
def all_best(scorer, start, ids, masks, kind):
    found = np.empty(len(masks), np.int64)
    workspace = new_workspace(scorer, max(1, np.diff(start).max()))
    for i in range(len(masks)):
        own = ids[start[i] : start[i + 1]]
        found[i] = best_class(scorer, own, workspace, masks[i], kind)[0]
    return found


@pytest.mark.parametrize("values", [1, 100])
@pytest.mark.parametrize("n_classes", [1, 5, N_TOP + LANES, N_TOP + LANES + 1, 130, 300])
def test_the_class_found_is_the_legal_one_with_the_best_score(n_classes, values):
    rng = np.random.default_rng(n_classes + values)
    instances, _ = drawn_instances(n=150, n_templates=8)
    model, *_ = drawn_model(rng, n_classes, instances.n_ids, values)
    assert len(model.scorer.grouped) == max(0, -(-(n_classes - N_TOP) // LANES)) * (n_classes > 64)
    kind = np.sort(rng.integers(0, 4, n_classes)).astype(np.int32)
    masks = rng.integers(0, 16, len(instances))
    found = all_best(model.scorer, instances.start, instances.ids, masks, kind)
    scores = model.scores(instances)
    for i, mask in enumerate(masks.tolist()):
        legal = [c for c in range(n_classes) if mask >> kind[c] & 1]
        assert found[i] == (max(legal, key=lambda c: (scores[i, c], -c)) if legal else -1)


@pytest.mark.parametrize("n_classes", [7, 130])
def test_scores_are_sums_of_weights_and_the_same_after_saving(n_classes):
    rng = np.random.default_rng(n_classes)
    instances, _ = drawn_instances(n=60, n_templates=6)
    model, (bias, single, pair), columns = drawn_model(rng, n_classes, instances.n_ids, 9)
    kept = pair[(pair != 0).any(axis=1)]
    assert len(kept) == len(model.keys)
    fine = (np.rint(part * 32 * 127 / 9) for part in (bias, single))
    weights = (*fine, 32 * np.rint(kept * 127 / 9))  # the largest weight, 9, becomes 127
    scores, expected = model.scores(instances), explicit_scores(weights, model.keys, instances)
    np.testing.assert_allclose(scores, expected[:, columns], atol=1)
    stored = model_from_arrays(model.arrays(), n_classes, instances.n_ids)
    np.testing.assert_array_equal(stored.scores(instances), scores)


def model_of(single):
    block = Block.without_pairs(np.zeros(3, np.float32), single.astype(np.float32))
    with ThreadPoolExecutor(1) as pool:
        return rounded([block], np.zeros(0, np.uint64), np.arange(3), pool)


def test_scores_in_units_compare_between_models_of_different_scale():
    single = np.random.default_rng(1).normal(size=(60, 3))
    other = single.copy()
    other[-1] = [9.0, 0.0, 0.0]  # the largest weight chooses the scale
    chosen = Instances(np.arange(51), np.arange(50), np.zeros(60, np.int32), np.full((50, 2), -1))
    first, second = model_of(single), model_of(other)
    scores = [model.scores(chosen) for model in (first, second)]
    assert np.abs(scores[0]).sum() > 2 * np.abs(scores[1]).sum()
    in_units = [s / unit_of(m) for s, m in zip(scores, (first, second), strict=True)]
    assert in_units[0] == pytest.approx(in_units[1], rel=0.1, abs=0.001)


def test_a_classifier_that_is_not_linear_has_unit_one():
    linear = model_of(np.ones((4, 3)))
    assert unit_of(object()) == 1.0
    parts = {1: TagClassifier(np.arange(3), linear), 2: TagClassifier(np.arange(3), object())}
    assert unit_of(SplitModel(parts, 3, "cpos")) == (unit_of(linear) + 1.0) / 2
    assert unit_of(model_of(np.zeros((4, 3)))) == 1.0
