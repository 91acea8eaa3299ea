"""Word vectors from a file that has one vector for each form or one for each word of a text.

Vectors of forms are read from a model of fastText (.bin), or from a file in the text format of
word2vec and fastText, which may be compressed (.gz or .xz). A form without a vector takes the
vector of its lower-case form. Vectors of the words in a text, such as those of a language model,
are read from an .npz file with one array [words, size] for each text, named like the text's file up
to the first dot; or from a folder with one .npz file for each text, named in the same way, which
has one array for each sentence, arr_0, arr_1, ..., as UDPipe 2 writes them."""

import gzip
import lzma
import math
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

import numpy as np

from nonproj.data.arrays import npy_header
from nonproj.data.fasttext import vectors_of
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.machine import require_memory

SUFFIX_OF_TEXTS, SUFFIX_OF_SUBWORDS = ".npz", ".bin"
OPENERS = {".gz": gzip.open, ".xz": lzma.open}
LARGEST_VECTOR = 65_536  # maximum numbers in a vector
MOST_NAMED = 3  # arrays that a message names
LONGEST_LINE = 32 * LARGEST_VECTOR  # bytes


def with_vectors(treebank: Treebank, path: str | Path) -> Treebank:
    """Attach vectors from a file, scaled to equal norm; words without a vector get zeros.

    Before data are read into memory, their size is checked against the treebank."""
    path = Path(path)
    try:
        vectors = _reader(path)(treebank, path)
    except NonprojError:
        raise
    except OSError as error:
        raise NonprojError(f"{path}: {error.strerror or error}") from error
    except MemoryError:
        raise NonprojError(f"{path}: there is not enough memory for the vectors") from None
    except Exception as error:  # the libraries raise a dozen kinds of errors for damaged files
        raise NonprojError(f"{path}: damaged, or not a file of word vectors") from error
    return replace(treebank, vectors=vectors)


def _reader(path: Path) -> Callable[[Treebank, Path], np.ndarray]:
    if path.is_dir() or path.suffix == SUFFIX_OF_TEXTS:
        return _of_words
    return _of_subwords if path.suffix == SUFFIX_OF_SUBWORDS else _of_forms


def _of_words(treebank: Treebank, path: Path) -> np.ndarray:
    """Read the array with the vectors of all words in a text, or one for each sentence."""
    path = path / f"{_name_of(treebank)}{SUFFIX_OF_TEXTS}" if path.is_dir() else path
    with zipfile.ZipFile(path) as archive:
        members = {member.filename.removesuffix(".npy"): member for member in archive.infolist()}
        rows = _rows_of(members, treebank, path)
        arrays = []
        for name, n_words in rows.items():
            with archive.open(members[name]) as stream:
                arrays.append(_array(stream, n_words, treebank, f"{path}: {name}"))
    if len({array.shape[1] for array in arrays}) > 1:
        raise NonprojError(f"{path}: vectors of different sizes")
    vectors = np.zeros((len(treebank.head), arrays[0].shape[1]), np.float32)
    vectors[treebank.is_word] = _scaled(np.concatenate(arrays))
    return vectors


def _rows_of(members: Mapping[str, object], treebank: Treebank, path: Path) -> dict[str, int]:
    """Return the arrays of a text, one or one for each sentence, with the rows of each."""
    name = _name_of(treebank)
    if name in members:
        return {name: treebank.n_words}
    sizes = np.diff(treebank.start) - 1
    rows = {f"arr_{i}": int(size) for i, size in enumerate(sizes)}
    if rows and members.keys() == rows.keys():
        return rows
    known = ", ".join([*members][:MOST_NAMED]) + (", ..." if len(members) > MOST_NAMED else "")
    raise NonprojError(
        f"{path}: no array {name!r} for {treebank.name}, and not one for each of its "
        f"{len(rows)} sentences; it has {known or 'none'}"
    )


def _name_of(treebank: Treebank) -> str:
    return Path(treebank.name).name.partition(".")[0]


def _array(stream: BinaryIO, n_words: int, treebank: Treebank, place: str) -> np.ndarray:
    """Read an array of numbers with one row for each word of a text or a sentence."""
    shape, transposed, dtype = npy_header(stream)
    if dtype.kind not in "fiu":
        raise NonprojError(f"{place}: an array of {dtype}; expected numbers")
    if len(shape) != 2 or shape[0] != n_words or not 0 < shape[1] <= LARGEST_VECTOR:
        expected = f"[{n_words}, size] with a size of at most {LARGEST_VECTOR}"
        raise NonprojError(f"{place}: an array {list(shape)}; expected {expected}")
    n_bytes = dtype.itemsize * math.prod(shape)
    _require_memory(treebank, shape[1], place, n_bytes)
    data = stream.read(n_bytes + 1)
    if len(data) != n_bytes:
        raise NonprojError(f"{place}: damaged; expected {n_bytes} bytes of numbers")
    found = np.frombuffer(data, dtype).reshape(shape, order="F" if transposed else "C")
    with np.errstate(over="ignore"):
        found = found.astype(np.float32)
    if not np.isfinite(found).all():
        raise NonprojError(f"{place}: not all numbers are finite")
    return found


