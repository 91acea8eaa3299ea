"""Model files: arrays and JSON with a checksum.

A model is an .npz archive (a zip of .npy files). Its member `header` is JSON in UTF-8, stored as
bytes, that names the format and holds a SHA-256 of all data. The checksum detects damage but not
malice, because whoever changes a file can also write a new checksum. Nothing in a file is executed
or decompressed. Families check the content and the arrays (`Content`, `nonproj.data.arrays`) before
compiled code reads them."""

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, TypeVar

import numpy as np
from pydantic import Field

from nonproj.data.arrays import npy_header
from nonproj.data.declared import Declared, as_content
from nonproj.data.files import atomic_write
from nonproj.data.treebank import UNWRITABLE_LABEL
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.systems.moves import MULTIPLE, SINGLE

FORMAT = "nonproj model 4"
HEADER_ENTRY = "header"
_CHECKPOINT = "checkpoint-{}.npz"

NaturalNumber = Annotated[int, Field(ge=0)]
T = TypeVar("T")


class Content(Declared, kw_only=True):
    """The header fields that all models have; each family adds its own."""

    kind: str  # the name of the family
    variant: str
    root_mode: Literal[MULTIPLE, SINGLE]
    seed: NaturalNumber
    labels: Annotated[tuple[str, ...], Field(min_length=1)]
    steps: dict[str, dict[str, Any]]  # the states of fitted steps
    calibration: Calibration | None = None  # for arc probabilities

    def __post_init__(self) -> None:
        for label in self.labels:
            if UNWRITABLE_LABEL.search(label):
                raise ValueError(f"{label!r} cannot be a label of a column file")


def write_declared(path: str | Path, content: Declared, arrays: Mapping[str, np.ndarray]) -> None:
    """Write a model file from arrays and from content of a declared type."""
    write_archive(path, as_content(content), arrays)


def write_archive(path: str | Path, content: dict, arrays: Mapping[str, np.ndarray]) -> None:
    """Write a model file atomically; equal content gives equal bytes (`savez` adds no dates)."""
    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    header = {"format": FORMAT, "content": content, "checksum": checksum(content, arrays)}
    text = json.dumps(header, ensure_ascii=False).encode()
    stream = io.BytesIO()
    np.savez(stream, **{HEADER_ENTRY: np.frombuffer(text, np.uint8), **arrays})
    atomic_write(path, stream.getvalue())


def read_archive(path: str | Path) -> tuple[dict, dict[str, np.ndarray]]:
    """Return a file's content and arrays; raise NonprojError if the file was changed or damaged."""
    try:
        with open(path, "rb") as file:
            header, arrays = _read(file)
        intact = header["checksum"] == checksum(header["content"], arrays)
    except OSError as error:
        raise NonprojError(f"{path}: {error.strerror or error}") from None
    except MemoryError:
        raise NonprojError(f"{path}: there is not enough memory to read the file") from None
    except Exception:  # the zip and JSON libraries raise a dozen kinds of errors for damaged files
        raise NonprojError(f"{path}: not a model file, or damaged") from None
    if header["format"] != FORMAT:
        raise NonprojError(
            f"{path}: written by another version of nonproj (format {header['format']!r}, "
            f"expected {FORMAT!r}); train it again"
        )
    if not intact:
        raise NonprojError(f"{path}: the checksum is wrong, so the file was changed or damaged")
    return header["content"], arrays


def load_archive(path: str | Path, make: Callable[[dict, dict[str, np.ndarray]], T]) -> T:
    """Return what `make` builds from a file; errors in the content name the file."""
    content, arrays = read_archive(path)
    try:
        return make(content, arrays)
    except NonprojError as error:
        raise NonprojError(f"{path}: {error}") from None


def _read(file: BinaryIO) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return the header and arrays of a model file; raise an exception if the file is malformed."""
    with zipfile.ZipFile(file) as archive:
        members = archive.infolist()
        size = sum(member.file_size for member in members)
        stored = all(member.compress_type == zipfile.ZIP_STORED for member in members)
        if not stored or size > os.fstat(file.fileno()).st_size:
            raise ValueError("members are compressed, or larger than the file")
        arrays = {m.filename.removesuffix(".npy"): _array(archive.read(m)) for m in members}
        if len(arrays) < len(members):
            raise ValueError("two members have the same name")
    header = json.loads(arrays.pop(HEADER_ENTRY).tobytes())
    if header.keys() != {"format", "content", "checksum"} or type(header["content"]) is not dict:
        raise ValueError("not the header of a model")
    return header, arrays


def _array(data: bytes) -> np.ndarray:
    """Return the array in an .npy file; allocate no memory for data missing from the file."""
    stream = io.BytesIO(data)
    shape, transposed, dtype = npy_header(stream)
    if transposed:
        raise ValueError("an array that is not in row-major order")
    return np.frombuffer(data, dtype, offset=stream.tell()).reshape(shape).copy()


def checksum(content: dict, arrays: Mapping[str, np.ndarray]) -> str:
    """Return a SHA-256 of content and arrays."""
    digest = hashlib.sha256(json.dumps(content, ensure_ascii=False, sort_keys=True).encode())
    for name, array in sorted(arrays.items()):
        digest.update(f"\0{name}\0{array.dtype.str}\0{array.shape}\0".encode())
        digest.update(array.reshape(-1).view(np.uint8).data)
    return digest.hexdigest()


def checkpoint_beside(model: str | Path, code: str, texts: Iterable[str | Path]) -> Path:
    """Return a path for a checkpoint next to a model, named after a hash of `code` and `texts`."""
    digest = hashlib.sha256(code.encode())
    for path in texts:
        digest.update(Path(path).read_bytes())
    return Path(model).with_name(_CHECKPOINT.format(digest.hexdigest()[:16]))


def remove_checkpoints_beside(model: str | Path) -> None:
    """Remove all checkpoints in a model's folder, whatever code and data they belong to."""
    for path in Path(model).parent.glob(_CHECKPOINT.format("*")):
        path.unlink(missing_ok=True)
