"""The best of hundreds of classes, found by groups, is the best of all their scores."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import numpy as np
import pytest
from numba import njit

from nonproj.learners.hashing import mixed
from nonproj.learners.linear import (
    LANES,
    N_TOP,
    NONE,
    Block,
    best_class,
    model_from_arrays,
    new_workspace,
    rounded,
)
from samples.instances import drawn_instances

pytestmark = pytest.mark.kernels


def drawn_model(rng, n_classes, n_ids, values):
    """A model whose small whole weights make many ties; later classes are lighter."""
    keys = np.array(
        [(mixed(a) + mixed(b)) % 2**64 for a, b in combinations(range(n_ids), 2)], np.uint64
    )
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
    row = np.full(len(pair), NONE, np.int32)
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
def test_the_best_class_is_that_of_all_scores(n_classes, values):
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
def test_scores_are_sums_of_weights_and_survive_a_file(n_classes):
    rng = np.random.default_rng(n_classes)
    instances, _ = drawn_instances(n=60, n_templates=6)
    model, (bias, single, pair), columns = drawn_model(rng, n_classes, instances.n_ids, 9)
    row_of = {int(key): row for row, key in enumerate(model.keys)}
    kept = pair[(pair != 0).any(axis=1)]
    assert len(kept) == len(row_of)
    unit = 9 / 127
    scores = model.scores(instances)
    for i in range(len(instances)):
        own = instances.ids[instances.start[i] : instances.start[i + 1]].tolist()
        keys = [(mixed(a) + mixed(b)) % 2**64 for a, b in combinations(own, 2)]
        rows = [row_of[key] for key in keys if key in row_of]
        fine = np.rint(np.concatenate([bias, single[own]]) * 32 / unit).sum(axis=0)
        expected = fine + 32 * np.rint(kept[rows] / unit).sum(axis=0)
        np.testing.assert_allclose(scores[i], expected[columns], atol=len(own) + len(rows))
    stored = model_from_arrays(model.arrays(), n_classes, instances.n_ids)
    np.testing.assert_array_equal(stored.scores(instances), scores)
