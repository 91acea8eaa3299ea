"""Outputs appear whole or not at all."""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STANDARD_STREAM = "-"


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """A scratch path beside `path` that takes its name once the block has ended without error.

    It keeps the suffix, by which some writers choose a format or add one."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part{path.suffix}")
    try:
        yield scratch
        os.replace(scratch, path)
    finally:
        scratch.unlink(missing_ok=True)


def atomic_write(path: Path, content: bytes | str) -> None:
    data = content.encode("utf-8") if isinstance(content, str) else content
    with atomic_path(path) as scratch:
        scratch.write_bytes(data)


def write_output(path: str | Path, content: bytes | str) -> None:
    """To a file, beside and renamed, or to standard output where the path is `-`."""
    if str(path) != STANDARD_STREAM:
        atomic_write(Path(path), content)
        return
    sys.stdout.buffer.write(content.encode("utf-8") if isinstance(content, str) else content)
    sys.stdout.buffer.flush()
