"""Parsing a text in parts, so that progress can be shown."""

from itertools import pairwise

import numpy as np

from nonproj.data.misc_column import with_confidence
from nonproj.data.retag import retagged
from nonproj.data.treebank import Column, Treebank
from nonproj.option_types import FillChoice
from nonproj.parsers.interface import ParserModel, Progress

PROGRESS_PARTS = 50  # progress is shown after each part


def parse_in_parts(
    model: ParserModel,
    text: Treebank,
    threads: int,
    tags: FillChoice,
    show: Progress,
    n_parts: int = PROGRESS_PARTS,
    confidence: bool = False,
) -> Treebank:
    """Parse a text in parts; return what `Parse.annotated` would be for the whole text."""
    model.variant.require_length(text)  # here, so that errors number sentences in the whole text
    if text.n_sentences == 0:
        return text
    bounds = np.linspace(0, text.n_sentences, min(n_parts, text.n_sentences) + 1, dtype=int)
    filled, heads, shares = model.to_fill(text, tags), [], []
    columns: dict[str, list] = {name: [] for name in ("deprel", *filled)}
    show("parsing", 0.0)
    for first, end in pairwise(bounds.tolist()):
        part = text.select(range(first, end))
        parsed, *_, own = model.parse_filling(part, threads, filled, confidence)
        heads.append(parsed.head)
        shares += [own] if confidence else []
        for name, strings in columns.items():
            strings += getattr(parsed, name).strings()
        show("parsing", end / text.n_sentences)
    deprel, *tagged = map(Column.of, columns.values())
    trees = text.with_trees(np.concatenate(heads), deprel)
    trees = retagged(trees, dict(zip(filled, tagged, strict=True)))
    return with_confidence(trees, np.concatenate(shares)) if confidence else trees
