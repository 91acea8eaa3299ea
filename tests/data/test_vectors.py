"""Vectors of words: read from both kinds of files, or one line says what is wrong with them."""

import gzip
import io
import lzma
import zipfile

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank
from nonproj.data.vectors import with_vectors
from nonproj.errors import NonprojError
from nonproj.machine import most_memory

TEXT = "1\tThe\t_\t_\t_\t_\t2\tdet\t_\t_\n2\tcat\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
OTHER = "1\tunknown\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
LINES = "3 2\nthe 3 4\nwrong x y z\ncat 0 -5\n"
THE, CAT = [0.6 * 2**0.5, 0.8 * 2**0.5], [0, -(2**0.5)]
FOUND = [[0, 0], THE, CAT, [0, 0], [0, 0]]


@pytest.fixture
def treebank():
    return parse_treebank((TEXT + OTHER).encode(), name="folder/small.conllu")


@pytest.mark.parametrize(("ending", "opened"), [("", open), (".gz", gzip.open), (".xz", lzma.open)])
def test_vectors_of_forms_are_read_and_selected_with_their_sentences(
    treebank, tmp_path, ending, opened
):
    path = tmp_path / f"vectors.txt{ending}"
    with opened(path, "wb") as file:
        file.write(LINES.encode())
    both = with_vectors(treebank, path)
    np.testing.assert_allclose(both.vectors, FOUND, rtol=1e-6)
    np.testing.assert_array_equal(both.select([1, 0]).vectors, both.vectors[[3, 4, 0, 1, 2]])


@pytest.mark.parametrize("order", ["C", "F"])
def test_vectors_of_words_are_read_from_an_array_in_either_order(treebank, tmp_path, order):
    """Rows may be stored one after the other, or columns."""
    vectors = np.array([[3, 4], [0, -5], [0, 0]], order=order)
    np.savez(tmp_path / "v.npz", small=vectors, other=vectors[:1])
    found = with_vectors(treebank, tmp_path / "v.npz").vectors
    np.testing.assert_allclose(found, FOUND, rtol=1e-6)


def test_vectors_of_words_may_be_an_array_for_each_sentence(treebank, tmp_path):
    """As UDPipe 2 writes them: arr_0, arr_1, ... without an ending, in 16 bits."""
    arrays = {"arr_0": np.array([[3, 4], [0, -5]], np.float16), "arr_1": np.zeros((1, 2))}
    with zipfile.ZipFile(tmp_path / "small.npz", "w") as archive:
        for name, array in arrays.items():
            with archive.open(name, "w") as stream:
                np.save(stream, array)
    for path in (tmp_path / "small.npz", tmp_path):  # a folder has a file for each text
        np.testing.assert_allclose(with_vectors(treebank, path).vectors, FOUND, rtol=1e-3)
    with pytest.raises(NonprojError, match=r"arr_0: an array \[2, 2\]; expected \[1, size\]"):
        with_vectors(treebank.select([1, 0]), tmp_path)
    one = treebank.select([0])
    with pytest.raises(NonprojError, match="not one for each of its 1 sentences; it has arr_0, a"):
        with_vectors(one, tmp_path)
    np.savez(tmp_path / "small.npz", arr_0=np.ones((2, 2)), arr_1=np.ones((1, 3)))
    with pytest.raises(NonprojError, match=r"small\.npz: vectors of different sizes"):
        with_vectors(treebank, tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "v: no vector for any word of folder/small.conllu"),
        ("the\n", "v:1: expected a word and its numbers"),
        ("the 1 2\ncat 1\n", "v:2: 1 numbers; expected 2"),
        ("the 1 x\n", "v:1: could not convert"),
        ("the 1 nan\n", "v:1: expected a word and its numbers"),
        ({"other": np.ones((3, 2))}, "no array 'small' for .*; it has other"),
        ({"small": np.ones((2, 2))}, r"small: an array \[2, 2\]; expected \[3, size\]"),
        ({"small": np.ones(3)}, r"an array \[3\]; expected"),
        ({"small": np.full((3, 2), np.inf)}, "not all numbers are finite"),
        ({"small": np.full((3, 2), "x")}, "small: an array of <U1; expected numbers"),
        ({"small": np.full((3, 2), 1j)}, "small: an array of complex128; expected numbers"),
        ({"small": np.full((3, 2), True)}, "small: an array of bool; expected numbers"),
        ({"small": np.zeros((3, 2), "M8[D]")}, "an array of datetime64.D.; expected numbers"),
        ({"small": np.zeros((3, 2), "f4,f4")}, "expected numbers"),
        ({"small": np.full((3, 2), None)}, "an array of object; expected numbers"),
        ({"small": np.zeros((3, 65_537), "i1")}, r"\[3, 65537\]; .* a size of at most 65536"),
    ],
)
def test_lines_and_arrays_that_are_no_vectors_of_the_words_are_refused(
    treebank, tmp_path, content, message
):
    path = tmp_path / ("v" if isinstance(content, str) else "v.npz")
    path.write_text(content) if isinstance(content, str) else np.savez(path, **content)
    with pytest.raises(NonprojError, match=message):
        with_vectors(treebank, path)


