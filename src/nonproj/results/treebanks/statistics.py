"""Treebank statistics: sizes, tag sets, arc lengths and non-projectivity.

The values are those of the studies' dataset tables (Björkelund & Kuhn 2012 T1, Kuhlmann & Nivre
2010 T1, Nivre 2007 T1 and section 2, Nilsson 2009 T3.1 and T5.2)."""

from collections.abc import Iterator

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.results.values import Key, Value
from nonproj.trees.measures import (
    arc_degrees,
    arc_lengths,
    gap_degrees,
    one_endpoint_crossing_sentences,
    planar_sentences,
    sentence_maxima,
)
from nonproj.trees.projectivity import nonprojective_arcs

UNANNOTATED = "_"  # the value of columns without annotation
DEGREES = (0, 1, 2, 3)


def statistics(treebank: Treebank, name: str, split: str) -> list[Value]:
    """Count all values in the studies' dataset tables, for one treebank."""
    gold = Key(name, split, "gold")
    return [
        *_sizes(treebank, gold),
        *_inventories(treebank, gold),
        *_nonprojectivity(treebank, gold),
        *_structure(treebank, gold),
    ]


def _sizes(treebank: Treebank, gold: Key) -> Iterator[Value]:
    sentences, words = treebank.n_sentences, treebank.n_words
    yield gold.value("n-sentences", sentences)
    yield gold.value("n-tokens", words)
    yield gold.value("n-arcs", words)
    yield gold.value("tokens-per-sentence", words, sentences)
    yield gold.value("max-sentence-length", int(treebank.sentence_length.max()))


def _inventories(treebank: Treebank, gold: Key) -> Iterator[Value]:
    has_lemma, has_feats = _annotated(treebank.lemma), _annotated(treebank.feats)
    atoms = {atom for value in _used(treebank.feats) for atom in value.split("|")}
    yield gold.value("n-labels", len(_used(treebank.deprel)), unit="count")
    for metric, tags in (("n-cpos", treebank.upos), ("n-pos", treebank.xpos)):
        yield gold.value(metric, len({*_used(tags)} - {UNANNOTATED}))
    yield gold.value("n-feats", len(atoms - {UNANNOTATED}))
    yield gold.value("has-lemma", int(has_lemma))
    yield gold.value("has-lemma-or-feats", int(has_lemma or has_feats))


def _used(column: Column) -> list[str]:
    """Return the values that occur in a column; `column.values` may list more."""
    return [column.values[code] for code in np.unique(column.codes[column.codes >= 0])]


def _annotated(column: Column) -> bool:
    return any(value != UNANNOTATED for value in _used(column))


def _nonprojectivity(treebank: Treebank, gold: Key) -> Iterator[Value]:
    start, words, sentences = treebank.start, treebank.n_words, treebank.n_sentences
    nonprojective = nonprojective_arcs(start, treebank.head)
    arcs = int(nonprojective.sum())
    affected = int(sentence_maxima(start, nonprojective.astype(np.int32)).sum())
    yield gold.value("n-nonproj-arcs", arcs)
    yield gold.value("pct-nonproj-arcs", arcs, words)
    yield gold.value("pct-proj-arcs", words - arcs, words)
    yield gold.value("pct-nonproj-sentences", affected, sentences)
    lengths = arc_lengths(start, treebank.head)
    chosen = {
        "arcs=all": treebank.is_word,
        "arcs=proj": treebank.is_word & ~nonprojective,
        "arcs=nonproj": nonprojective,
    }
    for setting, mask in chosen.items():
        total, count = int(lengths[mask].sum()), int(mask.sum())
        yield gold.under(setting).value("mean-arc-length", total, count)


def _structure(treebank: Treebank, gold: Key) -> Iterator[Value]:
    start, head, sentences = treebank.start, treebank.head, treebank.n_sentences
    degree = sentence_maxima(start, arc_degrees(start, head))
    gap_degree = sentence_maxima(start, gap_degrees(start, head))
    members = {f"max-degree={bound}": degree <= bound for bound in DEGREES}
    members |= {f"max-gap-degree={bound}": gap_degree <= bound for bound in DEGREES[:2]}
    members["planar"] = planar_sentences(start, head)
    members["1-endpoint-crossing"] = one_endpoint_crossing_sentences(start, head)
    for setting, inside in members.items():
        yield gold.under(setting).value("coverage", int(inside.sum()), sentences)
    roots = np.add.reduceat(head == 0, start[:-1])
    yield gold.value("pct-multiroot-sentences", int((roots > 1).sum()), sentences)
