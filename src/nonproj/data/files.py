"""Outputs appear whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """A scratch path beside `path` that takes its name once the block has ended without error."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, scratch = tempfile.mkstemp(
        prefix=f".{path.name}.", suffix=".part" + path.suffix, dir=path.parent
    )
    os.close(handle)
    try:
        yield Path(scratch)
        os.chmod(scratch, 0o666 & ~_umask())
        os.replace(scratch, path)
    finally:
        Path(scratch).unlink(missing_ok=True)


def atomic_write(path: Path, content: bytes | str) -> None:
    data = content.encode("utf-8") if isinstance(content, str) else content
    with atomic_path(path) as scratch:
        scratch.write_bytes(data)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