def _require_memory(treebank: Treebank, size: int, place: str, n_bytes: int = 0) -> None:
    """Raise NonprojError if a vector of this size for each slot would not fit into memory."""
    asked = n_bytes + np.dtype(np.float32).itemsize * len(treebank.head) * size
    require_memory(asked, f"{place}: a vector of {size} numbers for each word of {treebank.name}")


def _of_subwords(treebank: Treebank, path: Path) -> np.ndarray:
    """Read the vectors of the forms in a treebank from a model of fastText."""
    forms = treebank.form.values
    found = vectors_of(path, forms, lambda size: _require_size(treebank, size, path))
    if not np.isfinite(found).all():
        raise NonprojError(f"{path}: not all numbers are finite")
    return _scaled(np.vstack([found, np.zeros_like(found[:1])]))[treebank.form.codes]


def _require_size(treebank: Treebank, size: int, path: Path) -> None:
    if size > LARGEST_VECTOR:
        raise NonprojError(f"{path}: vectors of {size} numbers; expected at most {LARGEST_VECTOR}")
    _require_memory(treebank, size, str(path))


def _of_forms(treebank: Treebank, path: Path) -> np.ndarray:
    """Read the vectors of the forms in a treebank, skipping all other lines of the file."""
    forms = treebank.form.values
    wanted = {*forms, *(form.lower() for form in forms)}
    found = dict(_lines(treebank, path, {word.encode() for word in wanted}))
    if not found:
        raise NonprojError(f"{path}: no vector for any word of {treebank.name}")
    size = len(next(iter(found.values())))
    nothing = np.zeros(size, np.float32)
    known = ((form.encode(), form.lower().encode()) for form in forms)
    table = [found.get(form, found.get(lower, nothing)) for form, lower in known]
    return _scaled(np.stack([*table, nothing]))[treebank.form.codes]


def _lines(
    treebank: Treebank, path: Path, wanted: set[bytes]
) -> Iterator[tuple[bytes, np.ndarray]]:
    """Yield each wanted word with its vector; the first line may contain the number of words."""
    size = None
    with OPENERS.get(path.suffix, open)(path, "rb") as file:
        lines = iter(partial(file.readline, LONGEST_LINE + 1), b"")
        for number, line in enumerate(lines, 1):
            if len(line) > LONGEST_LINE:
                raise NonprojError(f"{path}:{number}: a line of more than {LONGEST_LINE} bytes")
            word, _, numbers = line.rstrip().partition(b" ")
            if word not in wanted or (number == 1 and len(line.split()) == 2):
                continue
            vector = _vector(numbers, f"{path}:{number}")
            if size is None:
                size = len(vector)
                _require_memory(treebank, size, f"{path}:{number}")
            if len(vector) != size:
                raise NonprojError(f"{path}:{number}: {len(vector)} numbers; expected {size}")
            yield word, vector


def _vector(numbers: bytes, place: str) -> np.ndarray:
    """Read the numbers that follow a word on its line."""
    fields = numbers.split()
    if len(fields) > LARGEST_VECTOR:
        raise NonprojError(f"{place}: {len(fields)} numbers; expected at most {LARGEST_VECTOR}")
    try:
        vector = np.array(fields, np.float32)
    except ValueError as error:
        raise NonprojError(f"{place}: {error}") from error
    if not fields or not np.isfinite(vector).all():
        raise NonprojError(f"{place}: expected a word and its numbers")
    return vector


def _scaled(vectors: np.ndarray) -> np.ndarray:
    """Scale each vector to a norm of the square root of its size; zero vectors stay unchanged.

    Each vector is first divided by a power of two, which changes no digit, so that the squares of
    large or small numbers stay within single precision."""
    _, exponent = np.frexp(np.abs(vectors).max(axis=1, keepdims=True))
    vectors = np.ldexp(vectors, -exponent)
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    scale = np.sqrt(vectors.shape[1]) / np.where(length == 0, 1, length)
    return (vectors * scale).astype(np.float32)
