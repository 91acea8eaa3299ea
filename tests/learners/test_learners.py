"""Every learner: learns, is deterministic, is restored from its arrays, takes degenerate data."""

from dataclasses import replace

import numpy as np
import pytest

from nonproj.errors import NonprojError
from nonproj.learners import libsvm
from nonproj.learners.interface import Instances
from nonproj.learners.libsvm import LibSvm
from nonproj.learners.registry import LEARNERS, check_learner, learner_named
from nonproj.learners.split import RARE, Split
from samples.instances import drawn_instances

N_ACTIONS = 5


@pytest.fixture(scope="module", params=LEARNERS)
def name(request):
    return request.param


def test_a_learner_fits_its_training_data(name):
    instances, actions = drawn_instances(n=300, n_templates=3)
    model = learner_named(name).fit(instances, actions, N_ACTIONS, 1, 2)
    scores = model.scores(instances)
    assert scores.shape == (300, N_ACTIONS)
    linear_limit = 0.4 if name.startswith(("svm1", "maxent", "perceptron")) else 0.8
    assert np.mean(scores.argmax(axis=1) == actions) > linear_limit


def test_seed_and_threads_fix_the_model(name):
    instances, actions = drawn_instances(n=150)
    first, second = (
        learner_named(name).fit(instances, actions, N_ACTIONS, 3, t).arrays() for t in (1, 2)
    )
    assert first.keys() == second.keys()
    for key, array in first.items():
        np.testing.assert_array_equal(array, second[key])


def test_arrays_restore_the_model(name):
    instances, actions = drawn_instances(n=120)
    unseen, _ = drawn_instances(n=50, seed=9)
    learner = learner_named(name)
    model = learner.fit(instances, actions, N_ACTIONS, 1, 1)
    arrays = model.arrays()
    assert all(array.dtype != object for array in arrays.values())
    np.testing.assert_allclose(
        learner.from_arrays(arrays, N_ACTIONS, instances.n_ids).scores(unseen), model.scores(unseen)
    )


def test_score_does_not_depend_on_the_company(name):
    instances, actions = drawn_instances(n=120)
    model = learner_named(name).fit(instances, actions, N_ACTIONS, 1, 1)
    together = model.scores(instances)
    alone = np.concatenate([model.scores(instances[np.array([i])]) for i in range(20)])
    np.testing.assert_allclose(alone, together[:20])


def test_a_learner_takes_a_single_action(name):
    instances, _ = drawn_instances(n=20)
    model = learner_named(name).fit(instances, np.zeros(20, np.int32), 1, 1, 1)
    assert model.scores(instances).shape == (20, 1)


def test_instances_without_features_get_the_most_frequent_action(name):
    empty = Instances(
        np.zeros(4, np.int64), np.zeros(0, np.int32), np.zeros(2, np.int32), np.full((3, 2), -1)
    )
    model = learner_named(name).fit(empty, np.array([1, 1, 0], np.int32), 2, 1, 1)
    assert model.scores(empty).argmax(axis=1).tolist() == [1, 1, 1]


def test_no_instance_is_an_error(name):
    nothing = Instances(
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
        np.zeros(2, np.int32),
        np.zeros((0, 2), np.int32),
    )
    with pytest.raises(NonprojError, match="no training instance"):
        learner_named(name).fit(nothing, np.zeros(0, np.int32), 2, 1, 1)


def test_an_unknown_learner_is_answered_with_those_there_are():
    with pytest.raises(NonprojError, match="expected one of svm2, svm1, libsvm"):
        check_learner("svm3")


@pytest.mark.parametrize("most_dense", [0, 1000])
def test_libsvm_votes_as_scikit_learn_does(monkeypatch, most_dense):
    from sklearn.svm import SVC

    monkeypatch.setattr(libsvm, "MOST_DENSE", most_dense)

    instances, actions = drawn_instances(n=150)
    unseen, _ = drawn_instances(n=80, seed=4)
    from samples.instances import binary_matrix

    for used in (np.arange(5), np.array([1, 3])):
        chosen = np.flatnonzero(np.isin(actions, used))
        svc = SVC(C=1, kernel="poly", degree=2, gamma=0.2, coef0=0.4)
        svc.fit(binary_matrix(instances[chosen]), actions[chosen])
        model = LibSvm().fit(instances[chosen], actions[chosen], N_ACTIONS, 1, 1)
        expected = svc.predict(binary_matrix(unseen))
        np.testing.assert_array_equal(model.scores(unseen).argmax(axis=1), expected)


@pytest.mark.parametrize(("split", "column"), [("cpos", 0), ("pos", 1)])
@pytest.mark.parametrize("base", ["libsvm", "svm1", "svm2"])
def test_training_data_are_divided_by_the_next_token(base, split, column):
    learner = learner_named(base)
    instances, actions = drawn_instances(n=200)
    model = Split(learner, split, minimum=30).fit(instances, actions, N_ACTIONS, 1, 1)
    assert sorted(model.parts) == [-1, 0, 1, 2]
    rare = Split(learner, split, minimum=60).fit(instances, actions, N_ACTIONS, 1, 1)
    assert RARE in rare.parts
    own = instances.split[:, column] == 0
    classes, numbers = np.unique(actions[own], return_inverse=True)
    given = instances[np.flatnonzero(own)], numbers.astype(np.int32), len(classes)
    alone = learner.fit(*given, 1, 1).scores(instances)
    np.testing.assert_allclose(model.scores(instances)[own][:, classes], alone[own])


def test_a_tag_without_a_classifier_has_that_of_the_rare_ones():
    instances, actions = drawn_instances(n=200)
    model = Split(learner_named("svm1"), "cpos", minimum=60).fit(
        instances, actions, N_ACTIONS, 1, 1
    )
    other = replace(instances, split=np.full_like(instances.split, 99))
    rare = replace(instances, split=np.full_like(instances.split, RARE))
    np.testing.assert_array_equal(model.scores(other), model.scores(rare))
