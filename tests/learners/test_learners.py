"""Every learner: learns, is deterministic, is restored from its arrays, takes degenerate data."""

from dataclasses import replace

import numpy as np
import pytest

from nonproj.errors import NonprojError
from nonproj.learners import libsvm
from nonproj.learners.interface import Instances
from nonproj.learners.libsvm import LibSvm
from nonproj.learners.registry import LEARNERS, learner_named
from nonproj.learners.split import RARE, Split
from samples.instances import binary_matrix, drawn_instances

N_ACTIONS = 5


@pytest.fixture(scope="module", params=LEARNERS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def model(name):
    return learner_named(name).fit(*drawn_instances(n=200), N_ACTIONS, 3, 2)


def test_a_learner_fits_its_training_data_instance_by_instance(name, model):
    instances, actions = drawn_instances(n=200)
    scores = model.scores(instances)
    assert scores.shape == (200, N_ACTIONS)
    linear_limit = 0.4 if name.startswith(("svm1", "maxent", "perceptron")) else 0.8
    assert np.mean(scores.argmax(axis=1) == actions) > linear_limit
    alone = np.concatenate([model.scores(instances[np.array([i])]) for i in range(20)])
    np.testing.assert_allclose(alone, scores[:20])


def test_a_learner_gives_the_same_model_on_any_number_of_threads(name, model):
    other = learner_named(name).fit(*drawn_instances(n=200), N_ACTIONS, 3, 1).arrays()
    assert model.arrays().keys() == other.keys()
    for key, array in model.arrays().items():
        assert array.dtype != object
        np.testing.assert_array_equal(array, other[key])


def test_a_model_restored_from_its_arrays_scores_the_same(name, model):
    unseen, _ = drawn_instances(n=50, seed=9)
    restored = learner_named(name).from_arrays(model.arrays(), N_ACTIONS, unseen.n_ids)
    np.testing.assert_allclose(restored.scores(unseen), model.scores(unseen))


def test_a_learner_takes_a_single_action(name):
    instances, _ = drawn_instances(n=20)
    model = learner_named(name).fit(instances, np.zeros(20, np.int32), 1, 1, 1)
    assert model.scores(instances).shape == (20, 1)


def featureless(n):
    return Instances(
        np.zeros(n + 1, np.int64), np.zeros(0, np.int32), np.zeros(2, np.int32), np.full((n, 2), -1)
    )


def test_instances_without_features_get_the_most_frequent_action(name):
    model = learner_named(name).fit(featureless(3), np.array([1, 1, 0], np.int32), 2, 1, 1)
    assert model.scores(featureless(3)).argmax(axis=1).tolist() == [1, 1, 1]


def test_training_without_instances_is_an_error(name):
    with pytest.raises(NonprojError, match="no training instance"):
        learner_named(name).fit(featureless(0), np.zeros(0, np.int32), 2, 1, 1)


@pytest.mark.parametrize("most_dense", [0, 1000])
def test_libsvm_votes_as_scikit_learn_does(monkeypatch, most_dense):
    from sklearn.svm import SVC

    monkeypatch.setattr(libsvm, "MOST_DENSE", most_dense)

    instances, actions = drawn_instances(n=150)
    unseen, _ = drawn_instances(n=80, seed=4)
    for used in (np.arange(5), np.array([1, 3])):
        chosen = np.flatnonzero(np.isin(actions, used))
        svc = SVC(C=1, kernel="poly", degree=2, gamma=0.2, coef0=0.4)
        svc.fit(binary_matrix(instances[chosen]), actions[chosen])
        model = LibSvm().fit(instances[chosen], actions[chosen], N_ACTIONS, 1, 1)
        expected = svc.predict(binary_matrix(unseen))
        np.testing.assert_array_equal(model.scores(unseen).argmax(axis=1), expected)


@pytest.mark.parametrize(("split", "column"), [("cpos", 0), ("pos", 1)])
@pytest.mark.parametrize("base", ["libsvm", "svm1", "svm2"])
def test_a_split_learner_has_a_classifier_for_each_tag_of_the_next_token(base, split, column):
    """A tag without a classifier of its own has that of the rare tags."""
    learner, (instances, actions) = learner_named(base), drawn_instances(n=200)
    model, rare = (
        Split(learner, split, minimum=minimum).fit(instances, actions, N_ACTIONS, 1, 1)
        for minimum in (30, 50)
    )
    assert sorted(model.parts) == [-1, 0, 1, 2]
    own = instances.split[:, column] == 0
    classes, numbers = np.unique(actions[own], return_inverse=True)
    given = instances[np.flatnonzero(own)], numbers.astype(np.int32), len(classes)
    alone = learner.fit(*given, 1, 1).scores(instances)
    np.testing.assert_allclose(model.scores(instances)[own][:, classes], alone[own])
    assert RARE in rare.parts
    scores = [
        rare.scores(replace(instances, split=np.full_like(instances.split, tag)))
        for tag in (99, RARE)
    ]
    np.testing.assert_array_equal(*scores)
