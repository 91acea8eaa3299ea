"""A treebank in memory, with columns for all nodes of all sentences and the unchanged source.

Each sentence begins with a slot for its root. A sentence's slice of `head` is therefore a tree as
`nonproj.trees` defines it, and compiled functions need not shift indices."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from nonproj.data.reading.formats import UNSPECIFIED, Format
from nonproj.errors import NonprojError

ROOT_CODE = -1
MISSING_HEAD = -2  # HEAD is `_`, as in files that are to be parsed
UNWRITABLE_LABEL = re.compile(r"[\t\n\r]|\A\Z")


@dataclass(frozen=True, eq=False)
class Column:
    """A column with one code per slot; `values` lists the strings in order of first occurrence."""

    codes: np.ndarray
    values: tuple[str, ...]

    @classmethod
    def of(cls, strings: Iterable[str | None]) -> "Column":
        """Encode strings; None stands for a root slot."""
        index: dict[str, int] = {}
        codes = [ROOT_CODE if s is None else index.setdefault(s, len(index)) for s in strings]
        return cls(np.array(codes, dtype=np.int32), tuple(index))

    def strings(self) -> list[str | None]:
        """Return one string per slot, and None at root slots."""
        table = np.array([*self.values, None], dtype=object)
        return table[self.codes].tolist()

    def where(self, holds: Callable[[str], bool]) -> np.ndarray:
        """Mark the slots whose string satisfies a predicate; root slots are not marked."""
        return np.array([*map(holds, self.values), False])[self.codes]

    @cached_property
    def index(self) -> dict[str, int]:
        return {value: code for code, value in enumerate(self.values)}

    @property
    def blank(self) -> "Column":
        """Return a column of the same shape in which all words have `_`."""
        return Column(np.minimum(self.codes, 0), (UNSPECIFIED,))

    def take(self, slots: np.ndarray) -> "Column":
        """Return the column for these slots; values are ordered by first occurrence in `slots`."""
        codes = self.codes[slots]
        used, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
        order = np.argsort(np.where(used == ROOT_CODE, len(codes), first), kind="stable")
        rank = np.empty(len(used), dtype=np.int32)
        rank[order] = np.arange(len(used))
        rank[used == ROOT_CODE] = ROOT_CODE
        values = tuple(self.values[code] for code in used[order].tolist() if code != ROOT_CODE)
        return Column(rank[inverse], values)

    def recoded(self, values: tuple[str, ...], unknown: int = ROOT_CODE) -> np.ndarray:
        """Return each string's index in `values`, or `unknown` if `values` lacks the string."""
        index = {value: code for code, value in enumerate(values)}
        table = np.array([index.get(v, unknown) for v in self.values] + [ROOT_CODE], np.int32)
        return table[self.codes]


@dataclass(frozen=True, eq=False)
class Source:
    """The bytes that a treebank was read from, and the spans of its sentences, heads and labels."""

    data: bytes = field(repr=False)
    sentence: np.ndarray  # int64[n_sentences, 2], including the closing empty line
    head: np.ndarray  # int64[n_slots, 2], byte span of HEAD
    deprel: np.ndarray  # int64[n_slots, 2], byte span of DEPREL
    closing: bytes = b""  # line ends that are missing after the last sentence

    def select(self, sentences: np.ndarray, slots: np.ndarray, slots_each: np.ndarray) -> "Source":
        """Return the source of these sentences, each with its closing empty line."""
        old, last = self.sentence[sentences], len(self.sentence) - 1
        pieces = [
            self.data[a:b] + (self.closing if s == last else b"")
            for s, (a, b) in zip(sentences.tolist(), old.tolist(), strict=True)
        ]
        ends = np.cumsum(np.array([*map(len, pieces)], dtype=np.int64))
        begins = np.concatenate([[0], ends])[: len(ends)]
        shift = np.repeat(begins - old[:, 0], slots_each)[:, None]
        return Source(
            b"".join(pieces),
            np.stack([begins, ends], axis=1),
            self.head[slots] + shift,
            self.deprel[slots] + shift,
        )

    def edited(self, edits: Sequence[tuple[int, int, bytes]]) -> "Source":
        """Return the source with the bytes in some spans replaced.

        The spans must be disjoint and in ascending order."""
        pieces, position = [], 0
        for begin, end, text in edits:
            pieces += (self.data[position:begin], text)
            position = end
        pieces.append(self.data[position:])
        ends = [end for _, end, _ in edits]
        moved = np.cumsum([0, *(begin - end + len(text) for begin, end, text in edits)])

        def there(places: np.ndarray) -> np.ndarray:
            return places + moved[np.searchsorted(ends, places, side="right")]

        spans = map(there, (self.sentence, self.head, self.deprel))
        return Source(b"".join(pieces), *spans, self.closing)


