"""Parsing with transition systems, from left to right or from right to left."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.parsers.transition.loops import PARSING_COUNTS, LinearParser, parse_range
from nonproj.parsers.transition.symbols import Symbols, max_features
from nonproj.systems.direction import mirror_heads, mirror_slots
from nonproj.trees.relabel import column_of

LABELS = "labels"  # this count describes the parser; all others count parsing operations
# Heads, labels and counts.
ParsedRange = tuple[np.ndarray, np.ndarray, np.ndarray]


def predict(
    model, treebank: Treebank, find: Callable[[Treebank, Symbols], ParsedRange]
) -> tuple[Treebank, dict[str, int]]:
    """Parse a treebank with `find` in the model's direction; return the trees and the counts.

    One of the counts is the number of labels that the classifier distinguishes."""
    right_to_left, vocabulary = model.variant.system.right_to_left, model.vocabulary
    read = mirrored(treebank) if right_to_left else treebank
    head, label, counts = find(read, vocabulary.encode(read))
    if right_to_left:
        head, label = mirror_heads(read.start, head), label[mirror_slots(read.start)]
    parsed = treebank.with_trees(head, column_of(label, vocabulary.written_labels))
    n_labels = model.actions.n_labels
    return parsed, dict(zip(PARSING_COUNTS, counts.tolist(), strict=True)) | {LABELS: n_labels}


def mirrored(treebank: Treebank) -> Treebank:
    """Return the treebank with the words of each sentence in reverse order."""
    order = mirror_slots(treebank.start)
    columns = {
        name: Column(getattr(treebank, name).codes[order], getattr(treebank, name).values)
        for name in (*Treebank.TEXT_COLUMNS, "deprel")
    }
    return replace(treebank, head=mirror_heads(treebank.start, treebank.head), **columns)


def parse_in_threads(
    parser: LinearParser, treebank: Treebank, symbols: Symbols, threads: int
) -> ParsedRange:
    """Parse a treebank greedily in parallel threads."""
    return in_threads(partial(parse_range, parser), parser, treebank, symbols, threads)


def in_threads(
    parse: Callable, parser: LinearParser, treebank: Treebank, symbols: Symbols, threads: int
) -> ParsedRange:
    """Call `parse` in parallel threads, for ranges of sentences with about equally many tokens.

    `parse` takes the arguments of `parse_range`, except for the parser."""
    start = treebank.start
    head, label = np.empty_like(treebank.head), np.empty_like(treebank.head)
    bounds = np.searchsorted(start, np.linspace(0, start[-1], 4 * threads + 1)).tolist()
    width = max(1, max_features(parser.features.templates, symbols))

    def work(bound: tuple[int, int]) -> np.ndarray:
        return parse(symbols, width, start, *bound, head, label)

    ranges = [(a, b) for a, b in pairwise(bounds) if b > a]
    with ThreadPoolExecutor(threads) as pool:
        counts = list(pool.map(work, ranges))
    return head, label, np.sum([np.zeros(len(PARSING_COUNTS)), *counts], axis=0, dtype=np.int64)
