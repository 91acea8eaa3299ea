"""Parses in the files of the workflow: a folder for each parser, with TARGET.conll for each text.

Where steps were undone, TARGET.parsed.conll is what the parser wrote; TARGET.json says what parsing
took, in counts that are the same in every run and in seconds of a processor, and, as a digest, what
the parse was made from."""

import hashlib
import json
import time
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.data.files import atomic_write
from nonproj.evaluation.values import Subject
from nonproj.evaluation.words import Fold
from nonproj.parsers.families import load_model, variant_named
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.steps import lifted_arcs


def parse_if_changed(
    parse: Path, variant: str, model: str, text: str, code: str, threads: int
) -> str:
    """Parse a text into `parse`.conll etc., unless that is there and made from the same.

    Returns a digest of the parse. `code`: fingerprint of the code that parses."""
    content = Path(model).read_bytes()
    origin = _digest(variant.encode(), code.encode(), content, Path(text).read_bytes())
    written, about = Path(f"{parse}.conll"), Path(f"{parse}.json")
    if not (written.exists() and about.exists() and _about(parse)["origin"] == origin):
        about.unlink(missing_ok=True)  # an interrupted job leaves none behind
        parse.parent.mkdir(parents=True, exist_ok=True)
        parser = _model(model, _digest(content)).applied_as(variant_named(variant))
        treebank = read_treebank(text)
        parser.parse(treebank.select(range(min(1, treebank.n_sentences))))  # loads its kernels
        start = time.process_time()
        made = parser.parse(treebank, threads)
        seconds = time.process_time() - start
        write_treebank(made.treebank, written)
        if variant_named(variant).inverts:
            write_treebank(made.written, f"{parse}.parsed.conll")
        about_it = {
            "origin": origin,
            "counts": made.counts,
            "words": treebank.n_words,
            "seconds": seconds,
        }
        atomic_write(about, json.dumps(about_it) + "\n")
    files = sorted(parse.parent.glob(f"{parse.name}.*conll"))
    return _digest(*(f.read_bytes() for f in files), str(_about(parse)["counts"]).encode())


@lru_cache(maxsize=1)
def _model(path: str, content: str) -> ParserModel:
    """The model of a file with this content (a digest), loaded once for all its texts."""
    return load_model(path)


def words_and_seconds(parse: Path | str) -> tuple[int, float]:
    """How many words were parsed, and how long one processor took for them."""
    about = _about(parse)
    return about["words"], about["seconds"]


def _about(parse: Path | str) -> dict:
    return json.loads(Path(f"{parse}.json").read_text(encoding="utf-8"))


def _digest(*parts: bytes) -> str:
    digests = b"".join(hashlib.sha256(part).digest() for part in parts)
    return hashlib.sha256(digests).hexdigest()


def read_folds(
    variants: Sequence[str], gold: Sequence[str], folders: Sequence[str], target: str
) -> dict[Subject, list[Fold]]:
    """Parses by variant; several of one variant are its folds and seeds.

    Variants, gold files and folders run in parallel."""
    read_gold = cache(read_treebank)
    folds: dict[Subject, list[Fold]] = {}
    for variant, gold_path, folder in zip(variants, gold, folders, strict=True):
        steps, lifted = variant_named(variant).steps, None
        if any(step.marks_labels for step in steps):
            lifted = lifted_arcs(steps, read_treebank(f"{folder}/{target}.parsed.conll"))
        counts = _about(f"{folder}/{target}")["counts"]
        final = read_treebank(f"{folder}/{target}.conll")
        folds.setdefault(Subject(variant), []).append(
            Fold(read_gold(gold_path), final, lifted, counts)
        )
    return folds


def read_blends(names: Sequence[str], gold: str, files: Sequence[str]) -> dict[Subject, list[Fold]]:
    """Blends of the parses of one text, by names such as `gl-eq;classifiers=all4`."""
    text = read_treebank(gold)
    return {
        Subject.of(name): [Fold(text, read_treebank(file))]
        for name, file in zip(names, files, strict=True)
    }