@dataclass(frozen=True, eq=False)
class Treebank:
    """A treebank: sentences with their trees and labels.

    `head` is -1 at root slots, and otherwise a position in the sentence or MISSING_HEAD."""

    name: str
    format: Format
    start: np.ndarray
    head: np.ndarray
    form: Column
    lemma: Column
    upos: Column
    xpos: Column
    feats: Column
    deprel: Column
    source: Source = field(repr=False)
    vectors: np.ndarray | None = None  # float32[n_slots, size], see `nonproj.data.vectors`

    TEXT_COLUMNS = ("form", "lemma", "upos", "xpos", "feats")

    def __repr__(self) -> str:
        size = "1 sentence" if len(self) == 1 else f"{len(self)} sentences"
        return f"<Treebank {self.name}: {size}, {self.n_words} words>"

    def __len__(self) -> int:
        return self.n_sentences

    def __getitem__(self, which: "int | slice") -> "Treebank":
        """Return a treebank with one sentence or with a slice of the sentences."""
        chosen = range(self.n_sentences)[which]
        return self.select(chosen if isinstance(which, slice) else [chosen])

    def __iter__(self) -> Iterator["Treebank"]:
        """Yield the sentences, each as a treebank."""
        return (self[i] for i in range(self.n_sentences))

    @property
    def n_sentences(self) -> int:
        return len(self.start) - 1

    @property
    def n_words(self) -> int:
        return len(self.head) - self.n_sentences

    @cached_property
    def is_word(self) -> np.ndarray:
        """Mark every slot that is not a root slot."""
        mask = np.ones(len(self.head), dtype=bool)
        mask[self.start[:-1]] = False
        return mask

    @cached_property
    def sentence_length(self) -> np.ndarray:
        return np.diff(self.start) - 1

    def lacks(self, column: str) -> bool:
        """Return True if all words have `_` in a column."""
        return self.n_empty(column) == self.n_words

    def n_empty(self, column: str) -> int:
        """Count the words that have `_` in a column."""
        return int(getattr(self, column).where(UNSPECIFIED.__eq__).sum())

    def known_share(self, column: str, values: Iterable[str]) -> float | None:
        """Return the share of a column's values that are in `values`; None if all words have `_`.

        Words with `_` are left out."""
        if self.lacks(column):
            return None
        known = getattr(self, column).where({*values}.difference([UNSPECIFIED]).__contains__)
        return int(known.sum()) / (self.n_words - self.n_empty(column))

    def heads(self, sentence: int) -> np.ndarray:
        """Return one sentence's tree, as a view of `head`."""
        return self.head[self.start[sentence] : self.start[sentence + 1]]

    def with_trees(self, head: np.ndarray, deprel: Column) -> "Treebank":
        """Return the same sentences with new trees."""
        head = np.asarray(head, dtype=np.int32)
        self._check_trees(head, deprel)
        return replace(self, head=head, deprel=deprel)

    def _check_trees(self, head: np.ndarray, deprel: Column) -> None:
        """Raise NonprojError for heads and labels that cannot be written to a file."""
        for what, array in (("heads", head), ("labels", deprel.codes)):
            if array.shape != self.head.shape:
                raise NonprojError(f"{self.name}: {array.shape} {what} for {self.head.shape} slots")
        length = np.repeat(self.sentence_length, np.diff(self.start))
        wrong = self.is_word & ((head > length) | ((head < 0) & (head != MISSING_HEAD)))
        if wrong.any():
            slot = int(wrong.argmax())
            raise NonprojError(
                f"{self.place_of(slot)}: head {head[slot]} outside 0..{length[slot]}"
            )
        codes = deprel.codes
        bare = self.is_word & ((codes < 0) | (codes >= len(deprel.values)))
        if bare.any():
            raise NonprojError(f"{self.place_of(int(bare.argmax()))}: no label")
        for value in filter(UNWRITABLE_LABEL.search, deprel.values):
            raise NonprojError(f"{self.name}: {value!r} cannot be a label of a column file")

    def place_of(self, slot: int) -> str:
        """Describe a slot for messages: the treebank, the sentence and the word."""
        sentence = int(np.searchsorted(self.start, slot, side="right"))
        return f"{self.name}: sentence {sentence}, word {slot - self.start[sentence - 1]}"

    def select(self, sentences: Iterable[int]) -> "Treebank":
        """Return a treebank with these sentences, in this order."""
        chosen = np.asarray(list(sentences))
        if chosen.dtype == bool or not np.isin(chosen, np.arange(self.n_sentences)).all():
            raise NonprojError(
                f"{self.name}: sentences must be chosen by numbers 0..{self.n_sentences - 1}"
            )
        chosen = chosen.astype(np.int64)
        slots_each = np.diff(self.start)[chosen]
        start = np.concatenate([[0], np.cumsum(slots_each)]).astype(np.int32)
        shift = np.repeat(self.start[chosen] - start[:-1], slots_each)
        slots = np.arange(start[-1], dtype=np.int64) + shift
        columns = {c: getattr(self, c) for c in (*self.TEXT_COLUMNS, "deprel")}
        return replace(
            self,
            start=start,
            head=self.head[slots],
            source=self.source.select(chosen, slots, slots_each),
            vectors=None if self.vectors is None else self.vectors[slots],
            **{name: column.take(slots) for name, column in columns.items()},
        )
