"""What a treebank is like: sizes, tag sets, arc lengths, non-projectivity.

Figures and their names follow the dataset tables of the studies (Björkelund & Kuhn 2012 T1,
Kuhlmann & Nivre 2010 T1, Nivre 2007 T1 and section 2, Nilsson 2009 T3.1 and T5.2)."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.evaluation.measurements import Measurement
from nonproj.trees.measures import (
    arc_degrees,
    arc_lengths,
    gap_degrees,
    one_endpoint_crossing_sentences,
    planar_sentences,
    sentence_maxima,
)
from nonproj.trees.projectivity import nonprojective_arcs

EMPTY = "_"  # what a column holds where a treebank does not annotate it
DEGREES = (0, 1, 2, 3)


def statistics(treebank: Treebank, name: str, split: str) -> list[Measurement]:
    """Every figure of the dataset tables, as counts."""
    figure = partial(Measurement, name, split, "gold")
    return [
        *_sizes(treebank, figure),
        *_inventories(treebank, figure),
        *_nonprojectivity(treebank, figure),
        *_structure(treebank, figure),
    ]


def _sizes(treebank: Treebank, figure) -> Iterator[Measurement]:
    sentences, words = treebank.n_sentences, treebank.n_words
    yield figure("", "n-sentences", "count", sentences, 1)
    yield figure("", "n-tokens", "count", words, 1)
    yield figure("", "n-arcs", "count", words, 1)
    yield figure("", "tokens-per-sentence", "ratio", words, sentences)
    yield figure("", "max-sentence-length", "count", int(treebank.sentence_length.max()), 1)


def _inventories(treebank: Treebank, figure) -> Iterator[Measurement]:
    has_lemma, has_feats = _annotated(treebank.lemma), _annotated(treebank.feats)
    atoms = {atom for value in _used(treebank.feats) for atom in value.split("|")}
    yield figure("", "n-labels", "count", len(_used(treebank.deprel)), 1)
    yield figure("", "n-cpos", "count", len(_used(treebank.upos)), 1)
    yield figure("", "n-pos", "count", len(_used(treebank.xpos)), 1)
    yield figure("", "n-feats", "count", len(atoms - {EMPTY}), 1)
    yield figure("", "has-lemma", "boolean", int(has_lemma), 1)
    yield figure("", "has-lemma-or-feats", "boolean", int(has_lemma or has_feats), 1)


def _used(column: Column) -> list[str]:
    """The values that occur; a treebank cut out of another shares its vocabulary."""
    return [column.values[code] for code in np.unique(column.codes[column.codes >= 0])]


def _annotated(column: Column) -> bool:
    return any(value != EMPTY for value in _used(column))


def _nonprojectivity(treebank: Treebank, figure) -> Iterator[Measurement]:
    start, words, sentences = treebank.start, treebank.n_words, treebank.n_sentences
    nonprojective = nonprojective_arcs(start, treebank.head)
    arcs = int(nonprojective.sum())
    affected = int(sentence_maxima(start, nonprojective.astype(np.int32)).sum())
    yield figure("", "n-nonproj-arcs", "count", arcs, 1)
    yield figure("", "pct-nonproj-arcs", "percent", arcs, words)
    yield figure("", "pct-proj-arcs", "percent", words - arcs, words)
    yield figure("", "pct-nonproj-sentences", "percent", affected, sentences)
    lengths = arc_lengths(start, treebank.head)
    chosen = {
        "arcs=all": treebank.is_word,
        "arcs=proj": treebank.is_word & ~nonprojective,
        "arcs=nonproj": nonprojective,
    }
    for setting, mask in chosen.items():
        total, count = int(lengths[mask].sum()), int(mask.sum())
        yield figure(setting, "mean-arc-length", "words", total, count)


def _structure(treebank: Treebank, figure) -> Iterator[Measurement]:
    start, head, sentences = treebank.start, treebank.head, treebank.n_sentences
    degree = sentence_maxima(start, arc_degrees(start, head))
    for bound in DEGREES:
        within = int((degree <= bound).sum())
        yield figure(f"max-degree={bound}", "coverage", "percent", within, sentences)
    gap_degree = sentence_maxima(start, gap_degrees(start, head))
    for bound in DEGREES[:2]:
        within = int((gap_degree <= bound).sum())
        yield figure(f"max-gap-degree={bound}", "coverage", "percent", within, sentences)
    planar = int(planar_sentences(start, head).sum())
    yield figure("planar", "coverage", "percent", planar, sentences)
    crossing = int(one_endpoint_crossing_sentences(start, head).sum())
    yield figure("1-endpoint-crossing", "coverage", "percent", crossing, sentences)
    roots = np.add.reduceat(head == 0, start[:-1])
    yield figure("", "pct-multiroot-sentences", "percent", int((roots > 1).sum()), sentences)
