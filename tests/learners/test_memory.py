"""TiMBL's default by a search over all training instances."""

from collections import Counter

import numpy as np
import pytest

from nonproj.learners.interface import Instances
from nonproj.learners.memory import MemoryBased, as_columns, gain_ratios
from nonproj.learners.value_difference import ValueDifference
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
def test_neighbours_are_those_of_a_search_over_all_instances(seed, missing):
    instances, actions = drawn_instances(n=90, n_templates=4, values=3, seed=seed, missing=missing)
    queries, _ = drawn_instances(n=60, n_templates=4, values=4, seed=seed + 50, missing=missing)
    queries = Instances(
        queries.start, queries.ids, np.repeat(np.arange(4), 4).astype(np.int32), queries.split
    )
    columns, asked = as_columns(instances), as_columns(queries)
    # The same value has the same number in both.
    renumbered = np.where(asked < 0, -1, asked % 4 + 3 * np.arange(4))
    renumbered = np.where((asked >= 0) & (asked % 4 == 3), 1000, renumbered)
    weights = gain_ratios(columns, actions, N_ACTIONS)
    model = MemoryBased().fit(instances, actions, N_ACTIONS, 1, 1)
    known = renumbered.copy()
    known[known == 1000] = -7
    expected = [timbl(columns.tolist(), actions.tolist(), weights, q) for q in known.tolist()]
    found = _scores_of_columns(model, known).argmax(axis=1)
    assert found.tolist() == expected


def _scores_of_columns(model, columns):
    """Scores of vectors given as columns; ids unknown to training are values of their own."""
    n, width = columns.shape
    template = np.repeat(np.arange(width), 3)
    extra = np.arange(width)
    ids, start = [], [0]
    for row in columns.tolist():
        for c, value in enumerate(row):
            if value != -1:
                ids.append(len(template) + c if value == -7 else value)
        start.append(len(ids))
    template = np.concatenate([template, extra]).astype(np.int32)
    queries = Instances(
        np.array(start), np.array(ids, np.int32), template, np.full((n, 2), -1, np.int32)
    )
    return model.scores(queries)


def test_gain_ratios_are_those_computed_by_hand():
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
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_value_differences_agree_with_their_definition(seed, missing):
    shape = {"n_templates": 4, "values": 6, "missing": missing}
    instances, actions = drawn_instances(n=60, seed=seed, **shape)
    queries, _ = drawn_instances(n=40, seed=seed + 50, **shape)
    model = ValueDifference().fit(instances, actions, N_ACTIONS, 1, 1)
    columns, asked = as_columns(instances).tolist(), as_columns(queries).tolist()
    expected = [mvdm(columns, actions.tolist(), query) for query in asked]
    np.testing.assert_allclose(model.scores(queries), expected, atol=1e-6)
    stored = ValueDifference.from_arrays(model.arrays(), N_ACTIONS, instances.n_ids)
    np.testing.assert_array_equal(stored.scores(queries), model.scores(queries))
