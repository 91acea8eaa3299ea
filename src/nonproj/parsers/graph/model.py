"""A trained graph-based parser, in memory and in a model file."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from nonproj.data.arrays import Array, check_arrays, offsets
from nonproj.data.declared import Stored, as_declared
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.parsers.graph.family import CARRERAS, GRAPH
from nonproj.parsers.graph.features import most_places
from nonproj.parsers.graph.label_filter import LabelFilter, filter_tags
from nonproj.parsers.graph.memory import require_memory
from nonproj.parsers.graph.pruning import BITS
from nonproj.parsers.graph.scores import GraphScorer
from nonproj.parsers.graph.seen import none_seen
from nonproj.parsers.graph.sentences import (
    SEARCH_COUNTS,
    Corpus,
    TreeSearch,
    parse_sentences,
    weigh_arcs,
)
from nonproj.parsers.graph.symbols import words_of
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.model_files import Content
from nonproj.parsers.variants import Variant
from nonproj.systems.moves import SINGLE
from nonproj.trees.relabel import column_of

GRAPH_ARRAYS = {
    "places": Array("int32", ("weights",), "indices of non-zero weights", 0, "table"),
    "weights": Array("float32", ("weights",), "averaged weights at these indices"),
    "seen": Array("uint64", ("words",), "one bit per feature of the training data, see `seen`"),
    "pruner": Array("float32", ("pruned",), "weights for pruning, see `pruning`"),
    "filter.begin": offsets("rows", "candidates", "labels by tags and direction"),
    "filter.labels": Array("int32", ("candidates",), "see `LabelFilter`", 0, "labels"),
}


class GraphContent(Content, kw_only=True):
    """The header of a graph-based parser's model file."""

    bits: Annotated[int, Field(ge=6, le=28)]  # the table has 2^bits indices for features
    tags: tuple[str, ...]  # the coarse tags seen in training


@dataclass(frozen=True, eq=False, repr=False)
class GraphModel(ParserModel):
    """A trained graph-based parser."""

    variant: Variant
    root_mode: int
    seed: int
    bits: int
    labels: tuple[str, ...]
    tags: tuple[str, ...]  # the coarse tags seen in training, in the filter's order
    label_filter: LabelFilter
    table: np.ndarray  # float32: averaged weights
    seen: np.ndarray  # bits of features that occurred in training, see `seen`
    pruner: np.ndarray  # float32: weights of arcs for `pruning`
    calibration: Calibration | None = None

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        corpus, scorer = self.on(treebank)
        search = search_of(self.variant, self.root_mode)
        require_memory(search.decoder, treebank, corpus.tags, self.label_filter, threads)
        head, label = np.full((2, len(treebank.head)), -1, dtype=np.int32)

        def work(sentences: np.ndarray) -> tuple[int, ...]:
            return parse_sentences(corpus, scorer, search, sentences, head, label)

        parts = in_threads(work, treebank, threads)
        counts = (
            dict(zip(SEARCH_COUNTS, map(sum, zip(*parts, strict=True)), strict=True))
            if parts
            else {}
        )
        return treebank.with_trees(head, column_of(label, self.labels)), counts

    def certainty(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        corpus, scorer = self.on(parsed)
        search, shares = search_of(self.variant, self.root_mode), np.zeros(len(parsed.head))

        def work(sentences: np.ndarray) -> None:
            weigh_arcs(corpus, scorer, search, sentences, parsed.head, shares)

        in_threads(work, parsed, threads)
        return shares

    def on(self, treebank: Treebank) -> tuple[Corpus, GraphScorer]:
        """Return a treebank in the form that the model reads, and a scorer for its sentences."""
        corpus, n_labels = corpus_of(treebank, self.tags), len(self.labels)
        return corpus, scorer_of(
            corpus, self.table, self.seen, self.pruner, self.bits, self.label_filter, n_labels
        )

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        return self.tags if column == "upos" else None

    @property
    def stored(self) -> Stored:
        """The header and arrays of the model's file, with only the nonzero weights."""
        content = GraphContent(
            kind=GRAPH,
            variant=self.variant.name,
            root_mode=self.root_mode,
            seed=self.seed,
            labels=self.labels,
            steps=self.variant.states,
            calibration=self.calibration,
            bits=self.bits,
            tags=self.tags,
        )
        places = np.flatnonzero(self.table)
        arrays = {
            "places": places.astype(np.int32),
            "weights": self.table[places],
            "seen": self.seen,
            "pruner": self.pruner,
            "filter.begin": self.label_filter.begin,
            "filter.labels": self.label_filter.labels,
        }
        return Stored(content, arrays)


def load(variant: Variant, content: dict, arrays: dict[str, np.ndarray]) -> GraphModel:
    """Build a model from a file's content; raise NonprojError if the content is invalid."""
    header = as_declared(content, GraphContent, "header")
    labels, bits, n_tags = header.labels, header.bits, len(header.tags) + 2
    table = new_table(bits, len(labels))
    words, rows = len(none_seen(bits)), 2 * n_tags * n_tags
    pruned = 1 << BITS if variant.system.code == CARRERAS else 0
    sizes = {"table": len(table), "words": words, "rows": rows, "labels": len(labels)}
    check_arrays(arrays, GRAPH_ARRAYS, pruned=pruned, **sizes)
    if (np.diff(arrays["filter.begin"]) == 0).any():
        raise NonprojError("array 'filter.begin': a pair of tags has no label")
    table[arrays["places"]] = arrays["weights"]
    return GraphModel(
        variant.with_states(header.steps),
        header.root_mode,
        header.seed,
        bits,
        labels,
        header.tags,
        LabelFilter(arrays["filter.begin"], arrays["filter.labels"], n_tags),
        table,
        arrays["seen"],
        arrays["pruner"],
        header.calibration,
    )


def in_threads(work: Callable[[np.ndarray], Any], treebank: Treebank, threads: int) -> list:
    """Apply `work` to groups of sentences in parallel, longest first; return all results."""
    longest_first = np.argsort(-treebank.sentence_length, kind="stable")
    n_parts = min(8 * threads, treebank.n_sentences)
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, [longest_first[i::n_parts] for i in range(n_parts)]))


def search_of(variant: Variant, root_mode: int) -> TreeSearch:
    system = variant.system
    return TreeSearch(system.code, system.npa, system.threshold, root_mode == SINGLE)


def new_table(bits: int, n_labels: int) -> np.ndarray:
    """Create a table of zeros for 2^bits features, with room for the last feature's labels."""
    return np.zeros((1 << bits) + n_labels + 1, dtype=np.float32)


def corpus_of(treebank: Treebank, tags: tuple[str, ...]) -> Corpus:
    return Corpus(treebank.start, words_of(treebank), filter_tags(treebank, tags))


def scorer_of(
    corpus: Corpus,
    table: np.ndarray,
    seen: np.ndarray,
    pruner: np.ndarray,
    bits: int,
    label_filter: LabelFilter,
    n_labels: int,
) -> GraphScorer:
    width = most_places(corpus.words)
    return GraphScorer(table, seen, pruner, np.uint64(64 - bits), label_filter, n_labels, width)
