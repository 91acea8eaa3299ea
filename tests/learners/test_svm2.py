"""The explicit space is the kernel's, training reaches the optimum, rounding changes little."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from nonproj.errors import NonprojError
from nonproj.learners.pairs import build_table, count_pairs, told_apart
from nonproj.learners.svm2 import learner
from nonproj.learners.svm2.descent import BLOCK, FIXED_BIAS, NO_LINK
from nonproj.learners.svm2.learner import QuadraticSvm, SvmSettings, train
from samples.instances import binary_matrix, drawn_instances, explicit_scores, ids_of, pair_key

EXACT = SvmSettings(minimum=1, pair_share=1.0, epochs=3000, burn_in=3000, tolerance=1e-4)


def trained(settings, threads=1, **drawn):
    instances, actions = drawn_instances(**drawn)
    with ThreadPoolExecutor(threads) as pool:
        return instances, actions, train(instances, actions, 5, settings, 1, pool)


def signs_and_multipliers(result, actions):
    """Sign and signless alpha of each instance and class."""
    alpha = np.zeros((len(actions), len(result.duals) * BLOCK))
    for block, dual in enumerate(result.duals):
        for i in range(len(actions)):
            link = dual.first[i]
            while link != NO_LINK:
                alpha[i, block * BLOCK + dual.links[link, 0]] = dual.alpha[link]
                link = dual.links[link, 1]
    return np.where(actions[:, None] == np.arange(5), 1.0, -1.0), alpha[:, :5]


def all_pairs(block):
    """The weights of each pair."""
    return np.where(block.row[:, None] == NO_LINK, 0, block.pair[block.row])


@pytest.mark.parametrize("gamma", [0.2, 1.0])
@pytest.mark.parametrize("r", [0.0, 0.4])
@pytest.mark.parametrize("squared_loss", [True, False])
def test_weights_of_the_explicit_space_equal_the_kernel_expansion(gamma, r, squared_loss):
    settings = replace(EXACT, gamma=gamma, r=r, squared_loss=squared_loss, epochs=5, burn_in=5)
    instances, actions, result = trained(settings, n=80)
    matrix = binary_matrix(instances)
    signs, alpha = signs_and_multipliers(result, actions)
    expansion = (gamma * matrix @ matrix.T + r) ** 2 @ (alpha * signs) + FIXED_BIAS
    assert alpha.max() > 0
    parts = zip(*((b.bias, b.single, all_pairs(b)) for b in result.blocks), strict=True)
    weights = [np.concatenate(part, axis=1)[:, :5] for part in parts]
    scores = explicit_scores(weights, result.keys, instances) + FIXED_BIAS
    np.testing.assert_allclose(scores, expansion, atol=1e-3)


@pytest.mark.parametrize("squared_loss", [True, False])
def test_training_of_an_svm_closes_the_duality_gap(squared_loss):
    instances, actions, result = trained(replace(EXACT, squared_loss=squared_loss), n=120)
    matrix = binary_matrix(instances)
    signs, alpha = signs_and_multipliers(result, actions)
    gram = (EXACT.gamma * matrix @ matrix.T + EXACT.r) ** 2
    products = gram @ (alpha * signs)
    norms = np.sum(alpha * signs * products, axis=0)
    slack = np.maximum(0.0, 1 - signs * (products + FIXED_BIAS))
    dual = np.sum((1 - FIXED_BIAS * signs) * alpha, axis=0) - norms / 2
    if squared_loss:
        dual -= np.sum(alpha**2, axis=0) / (4 * EXACT.cost)
    else:
        assert alpha.max() <= EXACT.cost + 1e-9
    primal = norms / 2 + EXACT.cost * np.sum(slack ** (1 + squared_loss), axis=0)
    assert np.all(primal - dual >= -1e-3 * primal)
    np.testing.assert_allclose(primal, dual, rtol=5e-3)


def test_count_pairs_finds_every_pair_that_is_frequent_enough():
    instances, _ = drawn_instances(n=60)
    counts = Counter()
    for own in ids_of(instances):
        counts.update(combinations(sorted(own), 2))
    with ThreadPoolExecutor(2) as pool:
        keys = count_pairs(instances.start, instances.ids, 4, pool)
    frequent = {pair_key(*pair) for pair, n in counts.items() if n >= 4}
    assert 0 < len(frequent) < len(counts)
    assert set(keys.tolist()) == frequent


def test_the_first_of_two_pairs_that_share_a_key_stays():
    """Keys that agree in their low halves and are looked for in the same place."""
    keys = np.array([(3 << 60) | 5, 1 << 61, (3 << 60) | (1 << 40) | 5], dtype=np.uint64)
    with pytest.raises(NonprojError, match="share a key"):
        build_table(keys)
    kept, table = told_apart(keys)
    assert kept.tolist() == [0, 1]
    assert table.words.tolist() == build_table(keys[:2]).words.tolist()


def test_training_goes_on_if_a_chunk_has_no_active_instance(monkeypatch):
    """An instance more than a chunk holds is at rest sooner or later, with every seed."""
    instances, actions = drawn_instances(n=65)
    monkeypatch.setattr(learner, "CHUNK", 64)
    for seed in range(1, 6):
        model = QuadraticSvm().fit(instances, actions, int(actions.max()) + 1, seed, 1)
        right = np.argmax(model.scores(instances), axis=1) == actions
        assert right.mean() > 0.6


@pytest.mark.parametrize("settings", [SvmSettings(minimum=1), SvmSettings(quadratic=False)])
def test_a_quadratic_svm_is_the_same_on_any_number_of_threads(settings):
    instances, actions = drawn_instances(n=300, n_actions=40, values=7)
    models = [QuadraticSvm(settings).fit(instances, actions, 40, 1, t).arrays() for t in (1, 2, 5)]
    for other in models[1:]:
        for name, array in models[0].items():
            np.testing.assert_array_equal(array, other[name])


def test_pairs_of_large_weights_are_kept_unchanged():
    settings = SvmSettings(minimum=1, min_pairs=0, epochs=2, burn_in=2, tolerance=0)
    _, _, complete = trained(replace(settings, pair_share=1.0), n=150)
    _, _, pruned = trained(replace(settings, pair_share=0.25), n=150)
    weights = {
        int(key): np.concatenate([all_pairs(block)[row] for block in complete.blocks])
        for row, key in enumerate(complete.keys)
    }
    norms = {key: float(np.square(row, dtype=np.float64).sum()) for key, row in weights.items()}
    kept = set(pruned.keys.tolist())
    assert len(kept) == -(-len(weights) // 4)
    assert min(norms[k] for k in kept) * 1.0001 >= max(norms[k] for k in norms if k not in kept)
    for row, key in enumerate(pruned.keys.tolist()):
        found = np.concatenate([all_pairs(block)[row] for block in pruned.blocks])
        np.testing.assert_array_equal(found, weights[key])


def test_pairs_of_features_learn_classes_that_single_features_cannot():
    instances, actions = drawn_instances(n=400)
    held_out, answers = drawn_instances(n=400, seed=2)
    accuracy = {}
    for quadratic in (True, False):
        model = QuadraticSvm(SvmSettings(quadratic=quadratic)).fit(instances, actions, 5, 1, 1)
        accuracy[quadratic] = np.mean(model.scores(held_out).argmax(axis=1) == answers)
    assert accuracy[True] > 0.8 > accuracy[False]
