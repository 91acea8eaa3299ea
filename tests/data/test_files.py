"""Outputs appear whole or not at all."""

import os

import pytest

from nonproj.data.files import atomic_path, atomic_write


def fail_halfway(path):
    with atomic_path(path) as scratch:
        scratch.write_text("half of the new")
        raise ZeroDivisionError


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "out.npz"
    atomic_write(path, "old")
    with pytest.raises(ZeroDivisionError):
        fail_halfway(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_file_appears_at_the_end_of_the_block(tmp_path):
    path = tmp_path / "new" / "out.npz"
    with atomic_path(path) as scratch:
        scratch.write_bytes(b"new")
        assert scratch.suffix == ".npz"
        assert not path.exists()
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_others_may_read_what_the_mask_lets_them(tmp_path):
    old = os.umask(0o027)
    try:
        atomic_write(tmp_path / "out", "ö")
    finally:
        os.umask(old)
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "out").read_bytes() == "ö".encode()
