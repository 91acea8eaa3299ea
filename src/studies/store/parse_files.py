"""Parses in files: as the workflow's rules make them, or as the store has them.

For each parsed text, a parser's folder holds a TARGET.conll or, in the store, a TARGET.parse.
raw/TARGET.conll is the parser's output, and TARGET.conll is the output after the variant's steps
are undone. raw/TARGET.json holds the cost of parsing: CPU seconds, and counts of operations, which
are the same in every run. A TARGET.parse holds all three."""

import json
from functools import cache, cached_property
from pathlib import Path

from nonproj.public.treebanks import Treebank, parse_treebank
from studies.plan.parses import SUFFIX, PlannedParse
from studies.store.format import (
    TRAIN_INSTEAD,
    StoredParse,
    StoreError,
    hash_of,
    read_header,
    unpack,
)


def costs_of(counts: str | Path) -> dict:
    """Return the cost of parsing: words, CPU seconds, and counts of operations."""
    return json.loads(Path(counts).read_text(encoding="utf-8"))


class ParseFile:
    """A parse in a file of a rule or of the store.

    Reading a stored parse also reads its text and its parser's training set, which Snakemake must
    have made. StoreError is raised if the file is damaged, or is a parse of another text or by a
    parser with another training set."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    @property
    def is_stored(self) -> bool:
        return self.path.suffix == SUFFIX

    @property
    def data(self) -> bytes:
        """The parse as CoNLL."""
        return self._stored.parse if self.is_stored else self.path.read_bytes()

    @property
    def trees(self) -> Treebank:
        return parse_treebank(self.data, str(self.path.with_suffix(".conll")))

    @property
    def raw(self) -> Treebank:
        """The trees as the parser built them, before the variant's steps were undone."""
        path = self.path.parent / "raw" / f"{self.path.stem}.conll"
        return parse_treebank(self._stored.raw if self.is_stored else path.read_bytes(), str(path))

    @property
    def costs(self) -> dict:
        """The words, the CPU seconds and the counts of parsing; if stored, also of training."""
        if not self.is_stored:
            return costs_of(self.path.parent / "raw" / f"{self.path.stem}.json")
        header = read_header(self.path)
        return {"words": header["words"], "training": header["training"]} | header["parsing"]

    @cached_property
    def _stored(self) -> StoredParse:
        parse = PlannedParse.of_file(str(self.path))
        stored = unpack(self.path.read_bytes(), _content(parse.gold), str(self.path))
        if not self.path.as_posix().endswith(stored.header["parse"]):
            raise StoreError(f"{self.path}: this is the parse {stored.header['parse']}")
        if stored.header["trained_on"] != hash_of(_content(parse.original)):
            raise StoreError(
                f"{self.path}: its parser was trained on another text than {parse.original};"
                f" {TRAIN_INSTEAD}"
            )
        return stored


@cache
def _content(path: str) -> bytes:
    return Path(path).read_bytes()


def read_trees(path: str | Path) -> Treebank:
    """Return the trees of a parse in a file of a rule or of the store."""
    return ParseFile(path).trees
