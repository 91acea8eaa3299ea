"""Stored values and tests stand for what cannot be computed."""

import pytest

from inventions import pairwise
from nonproj.results.texts import Text, write_text
from nonproj.results.values import Key, Subject, Values, write_values
from nonproj.results.words import Fold
from samples.sentences import treebank
from studies.values.on_demand import on_demand
from studies.values.tests import write_tests

SENTENCE = [("a", "b", 2, "x"), ("c", "d", 0, "y")]


@pytest.fixture
def folder(tmp_path):
    """Frames of one parser, values of it and of another, and a test of both."""
    gold = treebank([SENTENCE])
    text = Text.of("t", ["dev", ""], {Subject("mst"): [Fold(gold, gold)]})
    write_text(tmp_path / "words.npz", text)
    return tmp_path


def found(folder, right_of_mst):
    keys = [Key("t", "dev", system, metric="las") for system in ("mst", "eisner")]
    write_values(folder / "scores.csv", [key.value("las", 1, 2) for key in keys])
    made = pairwise("t", "las", "mst", "eisner", 3, 5, 0.5)
    made = made.__class__(**{**vars(made), "correct_a": right_of_mst, "correct_b": 1, "total": 2})
    write_tests(folder / "tests.csv", [made])
    files = [folder / "words.npz"], [], [folder / "scores.csv"], [folder / "tests.csv"]
    values, tests = on_demand(Values(), [], *files)
    return [values.find(key).numerator for key in keys], tests.find(*keys)


def test_values_are_computed_from_frames_or_else_read(folder):
    assert found(folder, 2)[0] == [2, 1]


def test_a_stored_test_of_an_earlier_parse_is_left_out(folder):
    assert found(folder, 2)[1].p_mcnemar == 0.5
    assert found(folder, 1)[1] is None
