"""Vectors of words: read from both kinds of files, or one line says what is wrong with them."""

import gzip
import lzma

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank
from nonproj.data.vectors import with_vectors
from nonproj.errors import NonprojError
from nonproj.memory import most_memory

TEXT = "1\tThe\t_\t_\t_\t_\t2\tdet\t_\t_\n2\tcat\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
OTHER = "1\tunknown\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
LINES = "3 2\nthe 3 4\nwrong x y z\ncat 0 -5\n"
THE, CAT = [0.6 * 2**0.5, 0.8 * 2**0.5], [0, -(2**0.5)]


@pytest.fixture
def treebank():
    return parse_treebank((TEXT + OTHER).encode(), name="folder/small.conllu")


@pytest.mark.parametrize(("ending", "opened"), [("", open), (".gz", gzip.open), (".xz", lzma.open)])
def test_vectors_of_forms(treebank, tmp_path, ending, opened):
    path = tmp_path / f"vectors.txt{ending}"
    with opened(path, "wb") as file:
        file.write(LINES.encode())
    found = with_vectors(treebank, path).vectors
    np.testing.assert_allclose(found, [[0, 0], THE, CAT, [0, 0], [0, 0]], rtol=1e-6)


def test_a_form_goes_before_its_lower_case(treebank, tmp_path):
    (tmp_path / "v").write_text("the 1 0\nThe 0 1\n")
    np.testing.assert_allclose(with_vectors(treebank, tmp_path / "v").vectors[1], [0, 2**0.5])


def test_vectors_of_words(treebank, tmp_path):
    vectors = np.array([[3, 4], [0, -5], [0, 0]])
    np.savez(tmp_path / "v.npz", small=vectors, other=vectors[:1])
    found = with_vectors(treebank, tmp_path / "v.npz").vectors
    np.testing.assert_allclose(found, [[0, 0], THE, CAT, [0, 0], [0, 0]], rtol=1e-6)


def test_vectors_follow_their_sentences(treebank, tmp_path):
    (tmp_path / "v").write_text(LINES)
    both = with_vectors(treebank, tmp_path / "v")
    np.testing.assert_array_equal(both.select([1, 0]).vectors, both.vectors[[3, 4, 0, 1, 2]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "v: no vector for any word of folder/small.conllu"),
        ("the\n", "v:1: expected a word and its numbers"),
        ("the 1 2\ncat 1\n", "v:2: 1 numbers; expected 2"),
        ("the 1 x\n", "v:1: could not convert"),
        ("the 1 nan\n", "v:1: expected a word and its numbers"),
    ],
)
def test_a_line_that_is_no_vector_is_named(treebank, tmp_path, text, message):
    (tmp_path / "v").write_text(text)
    with pytest.raises(NonprojError, match=message):
        with_vectors(treebank, tmp_path / "v")


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"other": np.ones((3, 2))}, "no array 'small' for folder/small.conllu; it has other"),
        ({"small": np.ones((2, 2))}, r"small: an array \[2, 2\]; expected \[3, size\]"),
        ({"small": np.ones(3)}, r"an array \[3\]; expected"),
        ({"small": np.full((3, 2), np.inf)}, "not all numbers are finite"),
        ({"small": np.full((3, 2), "x")}, "small: could not convert"),
    ],
)
def test_an_array_that_is_not_of_the_words(treebank, tmp_path, arrays, message):
    np.savez(tmp_path / "v.npz", **arrays)
    with pytest.raises(NonprojError, match=message):
        with_vectors(treebank, tmp_path / "v.npz")


@pytest.mark.parametrize("name", ["v.npz", "v.gz", "v.xz", "missing"])
def test_a_file_that_cannot_be_read(treebank, tmp_path, name):
    if name != "missing":
        (tmp_path / name).write_bytes(b"PK no such file")
    with pytest.raises(NonprojError, match=name):
        with_vectors(treebank, tmp_path / name)


def test_a_large_file_is_not_kept(treebank, tmp_path):
    """Lines of other words are forgotten: memory does not grow with the file."""
    with (tmp_path / "v").open("w") as file:
        for number in range(200_000):
            file.write(f"word{number} {'0.12345 ' * 40}\n")
        file.write("the 1 0\n")
    before = most_memory()
    with_vectors(treebank, tmp_path / "v")
    assert most_memory() - before < 20e6
