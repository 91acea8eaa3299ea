"""Coverage against enumeration and against the printed table 3 of Gómez-Rodríguez et al. 2018."""

import numpy as np
import pytest
from hypothesis import given, settings

from nonproj.decoders.overlap import TreeClass, class_members, maximum_overlap
from nonproj.errors import NonprojError
from nonproj.results.treebanks.coverage import coverage
from oracles import trees
from oracles.charts import class_of, is_mh4
from samples.treebanks import written
from samples.trees import columns

MEMBER = {
    TreeClass.PROJECTIVE: trees.is_projective,
    TreeClass.MH4: is_mh4,
    TreeClass.ONE_ENDPOINT_CROSSING: trees.is_one_endpoint_crossing,
}
classes = pytest.mark.parametrize("tree_class", TreeClass)

# (sentences, words), then sentence and edge coverage of projective, MH4 and 1EC, in percent.
PRINTED = {
    "got": ((3387, 35024), (78.42, 97.25, 97.58), (97.04, 99.73, 99.75)),
    "hu": ((910, 20166), (79.01, 98.35, 97.69), (98.51, 99.92, 99.89)),
    "el": ((1662, 41212), (85.98, 99.52, 99.40), (99.32, 99.98, 99.98)),
}


def shared(heads, others):
    return np.count_nonzero(np.asarray(heads)[1:] == np.asarray(others)[..., 1:], axis=-1)


@classes
def test_members_of_a_class_equal_those_of_its_definition(tree_class):
    forest = trees.trees_up_to(5)
    expected = [MEMBER[tree_class](heads) for heads in forest]
    assert class_members(*columns(forest), tree_class).tolist() == expected


@classes
def test_the_overlap_is_the_maximum_over_all_trees_of_the_class(tree_class):
    forest = trees.trees_up_to(5)
    start, head = columns(forest)
    before = head.copy()
    overlap = maximum_overlap(start, head, tree_class)
    np.testing.assert_array_equal(head, before)
    for s, heads in enumerate(forest):
        n = len(heads) - 1
        found = tuple(overlap.head[start[s] : start[s + 1]].tolist())
        assert MEMBER[tree_class](found)
        assert overlap.n_shared[s] == shared(heads, found)
        members = np.array(class_of(MEMBER[tree_class], n))
        n_shared = shared(heads, members)
        assert overlap.n_shared[s] == n_shared.max()
        new_roots = np.sum((members == 0) & (np.array(heads) != 0), axis=1)
        fewest = new_roots[n_shared == n_shared.max()].min()
        assert sum(f == 0 != h for f, h in zip(found, heads, strict=True)) == fewest
        assert overlap.in_class[s] == (found == heads)


@classes
@settings(max_examples=80, deadline=None)
@given(heads=trees.trees(min_size=6, max_size=16))
def test_cutting_to_the_core_keeps_the_number_of_shared_arcs(tree_class, heads):
    """The decoder on the whole tree finds trees with exactly as many arcs."""
    scores = np.zeros((len(heads), len(heads)))
    scores[heads[1:], np.arange(1, len(heads))] = 1.0
    overlap = maximum_overlap(*columns([heads]), tree_class)
    assert overlap.n_shared[0] == shared(heads, tree_class.decode(scores))
    assert overlap.n_shared[0] == shared(heads, overlap.head)
    assert overlap.in_class[0] == (overlap.n_shared[0] == len(heads) - 1)


def test_values_of_coverage_have_counts_under_the_keys_of_the_paper():
    """The arc 3 -> 1 crosses 0 -> 2; a projective tree keeps two of the three arcs."""
    treebank = written([[("x", 3, "_"), ("x", 0, "_"), ("x", 2, "_")]], "crossed")
    values = coverage(treebank, "crossed", "train")
    assert [(v.key.system, *v.key.setting, v.numerator, v.denominator) for v in values] == [
        ("projective", "level=sentence", 0, 1),
        ("projective", "level=edge", 2, 3),
        ("mh4", "level=sentence", 1, 1),
        ("mh4", "level=edge", 3, 3),
        ("1ec", "level=sentence", 1, 1),
        ("1ec", "level=edge", 3, 3),
    ]
    assert {(v.key.treebank, v.key.split, v.key.metric, v.unit) for v in values} == {
        ("crossed", "train", "coverage", "percent")
    }


@pytest.mark.parametrize("code", PRINTED)
def test_coverage_equals_the_printed_table_3(real_treebank, code):
    (sentences, words), by_sentence, by_edge = PRINTED[code]
    values = coverage(real_treebank(code, "train"), f"ud20-{code}", "train")
    for level, total, printed in (("sentence", sentences, by_sentence), ("edge", words, by_edge)):
        ours = [v for v in values if v.key.setting == {f"level={level}"}]
        assert [v.denominator for v in ours] == [total] * 3
        assert [round(100 * v.numerator / v.denominator, 2) for v in ours] == list(printed)


@pytest.mark.parametrize("tree_class", [TreeClass.MH4, TreeClass.ONE_ENDPOINT_CROSSING])
def test_coverage_refuses_a_search_that_needs_too_much_memory(tree_class):
    rng, n = np.random.default_rng(1), 5000
    heads = [0, *(int(rng.integers(1, i)) for i in range(2, n + 1))]  # of no class
    treebank = written([[("x", head, "x") for head in heads]], "long")
    message = f"the search for the nearest {tree_class.value} tree takes [0-9.]+ GB"
    with pytest.raises(NonprojError, match=f"long: sentence 1: {message}"):
        coverage(treebank, "long", "all", [tree_class])
