"""A trained graph-based parser: all that parsing needs, in memory and in one file."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.graph.features import most_places
from nonproj.parsers.graph.label_filter import LabelFilter, filter_tags
from nonproj.parsers.graph.scores import Scorer
from nonproj.parsers.graph.sentences import Corpus
from nonproj.parsers.graph.symbols import words_of
from nonproj.parsers.graph.variants import GraphVariant, is_graph_variant, parse_graph_variant
from nonproj.parsers.model_files import write_archive

GRAPH = "graph"


@dataclass(frozen=True, eq=False)
class GraphModel:
    """A graph-based parser."""

    variant: GraphVariant
    root_mode: int
    seed: int
    bits: int
    labels: tuple[str, ...]
    tags: tuple[str, ...]  # coarse tags of training, in the order of the filter
    label_filter: LabelFilter
    table: np.ndarray  # float32: averaged weights
    seen: np.ndarray  # features that training has met, see `graph_seen`

    kind = GRAPH

    def applied_as(self, name: str) -> "GraphModel":
        """The same weights with another threshold of the non-projective approximation, or, as
        carreras+raw, without it."""
        if is_graph_variant(name):
            other = parse_graph_variant(name)
            ours = self.variant
            if (other.system.code, other.steps) == (ours.system.code, ours.steps):
                return replace(self, variant=other)
        raise NonprojError(f"a model of {self.variant.name} cannot parse as {name}")

    def on(self, treebank: Treebank) -> tuple[Corpus, Scorer]:
        """The sentences of a treebank as the model sees them, and what scores them."""
        corpus, n_labels = corpus_of(treebank, self.tags), len(self.labels)
        return corpus, scorer_of(
            corpus, self.table, self.seen, self.bits, self.label_filter, n_labels
        )

    def save(self, path: str | Path) -> None:
        """Write the model; of the table only what is not zero."""
        content = {
            "kind": self.kind,
            "variant": self.variant.name,
            "root_mode": self.root_mode,
            "seed": self.seed,
            "bits": self.bits,
            "labels": self.labels,
            "tags": self.tags,
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
            parse_graph_variant(content["variant"]),
            content["root_mode"],
            content["seed"],
            content["bits"],
            labels,
            tags,
            LabelFilter(arrays["filter.begin"], arrays["filter.labels"], len(tags) + 2),
            table,
            arrays["seen"],
        )


def new_table(bits: int, n_labels: int) -> np.ndarray:
    """2^bits places at which a feature can begin, and room for the last one's labels."""
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
