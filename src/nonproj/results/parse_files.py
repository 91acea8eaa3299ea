"""The workflow's parse files; for each parsed text, a parser's folder holds a TARGET.conll.

raw/TARGET.conll is the parser's output, and TARGET.conll is the output after the variant's steps
are undone. raw/TARGET.json holds the cost of parsing: CPU seconds, and counts of operations, which
are the same in every run."""

import json
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from nonproj.choices import FillChoice
from nonproj.data.conll import read_treebank, write_treebank
from nonproj.data.files import atomic_write
from nonproj.data.misc import with_confidence
from nonproj.data.treebank import Treebank
from nonproj.parsers.families import variant_named
from nonproj.parsers.interface import ParserModel
from nonproj.results.values import Subject
from nonproj.results.words import Fold


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
    """Return the cost of parsing: words, CPU seconds, and counts of operations.

    Files of stored parses also have the CPU seconds of training."""
    return json.loads(Path(counts).read_text(encoding="utf-8"))


def read_folds(
    variants: Sequence[str],
    gold: Sequence[str],
    raw: Sequence[str],
    counts: Sequence[str],
    parses: Sequence[str],
) -> dict[Subject, list[Fold]]:
    """Read parses and group them by variant; a variant has one parse for each fold or seed.

    All arguments are parallel lists."""
    read_gold = cache(read_treebank)
    folds: dict[Subject, list[Fold]] = {}
    for variant, *files in zip(variants, gold, raw, counts, parses, strict=True):
        gold_file, raw_file, counts_file, parse = files
        steps, lifted = variant_named(variant).steps, None
        if steps and steps[-1].marks_labels:  # no other step can mark labels
            lifted = steps[-1].lifted(read_treebank(raw_file))
        fold = Fold(
            read_gold(gold_file), read_treebank(parse), lifted, costs_of(counts_file)["counts"]
        )
        folds.setdefault(Subject(variant), []).append(fold)
    return folds


def read_blends(names: Sequence[str], gold: str, files: Sequence[str]) -> dict[Subject, list[Fold]]:
    """Read the blended parses of one text; their names look like `gl-eq;classifiers=all4`."""
    text = read_treebank(gold)
    return {
        Subject.of(name): [Fold(text, read_treebank(file))]
        for name, file in zip(names, files, strict=True)
    }
