"""Parses in the files of the workflow: a folder for each parser, with TARGET.conll for each text.

Where steps were undone, TARGET.parsed.conll is what the parser wrote; TARGET.counts.json says what
parsing took."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.data.files import atomic_write
from nonproj.data.treebank import Treebank
from nonproj.evaluation.parse_scores import Fold
from nonproj.evaluation.values import Subject
from nonproj.parsers.families import variant_named
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.steps import lifted_arcs


def write_parse(
    folder: Path, target: str, model: ParserModel, text: Treebank, threads: int
) -> None:
    """Parse a text and write what `read_folds` reads."""
    parse = model.parse(text, threads)
    write_treebank(parse.treebank, folder / f"{target}.conll")
    if model.variant.inverts:
        write_treebank(parse.written, folder / f"{target}.parsed.conll")
    atomic_write(folder / f"{target}.counts.json", json.dumps(parse.counts) + "\n")


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
        counts = json.loads(Path(folder, f"{target}.counts.json").read_text(encoding="utf-8"))
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
