"""Parses of the workflow, read back for scoring."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from nonproj.data.conll import read_treebank
from nonproj.evaluation.parse_scores import Part
from nonproj.parsers.families import variant_named
from nonproj.parsers.steps import lifted_arcs


def read_parts(
    variants: Sequence[str],
    gold: Sequence[str],
    final: Sequence[str],
    parsed: Sequence[str],
    counts: Sequence[str],
) -> dict[str, list[Part]]:
    """Parses by variant; several of one variant are its folds. All arguments run in parallel."""
    read_gold = cache(read_treebank)
    parts: dict[str, list[Part]] = {}
    for variant, *files in zip(variants, gold, final, parsed, counts, strict=True):
        gold_path, final_path, parsed_path, counts_path = files
        steps, lifted = variant_named(variant).steps, None
        if any(step.marks_labels for step in steps):
            lifted = lifted_arcs(steps, read_treebank(parsed_path))
        took = json.loads(Path(counts_path).read_text(encoding="utf-8"))
        part = Part(read_gold(gold_path), read_treebank(final_path), lifted, took)
        parts.setdefault(variant, []).append(part)
    return parts


def read_blends(names: Sequence[str], gold: str, files: Sequence[str]) -> dict[str, list[Part]]:
    """Blends of the parses of one text; nothing is known of how their arcs came about."""
    text = read_treebank(gold)
    return {
        name: [Part(text, read_treebank(file))] for name, file in zip(names, files, strict=True)
    }
