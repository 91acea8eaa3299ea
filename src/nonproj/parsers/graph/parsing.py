"""Parsing a treebank with a graph-based parser."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.parsers.graph.memory import require_memory
from nonproj.parsers.graph.model import GraphModel
from nonproj.parsers.graph.sentences import COUNTS, Search, parse_sentences
from nonproj.systems.configuration import SINGLE
from nonproj.trees.relabel import column_of


def parse_graph_encoded(
    model: GraphModel, treebank: Treebank, threads: int = 1
) -> tuple[Treebank, dict[str, int]]:
    """What the parser itself finds, before its steps are undone, and what it took."""
    corpus, scorer = model.on(treebank)
    system = model.variant.system
    require_memory(system.code, treebank, corpus.tags, model.label_filter, threads)
    search = Search(system.code, system.npa, system.threshold, model.root_mode == SINGLE)
    head, label = np.full((2, len(treebank.head)), -1, dtype=np.int32)

    def work(sentences: np.ndarray) -> tuple[int, ...]:
        return parse_sentences(corpus, scorer, search, sentences, head, label)

    longest_first = np.argsort(-treebank.sentence_length, kind="stable")
    n_parts = min(8 * threads, treebank.n_sentences)
    with ThreadPoolExecutor(threads) as pool:
        counts = list(pool.map(work, [longest_first[i::n_parts] for i in range(n_parts)]))
    took = dict(zip(COUNTS, map(sum, zip(*counts, strict=True)), strict=True)) if counts else {}
    return treebank.with_trees(head, column_of(label, model.labels)), took
