"""A model file is data that nobody trusts: what kernels rely on is checked when it is loaded."""

import zipfile

import numpy as np
import pytest

from fuzz import models as fuzz
from nonproj.errors import NonprojError
from nonproj.learners.registry import LEARNERS
from nonproj.parsers.families import FAMILIES, load_model, model_of, variant_named
from nonproj.parsers.model_files import read_archive, write_archive


@pytest.fixture(scope="module")
def stored():
    """stored("mst") -> content and arrays of its small model."""
    files = {content["variant"]: (content, arrays) for _, content, arrays in fuzz.model_files()}
    return files.__getitem__


def put(index, value):
    def edit(array):
        array[index] = value
        return array

    return edit


MBL, TL = "arc-standard+head@mbl", "arc-standard+head@tl-typeacc-svm2-mbl"
EDITS = [
    ("mst", "filter.labels", put(0, 2**31 - 1), "'filter.labels': value 2147483647 at"),
    ("mst", "filter.labels", put(-1, -1), "expected 0 or more"),
    ("mst", "filter.begin", put(1, 0), "a pair of tags has no label"),
    ("mst", "filter.begin", put(1, 10**9), "does not rise"),
    ("mst", "places", put(0, 2**30), "expected less than"),
    ("mst", "weights", put(0, np.nan), "not finite"),
    ("mst", "weights", lambda a: a.astype(np.float64), "float64 in 1 dimensions; expected float32"),
    ("mst", "seen", lambda a: a[:-1], "expected 16"),
    ("eisner", "seen", lambda a: a[:, None], "in 2 dimensions; expected uint64 in 1"),
    (MBL, "classifier.votes", put((0, 0), 10**8), "'votes': value 100000000 at"),
    (MBL, "classifier.votes", put((0, 0), -500), "expected 0 or more"),
    (MBL, "classifier.start", put(-1, 10**6), "does not rise from 0"),
    (MBL, "classifier.order", put(0, 1000), "'order'"),
    (MBL, "classifier.rank", lambda a: a[:-1], "dimensions"),
    (TL, "weights", put((0, 0), -1), "expected 0 or more"),
    (TL, "member1.classifier.votes", put((0, 0), -500), "expected 0 or more"),
    ("attardi", "actions.move", put(0, 60), "expected less than 10"),
    ("attardi", "actions.move", put(-1, 0), "ascending order"),
    ("attardi", "actions.coarse", put(0, 1), "moves that add arcs only"),
    ("attardi", "template", put(0, 2**31 - 1), "expected less than"),
    ("attardi", "merges.keys", put(slice(None), 7), "keys in"),
    ("attardi", "merges.keys", lambda a: a[:-1], "merges.ids"),
    ("attardi", "merges.ids", put(slice(None), 10**6), "beyond the"),
    ("attardi", "classifier.single_columns", put(0, 999), "expected less than"),
    ("attardi", "classifier.single_counts", put(0, 999), "its sum is not"),
    ("attardi", "classifier.bias", lambda a: a[:0], "dimensions"),
    ("arc-eager+head@libsvm", "classifier.machine0.ids", put(0, 10**6), "expected less than"),
    ("arc-eager+head@libsvm", "classifier.machine0.starts", put(1, -1), "does not rise"),
    ("arc-eager+head@libsvm", "classifier.machine0.n_support", put(0, 0), "disagree"),
    ("arc-eager+head@libsvm", "classifier.kernel", put(0, np.inf), "not finite"),
]


@pytest.mark.parametrize(("name", "array", "edit", "message"), EDITS)
def test_an_array_that_kernels_could_not_rely_on_is_refused(
    name, array, edit, message, stored, tmp_path
):
    content, arrays = stored(name)
    write_archive(tmp_path / "m.npz", content, arrays | {array: edit(arrays[array].copy())})
    with pytest.raises(NonprojError, match=r"m\.npz: ") as caught:
        load_model(tmp_path / "m.npz")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"labels": []}, "labels"),
        ({"labels": ["a\tb"]}, "cannot be a label"),
        ({"root-mode": 7}, "root-mode: 7"),
        ({"variant": "mst"}, "variant 'mst' in a model of kind 'transition'"),
        ({"variant": "attardi@svm3"}, "svm3"),
        ({"variant": ["attardi"]}, "variant ['attardi'] in a model of kind 'transition'"),
        ({"kind": "voting"}, "variant 'attardi' in a model of kind 'voting'"),
        ({"default-labels": [0, 1000]}, "default labels"),
        ({"columns": []}, "0 columns; expected 5"),
        ({"steps": {"x": {}}}, "states of steps"),
        ({"features": {"description": "x", "nodes": {"s0": ["colour"]}}}, "colour"),
        ({"surplus": 1}, "surplus"),
    ],
)
def test_a_header_that_training_does_not_write_is_refused(change, message, stored):
    content, arrays = stored("attardi")
    with pytest.raises(NonprojError) as caught:
        model_of(content | change, arrays)
    assert message in str(caught.value)


def test_missing_and_unknown_arrays_are_named(stored):
    content, arrays = stored("mst")
    without = {name: array for name, array in arrays.items() if name != "places"}
    with pytest.raises(NonprojError, match="'places' is missing"):
        model_of(content, without)
    with pytest.raises(NonprojError, match="'extra' is not known"):
        model_of(content, arrays | {"extra": arrays["places"]})


def test_compressed_members_are_not_unpacked(stored, tmp_path):
    content, arrays = stored("mst")
    write_archive(tmp_path / "m.npz", content, arrays)
    with (
        zipfile.ZipFile(tmp_path / "m.npz") as plain,
        zipfile.ZipFile(tmp_path / "packed.npz", "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for name in plain.namelist():
            packed.writestr(name, plain.read(name))
    with pytest.raises(NonprojError, match="not a model file"):
        read_archive(tmp_path / "packed.npz")


def test_every_family_and_learner_is_fuzzed():
    """But neural parsers, which are compiled anew for each model; see `test_neural_parsers`."""
    variants = [variant_named(name) for name in fuzz.VARIANTS]
    assert {variant.family for variant in variants} == {family.name for family in FAMILIES} - {
        "neural"
    }
    assert {*LEARNERS} <= {variant.learner for variant in variants}


def test_random_changes_end_in_one_line_or_in_a_parse():
    outcomes = [fuzz.run_case(number) for number in range(10**6, 10**6 + 200)]
    assert {*outcomes} == {"accepted", "refused"}
