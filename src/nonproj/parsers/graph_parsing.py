"""Parsing a treebank with a graph-based parser."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.decoders.npa import THRESHOLD
from nonproj.parsers.graph_model import GraphModel, corpus_of, scorer_of
from nonproj.parsers.graph_sentences import Search, parse_sentences
from nonproj.parsers.steps import restore
from nonproj.systems.configuration import SINGLE
from nonproj.trees.relabel import column_of


def parse_graph(
    model: GraphModel, treebank: Treebank, threads: int = 1, threshold: float = THRESHOLD
) -> Treebank:
    """The treebank under the model's trees; its own heads and labels are not looked at.

    threshold: what a move of the non-projective approximation must gain."""
    return restore(model.variant.steps, parse_graph_encoded(model, treebank, threads, threshold))


def parse_graph_encoded(
    model: GraphModel, treebank: Treebank, threads: int = 1, threshold: float = THRESHOLD
) -> Treebank:
    """What the parser itself finds, before `restore`."""
    corpus = corpus_of(treebank, model.tags)
    scorer = scorer_of(corpus, model.table, model.bits, model.label_filter, len(model.labels))
    system = model.variant.system
    search = Search(system.code, system.npa, threshold, model.root_mode == SINGLE)
    head, label = np.full((2, len(treebank.head)), -1, dtype=np.int32)

    def work(sentences: np.ndarray) -> int:
        return parse_sentences(corpus, scorer, search, sentences, head, label)

    longest_first = np.argsort(-treebank.sentence_length, kind="stable")
    n_parts = min(8 * threads, treebank.n_sentences)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, [longest_first[i::n_parts] for i in range(n_parts)]))
    return treebank.with_trees(head, column_of(label, model.labels))
