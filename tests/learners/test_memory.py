"""TiMBL's default by a search over all training instances."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from nonproj.learners.memory import MemoryBased, as_columns, gain_ratios
from nonproj.learners.value_difference import PROBED, ValueDifference
from samples.instances import drawn_instances

N_ACTIONS = 5


def timbl(columns, actions, weights, query):
    """The class that IB1 gives, ties broken as the reference guide says."""
    distances = [sum(w for w, a, b in zip(weights, row, query, strict=True) if a != b)
                 for row in columns]  # fmt: skip
    nearest = sorted({round(d, 9) for d in distances})
    votes = Counter()
    for k in range(2):
        if k < len(nearest):
            votes += Counter(
                a for a, d in zip(actions, distances, strict=True) if round(d, 9) == nearest[k]
            )
        best = [a for a, n in votes.items() if n == max(votes.values())]
        if len(best) == 1:
            break
    frequency = Counter(actions)
    return max(best, key=lambda a: (frequency[a], -actions.index(a)))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_memory_based_classes_equal_those_of_a_search_over_all_instances(seed, missing):
    """Queries have a fourth value of each template, which training has not met."""
    shape = {"n_templates": 4, "missing": missing}
    instances, actions = drawn_instances(n=90, values=3, seed=seed, **shape)
    queries, _ = drawn_instances(n=60, values=4, seed=seed + 50, **shape)
    ids = instances.ids + instances.template[instances.ids]  # numbered as in the queries
    instances = replace(instances, ids=ids, template=queries.template)
    columns, asked = as_columns(instances), as_columns(queries)
    weights = gain_ratios(columns, actions, N_ACTIONS)
    model = MemoryBased().fit(instances, actions, N_ACTIONS, 1, 1)
    expected = [timbl(columns.tolist(), actions.tolist(), weights, q) for q in asked.tolist()]
    assert model.scores(queries).argmax(axis=1).tolist() == expected


def test_the_first_class_in_training_wins_a_tie_of_equally_frequent_ones():
    same = drawn_instances(n=1)[0][np.zeros(2, int)]
    model = MemoryBased().fit(same, np.array([3, 1], np.int32), N_ACTIONS, 1, 1)
    assert model.scores(same).argmax(axis=1).tolist() == [3, 3]


def test_gain_ratios_equal_those_computed_by_hand():
    columns = np.array([[0, 5, 7], [0, 6, 7], [1, 5, 7], [1, 6, 7]])
    ratios = gain_ratios(columns, np.array([0, 0, 1, 1]), 2)
    np.testing.assert_allclose(ratios, [1.0, 0.0, 0.0], atol=1e-12)


def mvdm(columns, actions, query, minimum=3, k=5):
    """Votes by class of IB1 with MVDM, k distances and inverse distances, as defined."""

    def difference(c, a, b):
        if a == b:
            return 0.0
        classes = [Counter(x for row, x in zip(columns, actions, strict=True) if row[c] == value)
                   for value in (a, b)]  # fmt: skip
        if min(sum(found.values()) for found in classes) < minimum:
            return 1.0
        shares = [{x: n / sum(found.values()) for x, n in found.items()} for found in classes]
        return sum(abs(shares[0].get(x, 0) - shares[1].get(x, 0)) for x in range(N_ACTIONS))

    distances = [
        round(sum(difference(c, a, b) for c, (a, b) in enumerate(zip(row, query, strict=True))), 9)
        for row in columns
    ]
    nearest = sorted({*distances})[:k]
    votes = np.zeros(N_ACTIONS)
    for action, distance in zip(actions, distances, strict=True):
        if distance in nearest:
            votes[action] += (nearest[0] + 1e-12) / (distance + 1e-12)
    return votes


@pytest.mark.kernels
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("n", "asked", "missing"), [(60, 40, 0.0), (60, 40, 0.3), (1200, 2, 0.3)])
def test_votes_by_value_difference_equal_their_definition(seed, n, asked, missing):
    shape = {"n_templates": 4, "values": 6 if n == 60 else 20, "missing": missing}
    instances, actions = drawn_instances(n=n, seed=seed, **shape)
    queries, _ = drawn_instances(n=asked, seed=seed + 50, **shape)
    model = ValueDifference().fit(instances, actions, N_ACTIONS, 1, 1)
    columns, asked = as_columns(instances).tolist(), as_columns(queries).tolist()
    expected = [mvdm(columns, actions.tolist(), query) for query in asked]
    assert n == 60 or len(model.vectors) > 2 * PROBED
    np.testing.assert_allclose(model.scores(queries), expected, atol=1e-6)
    stored = ValueDifference.from_arrays(model.arrays(), N_ACTIONS, instances.n_ids)
    np.testing.assert_array_equal(stored.scores(queries), model.scores(queries))
