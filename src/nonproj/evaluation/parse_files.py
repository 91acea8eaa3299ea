"""Parses of the workflow, read back for scoring."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from nonproj.data.conll import read_treebank
from nonproj.evaluation.parse_scores import Fold
from nonproj.evaluation.values import Subject
from nonproj.parsers.families import variant_named
from nonproj.parsers.steps import lifted_arcs


def read_folds(
    variants: Sequence[str],
    gold: Sequence[str],
    final: Sequence[str],
    parsed: Sequence[str],
    counts: Sequence[str],
) -> dict[Subject, list[Fold]]:
    """Parses by variant; several of one variant are its folds. All arguments run in parallel."""
    read_gold = cache(read_treebank)
    folds: dict[Subject, list[Fold]] = {}
    for variant, *files in zip(variants, gold, final, parsed, counts, strict=True):
        gold_path, final_path, parsed_path, counts_path = files
        steps, lifted = variant_named(variant).steps, None
        if any(step.marks_labels for step in steps):
            lifted = lifted_arcs(steps, read_treebank(parsed_path))
        took = json.loads(Path(counts_path).read_text(encoding="utf-8"))
        fold = Fold(read_gold(gold_path), read_treebank(final_path), lifted, took)
        folds.setdefault(Subject(variant), []).append(fold)
    return folds


def read_blends(names: Sequence[str], gold: str, files: Sequence[str]) -> dict[Subject, list[Fold]]:
    """Blends of the parses of one text, by names such as `gl-eq;classifiers=all4`."""
    text = read_treebank(gold)
    return {
        Subject.of(name): [Fold(text, read_treebank(file))]
        for name, file in zip(names, files, strict=True)
    }
