"""Word vectors from a file that has one vector for each form or one for each word of a text.

Vectors of forms are read from a file in the text format of word2vec and fastText, which may be
compressed (.gz or .xz). A form without a vector takes the vector of its lower-case form. Vectors of
the words in a text, such as those of a language model, are read from an .npz file with one array
[words, size] for each text, named like the text's file up to the first dot."""

import gzip
import lzma
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError

OF_TEXTS = ".npz"
OPENERS = {".gz": gzip.open, ".xz": lzma.open}


def with_vectors(treebank: Treebank, path: str | Path) -> Treebank:
    """Attach vectors from a file, scaled to equal norm; words without a vector get zeros."""
    path = Path(path)
    try:
        read = _of_words if path.suffix == OF_TEXTS else _of_forms
        vectors = read(treebank, path)
    except (OSError, EOFError, lzma.LZMAError, zipfile.BadZipFile) as error:
        raise NonprojError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    return replace(treebank, vectors=vectors)


def _of_words(treebank: Treebank, path: Path) -> np.ndarray:
    """Read the array with the vectors of all words in a text."""
    name = Path(treebank.name).name.partition(".")[0]
    if not zipfile.is_zipfile(path):
        raise NonprojError(f"{path}: not an .npz file")
    with np.load(path, allow_pickle=False) as arrays:
        if name not in arrays:
            known = ", ".join(arrays.files) or "none"
            raise NonprojError(f"{path}: no array {name!r} for {treebank.name}; it has {known}")
        try:
            of_words = np.asarray(arrays[name], np.float32)
        except ValueError as error:
            raise NonprojError(f"{path}: {name}: {error}") from error
    if of_words.ndim != 2 or len(of_words) != treebank.n_words or not of_words.shape[1]:
        raise NonprojError(
            f"{path}: {name}: an array {list(of_words.shape)}; expected [{treebank.n_words}, size]"
        )
    if not np.isfinite(of_words).all():
        raise NonprojError(f"{path}: {name}: not all numbers are finite")
    vectors = np.zeros((len(treebank.head), of_words.shape[1]), np.float32)
    vectors[treebank.is_word] = _scaled(of_words)
    return vectors


def _of_forms(treebank: Treebank, path: Path) -> np.ndarray:
    """Read the vectors of the forms in a treebank, skipping all other lines of the file."""
    forms = treebank.form.values
    wanted = {*forms, *(form.lower() for form in forms)}
    found = dict(_lines(path, {word.encode() for word in wanted}))
    if not found:
        raise NonprojError(f"{path}: no vector for any word of {treebank.name}")
    size = len(next(iter(found.values())))
    nothing = np.zeros(size, np.float32)
    known = ((form.encode(), form.lower().encode()) for form in forms)
    table = [found.get(form, found.get(lower, nothing)) for form, lower in known]
    return _scaled(np.stack([*table, nothing]))[treebank.form.codes]


def _lines(path: Path, wanted: set[bytes]) -> Iterator[tuple[bytes, np.ndarray]]:
    """Yield each wanted word with its vector; the first line may contain the number of words."""
    size = None
    with OPENERS.get(path.suffix, open)(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            word, _, numbers = line.rstrip().partition(b" ")
            if word not in wanted or (number == 1 and len(line.split()) == 2):
                continue
            try:
                vector = np.array(numbers.split(), np.float32)
            except ValueError as error:
                raise NonprojError(f"{path}:{number}: {error}") from error
            if not len(vector) or not np.isfinite(vector).all():
                raise NonprojError(f"{path}:{number}: expected a word and its numbers")
            size = size or len(vector)
            if len(vector) != size:
                raise NonprojError(f"{path}:{number}: {len(vector)} numbers; expected {size}")
            yield word, vector


def _scaled(vectors: np.ndarray) -> np.ndarray:
    """Scale each vector to a norm of the square root of its size; zero vectors stay unchanged."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    scale = np.sqrt(vectors.shape[1]) / np.where(length == 0, 1, length)
    return (vectors * scale).astype(np.float32)
