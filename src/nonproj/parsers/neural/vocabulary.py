"""The words of a treebank, as the numbers that a network embeds."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from nonproj.data.declared import Declared
from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.limits import require_few_items
from nonproj.tagging.columns import as_tags

PAD, UNKNOWN_VALUE, ROOT_VALUE, FIRST_KNOWN = range(4)  # the first values of every vocabulary
LONGEST_FORM = 32  # the middle characters of longer words are left out
FEATS = "feats"


class EncodedText(NamedTuple):
    """A treebank encoded with a vocabulary, in arrays with one row per slot or per form."""

    start: np.ndarray
    word: np.ndarray  # int32[n_slots]
    form: np.ndarray  # int32[n_slots]: a row of the next two arrays; row 0 is for node 0
    characters: np.ndarray  # int32[n_forms + 1, LONGEST_FORM]
    n_characters: np.ndarray  # int32[n_forms + 1]
    columns: dict[str, np.ndarray]  # int32[n_slots], but int32[n_slots, most items] for FEATS
    aims: dict[str, np.ndarray]  # int32[n_slots], -1 where there is nothing to learn
    vectors: np.ndarray  # float32[n_slots, size]; size is 0 if no vectors are read


class NeuralVocabulary(Declared, dashed=False):
    """The values that occurred in training, as stored in a model."""

    words: tuple[str, ...]  # in lower case
    characters: tuple[str, ...]
    columns: dict[str, tuple[str, ...]]  # values of upos, xpos and lemma; single items of feats
    aims: dict[str, tuple[str, ...]]  # the values to predict; lemmas are given as rules
    vectors: Annotated[int, Field(ge=0)] = 0  # the size of vectors read from a file; 0 for none
    tree_tags: tuple[str, ...] = ()  # the tags of training trees, if there is a codec; see `codecs`

    @classmethod
    def of(
        cls, treebank: Treebank, columns: Sequence[str], aims: Sequence[str] = (), least: int = 1
    ) -> "NeuralVocabulary":
        """Build a vocabulary for reading `columns` and predicting the columns in `aims`.

        Only words that occur at least `least` times are included."""
        forms, counts = treebank.form.values, Counter[str]()
        times = np.bincount(treebank.form.codes[treebank.is_word], minlength=len(forms))
        for form, n in zip(forms, times.tolist(), strict=True):
            counts[form.lower()] += n
        return cls(
            tuple(word for word, n in counts.items() if n >= least),
            tuple(dict.fromkeys(c for form in forms for c in form)),
            {name: tuple(_values(getattr(treebank, name), name)) for name in columns},
            {name: as_tags(treebank, name).values for name in aims},
            0 if treebank.vectors is None else treebank.vectors.shape[1],
        )

    def size(self, name: str) -> int:
        """Return the number of rows in the embedding table with this name."""
        values = self.columns.get(name)
        return FIRST_KNOWN + len(getattr(self, name) if values is None else values)

    def text(self, treebank: Treebank) -> EncodedText:
        """Encode a treebank; values that did not occur in training become UNKNOWN_VALUE."""
        if FEATS in self.columns:
            require_few_items(treebank)
        words = _numbers([form.lower() for form in treebank.form.values], self.words)
        characters, n_characters = self._characters(treebank.form.values)
        return EncodedText(
            treebank.start,
            np.append(words, ROOT_VALUE)[treebank.form.codes].astype(np.int32),
            treebank.form.codes + 1,
            characters,
            n_characters,
            {name: self._column(getattr(treebank, name), name) for name in self.columns},
            {name: as_tags(treebank, name).recoded(known) for name, known in self.aims.items()},
            self._vectors(treebank),
        )

    def _vectors(self, treebank: Treebank) -> np.ndarray:
        """Return a text's word vectors; raise NonprojError if they have the wrong size."""
        given = treebank.vectors if self.vectors else None
        size = 0 if given is None else given.shape[1]
        if size != self.vectors:
            raise NonprojError(
                f"{treebank.name}: the vectors have {size} dimensions, not {self.vectors}"
                if size
                else f"{treebank.name}: the model reads vectors of {self.vectors} dimensions; "
                "name their file with --vectors"
            )
        return np.zeros((len(treebank.head), 0), np.float32) if given is None else given

    def _characters(self, forms: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        index = {c: FIRST_KNOWN + i for i, c in enumerate(self.characters)}
        table = np.zeros((len(forms) + 1, LONGEST_FORM), np.int32)
        size = np.ones(len(forms) + 1, np.int32)
        table[0, 0] = ROOT_VALUE
        for row, form in enumerate(forms, 1):
            if len(form) > LONGEST_FORM:
                form = form[: LONGEST_FORM // 2] + form[-LONGEST_FORM // 2 :]
            table[row, : len(form)] = [index.get(c, UNKNOWN_VALUE) for c in form]
            size[row] = len(form)
        return table, size

    def _column(self, column: Column, name: str) -> np.ndarray:
        if name != FEATS:
            return np.append(_numbers(column.values, self.columns[name]), ROOT_VALUE)[column.codes]
        items = [value.split("|") for value in column.values]
        most = max([1, *map(len, items)])
        table = np.full((len(items) + 1, most), PAD, np.int32)
        table[-1, 0] = ROOT_VALUE
        for row, values in enumerate(items):
            table[row, : len(values)] = _numbers(values, self.columns[name])
        return table[column.codes]


def frequencies(codes: np.ndarray, size: int) -> np.ndarray:
    """Count how often each code occurs; node 0 and empty positions get infinite counts."""
    counts = np.bincount(codes, minlength=size).astype(np.float64)
    counts[[PAD, ROOT_VALUE]] = np.inf
    return counts


def _values(column: Column, name: str) -> list[str]:
    if name == FEATS:
        return list(dict.fromkeys(item for value in column.values for item in value.split("|")))
    return list(column.values)


def _numbers(values: Sequence[str], known: Sequence[str]) -> np.ndarray:
    index = {value: FIRST_KNOWN + i for i, value in enumerate(known)}
    return np.array([index.get(value, UNKNOWN_VALUE) for value in values], np.int32)
