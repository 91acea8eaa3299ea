"""Outputs appear completely or not at all, and only where a path leads."""

import errno
import os
import stat
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from nonproj.data.files import atomic_path, atomic_write, check_output
from nonproj.errors import NonprojError


def fail_halfway(path):
    with atomic_path(path) as scratch:
        scratch.write_text("half of the new")
        raise ZeroDivisionError


def test_an_atomic_write_replaces_a_file_only_when_it_is_complete(tmp_path):
    path = tmp_path / "new" / "out.npz"
    with atomic_path(path) as scratch:
        scratch.write_bytes(b"new")
        assert scratch.suffix == ".npz"
        assert not path.exists()
    assert path.read_bytes() == b"new"
    with pytest.raises(ZeroDivisionError):
        fail_halfway(path)
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_an_atomic_write_flushes_the_file_then_renames_it_and_flushes_the_folder(
    tmp_path, monkeypatch
):
    path, flush, seen = tmp_path / "out", os.fsync, []
    atomic_write(path, "old")

    def recorded(descriptor):
        flush(descriptor)
        seen.append((os.readlink(f"/proc/self/fd/{descriptor}"), path.read_text()))

    monkeypatch.setattr(os, "fsync", recorded)
    atomic_write(path, "new")
    (scratch, before), (folder, after) = seen
    assert (Path(scratch).parent, before) == (tmp_path, "old")
    assert (Path(folder), after) == (tmp_path, "new")


def test_a_folder_that_cannot_be_flushed_does_not_stop_a_write(tmp_path, monkeypatch):
    def refuse(descriptor):
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuse)
    atomic_write(tmp_path / "out", "new")
    assert (tmp_path / "out").read_text() == "new"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_an_atomic_write_names_a_full_device():
    with pytest.raises(NonprojError, match=r"^/dev/full: No space left on device$"):
        atomic_write("/dev/full", "new")


def test_a_new_file_gets_permissions_of_the_mask_and_an_old_one_keeps_its_own(tmp_path):
    path, old = tmp_path / "out", os.umask(0o027)
    try:
        atomic_write(path, "ö")
    finally:
        os.umask(old)
    assert path.stat().st_mode & 0o777 == 0o640
    assert path.read_bytes() == "ö".encode()
    for mode in (0o640, 0o600, 0o664, 0o755):
        path.chmod(mode)
        atomic_write(path, f"new {mode}")
        assert path.stat().st_mode & 0o777 == mode
        assert path.read_text() == f"new {mode}"


@contextmanager
def reading(pipe):
    """Collects the bytes that a reader in another thread gets from a pipe."""
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # does not wait for the other end
    os.set_blocking(end, True)
    keeper = os.open(pipe, os.O_WRONLY)  # for as long as the block lasts, nothing is the end
    got = []
    with open(end, "rb") as stream:
        reader = threading.Thread(target=lambda: got.append(stream.read()))
        reader.start()
        try:
            yield got
        finally:
            os.close(keeper)
            reader.join()


def test_a_pipe_is_not_replaced_and_its_reader_gets_all_bytes_or_none(tmp_path):
    """A link to a pipe is a pipe, too."""
    pipe, link = tmp_path / "pipe", tmp_path / "link.npz"
    os.mkfifo(pipe, 0o600)
    data = bytes(range(256)) * 4096  # more than a pipe holds
    with reading(pipe) as got:
        atomic_write(pipe, data)
    assert got == [data]
    assert list(tmp_path.iterdir()) == [pipe]
    link.symlink_to(pipe)
    with reading(pipe) as got, atomic_path(link) as scratch:
        assert scratch.suffix == ".npz"
        scratch.write_bytes(b"new")
    assert got == [b"new"]
    with reading(pipe) as got, pytest.raises(ZeroDivisionError):
        fail_halfway(pipe)
    assert got == [b""]
    assert link.is_symlink()
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("there", [True, False])
def test_writing_to_a_link_replaces_its_target_and_keeps_the_link(tmp_path, there):
    place, target = tmp_path / "place", tmp_path / "elsewhere" / "target"
    for folder in (place, target.parent):
        folder.mkdir()
    if there:
        target.write_text("old")
        target.chmod(0o640)
    first, second = place / "first", place / "second"
    first.symlink_to("../elsewhere/target")
    second.symlink_to("first")
    atomic_write(second, "new")
    assert (first.is_symlink(), second.is_symlink()) == (True, True)
    assert target.read_text() == "new"
    assert not there or target.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in target.parent.iterdir()] == ["target"]


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_both_names_of_standard_output_write_to_it(tmp_path, capfdbinary, name):
    atomic_write(name, "ö")
    atomic_write(name, b"2")
    assert capfdbinary.readouterr().out == "ö2".encode()


def test_a_path_that_cannot_be_written_is_named_as_the_user_wrote_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkdir("folder")
    atomic_write("file", "old")
    os.symlink("loop", "loop")
    os.symlink("folder", "link")
    for path, complaint in {
        "folder": "is a folder",
        "link": "is a folder",
        "file/x": "file is not a folder",
        "file/x/y": "file is not a folder",
        "loop": "points back to itself",
    }.items():
        for attempt in (check_output, lambda path: atomic_write(path, "new")):
            with pytest.raises(NonprojError, match=f"^{path}: .*{complaint}"):
                attempt(path)
    long = "x" * 300
    with pytest.raises(NonprojError, match=f"^{long}: File name too long"):
        atomic_write(long, "new")
    assert {p.name for p in tmp_path.iterdir()} == {"folder", "file", "loop", "link"}
    assert (tmp_path / "file").read_text() == "old"


@pytest.mark.parametrize(
    ("path", "place"), [("file", "file"), ("new", "."), ("new/x", "."), ("folder/a/b", "folder")]
)
def test_a_path_without_permission_to_write_is_refused(tmp_path, monkeypatch, path, place):
    """The system's answer is staged: root may write everywhere."""
    monkeypatch.chdir(tmp_path)
    atomic_write("file", "old")
    os.mkdir("folder")
    protected = os.path.realpath(place)
    monkeypatch.setattr(os, "access", lambda asked, _: os.path.realpath(asked) != protected)
    with pytest.raises(NonprojError, match=f"^{path}: no permission to write to "):
        check_output(path)


def test_check_output_creates_no_file(tmp_path):
    for path in ("-", "/dev/stdout", tmp_path / "new", tmp_path / "a" / "b"):
        check_output(path)
    assert list(tmp_path.iterdir()) == []
