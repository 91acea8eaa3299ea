"""What was stored comes back; what was changed, cut or never ours is one clear error."""

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


def test_round_trip(stored):
    content, arrays = read_archive(stored)
    assert content == CONTENT
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(arrays[name], array)


def test_same_content_same_bytes(stored, tmp_path):
    write_archive(tmp_path / "again.npz", CONTENT, ARRAYS)
    assert (tmp_path / "again.npz").read_bytes() == stored.read_bytes()


@pytest.mark.parametrize("keep", [0, 1, 100, 2000, -1, -30])
def test_truncated(stored, keep):
    stored.write_bytes(stored.read_bytes()[:keep])
    with pytest.raises(NonprojError, match=r"model\.npz: .*(damaged|not a model)"):
        read_archive(stored)


def test_every_changed_byte_is_noticed_or_harmless(stored):
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


@pytest.mark.parametrize("foreign", [b"", b"not a zip", b"PK\x03\x04 no zip either"])
def test_foreign_file(tmp_path, foreign):
    path = tmp_path / "other"
    path.write_bytes(foreign)
    with pytest.raises(NonprojError, match="not a model file"):
        read_archive(path)


def test_foreign_archive(tmp_path):
    np.savez(tmp_path / "other.npz", x=np.ones(3))
    with pytest.raises(NonprojError, match="not a model file"):
        read_archive(tmp_path / "other.npz")


def test_a_file_of_another_version_is_to_be_trained_again(stored, monkeypatch):
    monkeypatch.setattr(archive, "FORMAT", "nonproj model 0")
    with pytest.raises(NonprojError, match=r"another version .*train it again"):
        read_archive(stored)


def test_pickles_are_not_opened(tmp_path):
    np.savez(tmp_path / "evil.npz", header=np.array([{"a": 1}], dtype=object))
    with pytest.raises(NonprojError, match="not a model file"):
        read_archive(tmp_path / "evil.npz")


def test_missing_file(tmp_path):
    with pytest.raises(NonprojError, match="No such file"):
        read_archive(tmp_path / "nothing.npz")
