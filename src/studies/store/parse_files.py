"""Parses in files: as the workflow's rules make them, or as the store has them.

For each parsed text, a parser's folder holds a TARGET.conll or, in the store, a TARGET.parse.
raw/TARGET.conll is the parser's output, and TARGET.conll is the output after the variant's steps
are undone. raw/TARGET.json holds the cost of parsing: CPU seconds, and counts of operations, which
are the same in every run. A TARGET.parse holds all three."""

import json
import time
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path

from nonproj.choices import FillChoice
from nonproj.data.conll import parse_treebank, read_treebank, write_treebank
from nonproj.data.files import atomic_write
from nonproj.data.misc import with_confidence
from nonproj.data.treebank import Treebank
from nonproj.parsers.families import variant_named
from nonproj.parsers.interface import ParserModel
from nonproj.results.values import Subject
from nonproj.results.words import Fold
from studies.plan.parses import SUFFIX, Parse
from studies.store.format import (
    TRAIN_INSTEAD,
    StoredParse,
    StoreError,
    hash_of,
    read_header,
    unpack,
)


def parse_file(
    parser: ParserModel,
    text: Treebank,
    threads: int,
    tags: FillChoice,
    raw: str | Path,
    counts: str | Path,
    confidence: bool = False,
) -> None:
    """Parse a text, and write the trees as the parser built them, along with the cost of parsing.

    If `confidence` is true, the probabilities of arcs are written to MISC; this is not timed."""
    parser.parse(text.select(range(min(1, text.n_sentences))), tags=tags)  # load the kernels
    start = time.process_time()
    made = parser.parse(text, threads, tags)
    seconds = time.process_time() - start
    written = made.written
    if confidence:
        certainty = parser.certainty(written, threads)
        written = with_confidence(written, parser.require_calibration()(certainty))
    write_treebank(written, raw)
    took = {"counts": made.counts, "words": text.n_words, "seconds": seconds}
    atomic_write(counts, json.dumps(took) + "\n")


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
        training = {"training": header["training"]["seconds"]}
        return training | header["parsing"] | {"words": header["words"]}

    @cached_property
    def _stored(self) -> StoredParse:
        parse = Parse.of_file(str(self.path))
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


def read_folds(files: Sequence[str]) -> dict[Subject, list[Fold]]:
    """Read parses and group them by variant; a variant has one parse for each fold or seed."""
    read_gold = cache(read_treebank)
    folds: dict[Subject, list[Fold]] = {}
    for file in map(ParseFile, files):
        parse, lifted = Parse.of_file(str(file.path)), None
        steps = variant_named(parse.variant).steps
        if steps and steps[-1].marks_labels:  # no other step can mark labels
            lifted = steps[-1].lifted(file.raw)
        fold = Fold(read_gold(parse.gold), file.trees, lifted, file.costs["counts"])
        folds.setdefault(Subject(parse.variant), []).append(fold)
    return folds


def read_blends(names: Sequence[str], gold: str, files: Sequence[str]) -> dict[Subject, list[Fold]]:
    """Read the blended parses of one text; their names look like `gl-eq;classifiers=all4`."""
    text = read_treebank(gold)
    return {
        Subject.of(name): [Fold(text, read_trees(file))]
        for name, file in zip(names, files, strict=True)
    }