def test_a_missing_file_of_vectors_is_named(treebank, tmp_path):
    with pytest.raises(NonprojError, match="missing"):
        with_vectors(treebank, tmp_path / "missing")


def with_header(shape: str) -> bytes:
    """Return an .npz file with 24 bytes of numbers whose header states a shape of its own."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}".encode()
    array = b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header + bytes(24)
    with zipfile.ZipFile(stream := io.BytesIO(), "w") as archive:
        archive.writestr("small.npy", array)
    return stream.getvalue()


def with_changes(data: bytes, **changes: bytes) -> bytes:
    """Return the file with a few bytes replaced, each given by its place as `at_PLACE`."""
    for name, change in changes.items():
        place = int(name.removeprefix("at_"))
        data = data[:place] + change + data[place + len(change) :]
    return data


def zipped(shape: tuple[int, ...] = (3, 2)) -> bytes:
    np.savez_compressed(stream := io.BytesIO(), small=np.zeros(shape, np.float32))
    return stream.getvalue()


def of_member(data: bytes, place: int, change: bytes) -> bytes:
    """Return an archive with bytes replaced in its only entry, in both of its descriptions."""
    other = data.index(b"PK\1\2") + place + 2
    return with_changes(data, **{f"at_{place}": change, f"at_{other}": change})


DAMAGED = {
    **{f"nothing.{ending}": b"PK no such file" for ending in ("npz", "gz", "xz")},
    "byte.gz": with_changes(gzip.compress(b"abc def\n" * 5000), at_20=b"\xff"),
    "cut.xz": lzma.compress(LINES.encode())[:-20],
    "byte.npz": with_changes(zipped(), at_70=b"\xff\xff"),
    "password.npz": of_member(zipped(), 6, b"\1"),
    "method.npz": of_member(zipped(), 8, b"\x63"),
    "unbalanced.npz": with_header("(3, (2"),
    "truth.npz": with_header("(True, True)"),
    "huge.npz": with_header(f"({10**99}, {10**99})"),
    "claim.npz": with_header("(3, 1000000000)"),
    "less.npz": with_header("(3, 3)"),
    "more.npz": with_header("(3, 1)"),
    "line.gz": gzip.compress(b"the " + b"1" * 3_000_000),
    "numbers.gz": gzip.compress(b"the" + b" 1" * 65_537),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_of_vectors_is_refused_in_one_line_with_little_memory(
    treebank, tmp_path, name
):
    (tmp_path / name).write_bytes(DAMAGED[name])
    before = most_memory()
    with pytest.raises(NonprojError, match=name) as error:
        with_vectors(treebank, tmp_path / name)
    assert "\n" not in str(error.value)
    assert "pickle" not in str(error.value)
    assert most_memory() - before < 50e6


def test_vectors_that_exceed_the_memory_of_the_machine_are_refused(treebank, tmp_path, monkeypatch):
    monkeypatch.setattr("nonproj.machine.machine_memory", lambda: 100_000)
    (tmp_path / "v.npz").write_bytes(zipped((3, 10_000)))
    with pytest.raises(NonprojError, match=r"small: a vector of 10000 numbers .* takes 0.0 GB"):
        with_vectors(treebank, tmp_path / "v.npz")
    (tmp_path / "v").write_text("the" + 10_000 * " 1")
    with pytest.raises(NonprojError, match=r"v:1: a vector of 10000 numbers for each word"):
        with_vectors(treebank, tmp_path / "v")


def test_a_lack_of_memory_for_vectors_is_reported_in_one_line(treebank, tmp_path, monkeypatch):
    def no_memory(*_):
        raise MemoryError

    monkeypatch.setattr("nonproj.data.vectors._of_forms", no_memory)
    with pytest.raises(NonprojError, match="v: there is not enough memory for the vectors"):
        with_vectors(treebank, tmp_path / "v")


@pytest.mark.parametrize(
    ("lines", "vector"),
    [
        ("the 3e-30 4e-30\n", THE),  # very small and very large ones are scaled, too
        ("the 3e30 4e30\n", THE),
        ("the 1 0\nThe 0 1\n", [0, 2**0.5]),  # a form goes before its lower case
    ],
)
def test_a_vector_is_scaled_and_that_of_the_form_before_its_lower_case(
    treebank, tmp_path, lines, vector
):
    (tmp_path / "v").write_text(lines)
    found = with_vectors(treebank, tmp_path / "v").vectors[1]
    np.testing.assert_allclose(found, vector, rtol=1e-6)


def test_a_large_file_of_vectors_is_not_kept_in_memory(treebank, tmp_path):
    """Lines of other words are forgotten: memory does not grow with the file."""
    with (tmp_path / "v").open("w") as file:
        for number in range(200_000):
            file.write(f"word{number} {'0.12345 ' * 40}\n")
        file.write("the 1 0\n")
    before = most_memory()
    with_vectors(treebank, tmp_path / "v")
    assert most_memory() - before < 20e6
