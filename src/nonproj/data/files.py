"""Outputs appear whole or not at all: files, and what else a path may lead to."""

import os
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from nonproj.errors import NonprojError

STANDARD_STREAM = "-"
STANDARD_OUTPUT = (STANDARD_STREAM, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


@contextmanager
def atomic_path(path: str | Path) -> Iterator[Path]:
    """A scratch path whose content becomes that of `path` once the block has ended without error.

    It keeps the suffix, by which some writers choose a format or add one. A symbolic link stays
    and leads to the new file; a file that was there hands on its permissions. Devices and pipes
    stay as well, see `_pour`."""
    check_output(path)
    if _is_stream(path):
        with TemporaryDirectory() as folder:
            scratch = Path(folder, f"output{Path(path).suffix}")
            yield scratch
            _pour(scratch.read_bytes(), path)
        return
    target = Path(os.path.realpath(path))
    scratch = target.with_name(f".{target.name}.{secrets.token_hex(8)}.part{target.suffix}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield scratch
        if target.exists():
            shutil.copymode(target, scratch)
        os.replace(scratch, target)
    except OSError as error:
        if error.filename != str(scratch):
            raise
        raise NonprojError(f"{path}: {error.strerror}") from error
    finally:
        if os.path.lexists(scratch):  # False, too, where its name is more than the system takes
            scratch.unlink()


def atomic_write(path: str | Path, content: bytes | str) -> None:
    """To a file, a device, a pipe, or to standard output where the path is `-`."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    with atomic_path(path) as scratch:
        scratch.write_bytes(data)


def check_output(path: str | Path) -> None:
    """NonprojError, with the path as the user wrote it, where nothing can be written to it."""
    if str(path) in STANDARD_OUTPUT:
        return
    target = os.path.realpath(path)
    if os.path.islink(target):
        raise NonprojError(f"{path}: a symbolic link that leads back to itself")
    if os.path.isdir(target):
        raise NonprojError(f"{path}: is a folder; expected the path of a file")
    if os.path.exists(path):
        _require_writable(path, path, os.W_OK)
    if _is_stream(path):
        return
    folder = next(place for place in Path(target).parents if os.path.lexists(place))
    if not folder.is_dir():
        raise NonprojError(f"{path}: {folder} is not a folder, nothing can be written below it")
    _require_writable(path, folder, os.W_OK | os.X_OK)


def _require_writable(path: str | Path, place: str | Path, mode: int) -> None:
    if not os.access(place, mode):
        raise NonprojError(f"{path}: you may not write to {place}")


def _is_stream(path: str | Path) -> bool:
    """Standard output, or something that is there and neither a file nor a folder."""
    if str(path) in STANDARD_OUTPUT:
        return True
    if not os.path.exists(path):
        return False
    mode = os.stat(path).st_mode  # of what links lead to
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _pour(data: bytes, path: str | Path) -> None:
    """Not atomic: a device or a pipe is a place that others hold open, not a name to be taken.

    A file renamed to it would destroy the device and leave the pipe's reader waiting. Nothing is
    written before everything is there, but a write that fails may have got halfway."""
    if str(path) in STANDARD_OUTPUT:  # opened by name, a redirected one would be written over
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with open(path, "wb") as stream:
        stream.write(data)
