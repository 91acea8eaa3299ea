"""A file of arrays and JSON with a checksum: what trained models are stored in.

An .npz archive (a zip of .npy) with one member `header`, JSON in UTF-8 as bytes, that names the
format and holds the SHA-256 of everything. Read with pickle off; nothing in a file is executed."""

import hashlib
import io
import json
import zipfile
from pathlib import Path

import numpy as np

from nonproj.data.files import atomic_write
from nonproj.errors import NonprojError

FORMAT = "nonproj model 2"
HEADER = "header"


def write_archive(path: str | Path, content: dict, arrays: dict[str, np.ndarray]) -> None:
    """Write beside and rename. The same content gives the same bytes."""
    header = {"format": FORMAT, "content": content}
    header["checksum"] = _checksum(header["content"], arrays)
    text = json.dumps(header, ensure_ascii=False).encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, array in {HEADER: np.frombuffer(text, np.uint8), **arrays}.items():
            member = zipfile.ZipInfo(f"{name}.npy")  # dated 1980, whatever the time
            with archive.open(member, "w", force_zip64=True) as target:
                np.lib.format.write_array(target, np.ascontiguousarray(array), allow_pickle=False)
    atomic_write(Path(path), stream.getvalue())


def read_archive(path: str | Path) -> tuple[dict, dict[str, np.ndarray]]:
    """(content, arrays); one NonprojError where the file is not exactly what was written."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        header = json.loads(arrays.pop(HEADER).tobytes())
        if header["format"] != FORMAT:
            raise NonprojError(
                f"{path}: written by another version of nonproj (format {header['format']!r}, "
                f"expected {FORMAT!r}); train it again"
            )
        intact = header["checksum"] == _checksum(header["content"], arrays)
    except OSError as error:
        raise NonprojError(f"{path}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, EOFError, AttributeError, zipfile.BadZipFile):
        raise NonprojError(f"{path}: not a model file, or damaged") from None
    if not intact:
        raise NonprojError(f"{path}: the checksum differs, the file was changed or damaged")
    return header["content"], arrays


def _checksum(content: dict, arrays: dict[str, np.ndarray]) -> str:
    digest = hashlib.sha256(json.dumps(content, ensure_ascii=False, sort_keys=True).encode())
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"\0{name}\0{array.dtype.str}\0{array.shape}\0".encode())
        digest.update(array.reshape(-1).view(np.uint8).data)
    return digest.hexdigest()
