"""Atomic writing of files, and direct writing to devices and pipes."""

import json
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from nonproj.errors import NonprojError
from nonproj.machine import flush

STANDARD_STREAM = "-"
STANDARD_OUTPUT = (STANDARD_STREAM, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


@contextmanager
def atomic_path(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path; the file there replaces `path` if the block ends without an error.

    The temporary path has the same suffix as `path`, because some writers choose their format by
    suffix. A symbolic link is kept and points to the new file, which inherits the permissions of
    the old one. Devices and pipes are also kept (see `_pour`)."""
    check_output(path)
    if _is_stream(path):
        with TemporaryDirectory() as folder, errors_name(folder):
            scratch = Path(folder, f"output{Path(path).suffix}")
            yield scratch
            _pour(scratch.read_bytes(), path)
        return
    target = Path(os.path.realpath(path))
    scratch = target.with_name(f".{target.name}.{secrets.token_hex(8)}.part{target.suffix}")
    try:
        with errors_name(path, scratch):
            target.parent.mkdir(parents=True, exist_ok=True)
            yield scratch
            move_into_place(scratch, target)
    finally:
        if os.path.lexists(scratch):  # also False if the name is too long for the system
            scratch.unlink()


def write_json(path: str | Path, content: object) -> None:
    """Write a value as indented JSON."""
    atomic_write(path, json.dumps(content, indent=2) + "\n")


def move_into_place(scratch: Path, target: Path) -> None:
    """Rename a file so that a power failure leaves either the old or the new content.

    The file is flushed to disk before it takes over the name and the permissions of the old file.
    Then the folder is flushed. Errors in this step are ignored, since some network file systems
    cannot flush folders."""
    flush(scratch)
    if target.exists():
        shutil.copymode(target, scratch)
    os.replace(scratch, target)
    with suppress(OSError):
        flush(target.parent)


@contextmanager
def errors_name(path: str | Path, scratch: str | Path = "") -> Iterator[None]:
    """Name `path` in system errors that name the scratch file or (on a full disk) no file."""
    try:
        yield
    except BrokenPipeError:  # the process that reads the pipe has ended
        raise
    except OSError as error:
        if error.filename not in (None, str(scratch)):
            raise
        raise NonprojError(f"{path}: {error.strerror or error}") from error


def atomic_write(path: str | Path, content: bytes | str) -> None:
    """Write to a file, a device or a pipe, or to standard output if the path is `-`."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    with atomic_path(path) as scratch:
        scratch.write_bytes(data)


def is_same_file(path: str | Path, other: str | Path) -> bool:
    """Check whether two paths refer to the same regular file; devices and pipes do not count."""
    both = (str(path), str(other))
    if STANDARD_STREAM in both or not all(map(os.path.isfile, both)):
        return False
    return os.path.samefile(*both)


def check_output(path: str | Path) -> None:
    """Raise NonprojError if a path cannot be written to."""
    if str(path) in STANDARD_OUTPUT:
        if sys.stdout is None:
            raise NonprojError(f"{path}: standard output is closed; name a file: -o FILE")
        return
    target = os.path.realpath(path)
    if os.path.islink(target):
        raise NonprojError(f"{path}: a symbolic link that points back to itself")
    if os.path.isdir(target):
        raise NonprojError(f"{path}: is a folder; expected the path of a file")
    if os.path.exists(path):
        _require_writable(path, path, os.W_OK)
    if _is_stream(path):
        return
    folder = next(parent for parent in Path(target).parents if os.path.lexists(parent))
    if not folder.is_dir():
        raise NonprojError(f"{path}: {folder} is not a folder, so nothing can be written below it")
    _require_writable(path, folder, os.W_OK | os.X_OK)


def _require_writable(path: str | Path, target: str | Path, mode: int) -> None:
    if not os.access(target, mode):
        raise NonprojError(f"{path}: no permission to write to {target}")


def _is_stream(path: str | Path) -> bool:
    """Check whether a path is standard output, or exists but is neither a file nor a folder."""
    if str(path) in STANDARD_OUTPUT:
        return True
    if not os.path.exists(path):
        return False
    mode = os.stat(path).st_mode  # links are followed
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _pour(data: bytes, path: str | Path) -> None:
    """Write to a device or a pipe, which cannot be done atomically.

    Renaming a file over the path would destroy a device and leave the reader of a pipe waiting. All
    data are ready before anything is written, but a failed write may still leave part of them."""
    with errors_name(path):
        if str(path) in STANDARD_OUTPUT:  # opening the name would overwrite redirected output
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return
        with open(path, "wb") as stream:
            stream.write(data)
