"""Vectors from a model of fastText (Bojanowski et al. 2017), its `.bin` file.

The vector of a word is the mean of a row of its own, which only words of the model's vocabulary
have, and of the rows of its n-grams of characters. Rows are read where they lie in the file, as
models have several GB."""

import mmap
import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nonproj.errors import NonprojError

MODEL_MAGIC, VERSIONS = 793712314, (11, 12)
MODEL_HEADER = struct.Struct("<2i12id3i2q")
MODEL_ENTRY = struct.Struct("<qb")  # after each word: its frequency, and whether it is a label
MODEL_MATRIX = struct.Struct("<?2q")  # whether numbers are quantised, rows, columns
LONGEST = 100  # characters in an n-gram
OFFSET, PRIME, HASHES = 2166136261, 16777619, 1 << 32  # FNV-1a with 32 bits


class Subwords(NamedTuple):
    """How long n-grams are, and over how many rows they are distributed."""

    shortest: int
    longest: int
    buckets: int

    def rows(self, word: str) -> Iterator[int]:
        """Yield the row, counted from the first bucket, of each n-gram of a word in brackets."""
        characters = [character.encode() for character in f"<{word}>"]
        last = len(characters) if self.buckets else 0
        for begin in range(last):
            key = OFFSET
            for end in range(begin + 1, min(last, begin + self.longest) + 1):
                for byte in characters[end - 1]:
                    # fastText takes a byte for a signed number.
                    key = (key ^ (byte | 0xFFFFFF00 if byte > 127 else byte)) * PRIME % HASHES
                bracket = end - begin == 1 and (begin == 0 or end == last)
                if end - begin >= self.shortest and not bracket:
                    yield key % self.buckets


def vectors_of(path: Path, forms: Sequence[str], admit: Callable[[int], None]) -> np.ndarray:
    """Return a vector for each form; one that is not in the vocabulary may be so in lower case.

    `admit` is called with the size of vectors before they are read."""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            return _vectors(data, str(path), forms, admit)
        except (struct.error, IndexError) as error:
            raise NonprojError(f"{path}: the file is cut off") from error


def _vectors(
    data: mmap.mmap, name: str, forms: Sequence[str], admit: Callable[[int], None]
) -> np.ndarray:
    magic, version, *numbers = MODEL_HEADER.unpack_from(data)
    if magic != MODEL_MAGIC or version not in VERSIONS:
        raise NonprojError(f"{name}: not a model of fastText")
    buckets, shortest, longest = numbers[8:11]
    size, n_words, _, _, pruned = numbers[13:]
    subwords = Subwords(shortest, longest, max(buckets, 0) if longest > 0 else 0)
    if not 0 <= shortest <= longest <= LONGEST and subwords.buckets:
        raise NonprojError(f"{name}: n-grams of {shortest} to {longest} characters")
    own, place = _vocabulary(data, size, n_words, {*forms, *map(str.lower, forms)})
    quantised, n_rows, n_columns = MODEL_MATRIX.unpack_from(data, place)
    if quantised or pruned > 0:  # then other numbers precede these
        raise NonprojError(f"{name}: a quantised model (.ftz); expected the whole one (.bin)")
    place += MODEL_MATRIX.size
    if n_rows < n_words + subwords.buckets or not 0 < 4 * n_rows * n_columns <= len(data) - place:
        raise NonprojError(f"{name}: {n_rows} vectors of {n_columns} numbers do not fit the file")
    admit(n_columns)
    matrix = np.frombuffer(data, "<f4", n_rows * n_columns, place).reshape(n_rows, n_columns)
    found = np.zeros((len(forms), n_columns), np.float32)
    for i, form in enumerate(forms):
        word = form if form in own or form.lower() not in own else form.lower()
        rows = [own[word]] if word in own else []
        rows += [n_words + row for row in subwords.rows(word)]
        if rows:
            found[i] = matrix[rows].mean(axis=0)
    del matrix  # which keeps the file open
    return found


def _vocabulary(
    data: mmap.mmap, size: int, n_words: int, wanted: set[str]
) -> tuple[dict[str, int], int]:
    """Return the rows of wanted words, and where the vocabulary ends."""
    names, rows, place = {word.encode() for word in wanted}, {}, MODEL_HEADER.size
    for row in range(size):
        end = data.find(b"\0", place)
        if end < 0:
            raise IndexError("a word without an end")
        if row < n_words and (word := data[place:end]) in names:
            rows[word.decode()] = row
        place = end + 1 + MODEL_ENTRY.size
    return rows, place
