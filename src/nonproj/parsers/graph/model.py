"""A trained graph-based parser: all that parsing needs, in memory and in one file."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.family import GRAPH
from nonproj.parsers.graph.features import most_places
from nonproj.parsers.graph.label_filter import LabelFilter, filter_tags
from nonproj.parsers.graph.memory import require_memory
from nonproj.parsers.graph.scores import Scorer
from nonproj.parsers.graph.sentences import COUNTS, Corpus, Search, parse_sentences
from nonproj.parsers.graph.symbols import words_of
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.model_files import write_archive
from nonproj.parsers.variants import Variant
from nonproj.systems.configuration import SINGLE
from nonproj.trees.relabel import column_of


@dataclass(frozen=True, eq=False)
class GraphModel(ParserModel):
    """A graph-based parser."""

    variant: Variant
    root_mode: int
    seed: int
    bits: int
    labels: tuple[str, ...]
    tags: tuple[str, ...]  # coarse tags of training, in the order of the filter
    label_filter: LabelFilter
    table: np.ndarray  # float32: averaged weights
    seen: np.ndarray  # features that training has met, see `seen`

    def predict(self, treebank: Treebank, threads: int = 1) -> tuple[Treebank, dict[str, int]]:
        corpus, scorer = self.on(treebank)
        search = search_of(self.variant, self.root_mode)
        require_memory(search.decoder, treebank, corpus.tags, self.label_filter, threads)
        head, label = np.full((2, len(treebank.head)), -1, dtype=np.int32)

        def work(sentences: np.ndarray) -> tuple[int, ...]:
            return parse_sentences(corpus, scorer, search, sentences, head, label)

        longest_first = np.argsort(-treebank.sentence_length, kind="stable")
        n_parts = min(8 * threads, treebank.n_sentences)
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(work, [longest_first[i::n_parts] for i in range(n_parts)]))
        counts = dict(zip(COUNTS, map(sum, zip(*parts, strict=True)), strict=True)) if parts else {}
        return treebank.with_trees(head, column_of(label, self.labels)), counts

    def on(self, treebank: Treebank) -> tuple[Corpus, Scorer]:
        """The sentences of a treebank as the model sees them, and what scores them."""
        corpus, n_labels = corpus_of(treebank, self.tags), len(self.labels)
        return corpus, scorer_of(
            corpus, self.table, self.seen, self.bits, self.label_filter, n_labels
        )

    def save(self, path: str | Path) -> None:
        """Write the model; of the table only what is not zero."""
        content = {
            "kind": GRAPH,
            "variant": self.variant.name,
            "root_mode": self.root_mode,
            "seed": self.seed,
            "bits": self.bits,
            "labels": self.labels,
            "tags": self.tags,
            **self.variant.states,
        }
        places = np.flatnonzero(self.table)
        arrays = {
            "places": places.astype(np.int32),
            "weights": self.table[places],
            "seen": self.seen,
            "filter.begin": self.label_filter.begin,
            "filter.labels": self.label_filter.labels,
        }
        write_archive(path, content, arrays)

    @classmethod
    def of(cls, content: dict, arrays: dict[str, np.ndarray]) -> "GraphModel":
        """The model of what a file holds."""
        labels, tags = tuple(content["labels"]), tuple(content["tags"])
        table = new_table(content["bits"], len(labels))
        table[arrays["places"]] = arrays["weights"]
        return cls(
            variant_named(content["variant"]).with_states(content),
            content["root_mode"],
            content["seed"],
            content["bits"],
            labels,
            tags,
            LabelFilter(arrays["filter.begin"], arrays["filter.labels"], len(tags) + 2),
            table,
            arrays["seen"],
        )


def search_of(variant: Variant, root_mode: int) -> Search:
    system = variant.system
    return Search(system.code, system.npa, system.threshold, root_mode == SINGLE)


def new_table(bits: int, n_labels: int) -> np.ndarray:
    """2^bits places at which a feature can begin, and space for the last one's labels."""
    return np.zeros((1 << bits) + n_labels + 1, dtype=np.float32)


def corpus_of(treebank: Treebank, tags: tuple[str, ...]) -> Corpus:
    return Corpus(treebank.start, words_of(treebank), filter_tags(treebank, tags))


def scorer_of(
    corpus: Corpus,
    table: np.ndarray,
    seen: np.ndarray,
    bits: int,
    label_filter: LabelFilter,
    n_labels: int,
) -> Scorer:
    width = most_places(corpus.words)
    return Scorer(table, seen, np.uint64(64 - bits), label_filter, n_labels, width)
