"""What was stored comes back; what was changed, cut or never ours is one clear error."""

import io
import tracemalloc
import zipfile

import numpy as np
import pytest

from nonproj.errors import NonprojError
from nonproj.parsers import model_files as archive
from nonproj.parsers.model_files import read_archive, write_archive

CONTENT = {"name": "ä", "values": [1, 2]}
ARRAYS = {"a": np.arange(12, dtype=np.int32).reshape(3, 4), "b.c": np.zeros(0), "d": np.ones(1000)}


@pytest.fixture
def stored(tmp_path):
    path = tmp_path / "model.npz"
    write_archive(path, CONTENT, ARRAYS)
    return path


def test_content_and_arrays_are_read_from_a_model_file_as_written(stored):
    content, arrays = read_archive(stored)
    assert content == CONTENT
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(arrays[name], array)


def test_a_model_file_has_the_same_bytes_on_any_day(stored, tmp_path):
    write_archive(tmp_path / "again.npz", CONTENT, ARRAYS)
    assert (tmp_path / "again.npz").read_bytes() == stored.read_bytes()
    with zipfile.ZipFile(stored) as members:
        assert {member.date_time[:3] for member in members.infolist()} == {(1980, 1, 1)}


@pytest.mark.parametrize("keep", [0, 1, 100, 2000, -1, -30])
def test_a_truncated_model_file_is_refused(stored, keep):
    stored.write_bytes(stored.read_bytes()[:keep])
    with pytest.raises(NonprojError, match=r"model\.npz: .*(damaged|not a model)"):
        read_archive(stored)


def test_a_changed_byte_of_a_model_file_is_noticed_or_harmless(stored):
    original = stored.read_bytes()
    for place in range(0, len(original), 41):
        changed = bytearray(original)
        changed[place] ^= 0x55
        stored.write_bytes(bytes(changed))
        try:
            content, arrays = read_archive(stored)
        except NonprojError:
            continue
        assert content == CONTENT
        assert all(np.array_equal(arrays[name], array) for name, array in ARRAYS.items())


def npz(**arrays):
    np.savez(stream := io.BytesIO(), **arrays)
    return stream.getvalue()


FOREIGN = (b"", b"not a zip", b"PK\x03\x04 no zip either", npz(x=np.ones(3)))
PICKLE = npz(header=np.array([{"a": 1}], dtype=object))


@pytest.mark.parametrize("foreign", [*FOREIGN, PICKLE])
def test_a_missing_foreign_or_pickled_model_file_is_refused(tmp_path, foreign):
    path = tmp_path / "other"
    path.write_bytes(foreign)
    with pytest.raises(NonprojError, match="not a model file"):
        read_archive(path)
    with pytest.raises(NonprojError, match="No such file"):
        read_archive(tmp_path / "nothing.npz")


def rewritten(stored, packing=zipfile.ZIP_STORED, **members):
    """The path of the same archive packed in another way, or with other members."""
    path = stored.with_name("other.npz")
    with zipfile.ZipFile(stored) as plain, zipfile.ZipFile(path, "w", packing) as other:
        for name in plain.namelist():
            other.writestr(name, members.get(name.removesuffix(".npy"), plain.read(name)))
    return path


def test_a_model_file_with_compressed_members_is_refused(stored):
    with pytest.raises(NonprojError, match="not a model file"):
        read_archive(rewritten(stored, zipfile.ZIP_DEFLATED))


def test_a_model_file_of_another_version_asks_for_new_training(stored, monkeypatch):
    monkeypatch.setattr(archive, "FORMAT", "nonproj model 0")
    with pytest.raises(NonprojError, match=r"another version .*train it again"):
        read_archive(stored)


@pytest.mark.parametrize(
    "head",
    [
        {"shape": (10**12,)},
        {"shape": (10**6, 10**6)},
        {"shape": (3,), "fortran_order": True},
        {"shape": (1,), "descr": "|O"},
        {"shape": (1,), "descr": [("x", "<f4" + " " * 1000)]},
    ],
)
def test_arrays_that_differ_from_their_header_take_no_memory(head, stored):
    member = io.BytesIO()
    default = {"descr": "<f8", "fortran_order": False}
    np.lib.format.write_array_header_1_0(member, default | head)
    member.write(bytes(24))
    path = rewritten(stored, d=member.getvalue())
    tracemalloc.start()
    with pytest.raises(NonprojError, match="not a model file, or damaged"):
        read_archive(path)
    assert tracemalloc.get_traced_memory()[1] < 1e6
    tracemalloc.stop()


def test_a_lack_of_memory_for_a_model_is_reported_as_such(stored, monkeypatch):
    def read(*_):
        raise MemoryError

    monkeypatch.setattr(zipfile.ZipFile, "read", read)
    with pytest.raises(NonprojError, match=r"model\.npz: there is not enough memory"):
        read_archive(stored)
