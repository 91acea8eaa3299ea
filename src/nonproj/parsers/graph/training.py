"""Training of a graph-based parser (Bohnet 2010; Björkelund & Kuhn 2012, 3)."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from nonproj.data.conventions import Conventions
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.continuation_values import grown, together, with_known_labels
from nonproj.parsers.graph.family import CARRERAS
from nonproj.parsers.graph.label_filter import label_filter
from nonproj.parsers.graph.memory import require_memory
from nonproj.parsers.graph.model import GraphModel, corpus_of, new_table, scorer_of, search_of
from nonproj.parsers.graph.pruning import N_HALVES, NO_PRUNER, train_pruner
from nonproj.parsers.graph.seen import mark_seen, none_seen
from nonproj.parsers.graph.sentences import Corpus, TreeSearch, learn_from
from nonproj.parsers.graph.updates import add_step, step_of
from nonproj.parsers.interface import Training, begin
from nonproj.parsers.variants import Variant


# DEVIATION: graph-batches
@dataclass(frozen=True)
class GraphSettings:
    """The settings for training graph-based parsers.

    The sentences of a batch are parsed in parallel with the same weights, and then the weights are
    updated for one sentence after another. The number of threads does not affect the model."""

    iterations: int = 10  # DEVIATION: graph-passes
    further: int = 5  # the iterations if training goes on from a model
    bits: int = 24
    batch: int = 8
    shared: float = 0.5  # how much a step for a treebank also changes the weights of each other


def train(
    variant: Variant,
    treebank: Treebank,
    how: Training,
    prepared: Treebank | None = None,
    settings: GraphSettings | None = None,
) -> GraphModel:
    """Train a graph-based parser on a treebank."""
    if how.features:
        raise NonprojError(f"{variant.name}: the features of graph-based parsers cannot be chosen")
    settings = settings or GraphSettings()
    variant, treebank, root_mode = begin(variant, treebank, how, prepared)
    origin, iterations, bits = how.origin, settings.iterations, settings.bits
    tags = treebank.upos.values
    if origin is not None:
        treebank = with_known_labels(treebank, origin.labels)
        iterations, bits, tags = settings.further, origin.bits, together(origin.tags, tags)
    labels, corpus = treebank.deprel.values, corpus_of(treebank, tags)
    conventions, known = Conventions.in_text(treebank, how.others), origin and origin.label_filter
    treebanks = conventions.of_sentences
    filter_ = label_filter(treebank, tags, known)
    filters = [filter_] * len(conventions.sizes)
    if how.others:
        target = treebank.select(np.flatnonzero(treebanks == 0))
        filters[0] = label_filter(treebank, tags, known, np.unique(target.deprel.codes))
    search = search_of(variant, root_mode)
    require_memory(search.decoder, treebank, corpus.tags, filter_, how.threads)
    table, seen = new_table(bits, len(labels)), none_seen(bits)
    if origin is not None:
        table, seen = grown(origin.table, table), origin.seen.copy()
    tables, average, scratch = [table.copy() for _ in filters], table, np.zeros_like(table)
    pruner, *halves = _pruners(search, corpus, treebank, how.seed, origin and origin.pruner)
    scorers = [
        [scorer_of(corpus, each, seen, half, bits, allowed, len(labels)) for half in halves]
        for each, allowed in zip(tables, filters, strict=True)
    ]
    batches = _batches(treebank, iterations, settings.batch, how.seed)

    def lesson(sentence: np.ndarray) -> tuple[np.ndarray, int, float]:
        gold = treebank.head, treebank.deprel.codes
        scorer = scorers[treebanks[sentence]][sentence % N_HALVES]
        return learn_from(corpus, scorer, search, sentence, *gold)

    with ThreadPoolExecutor(how.threads) as pool:
        for b, batch in enumerate(batches):
            # Parse all sentences before the first step, which changes the table that they read.
            lessons = list(pool.map(lesson, batch.tolist()))
            for own, (places, n_gold, loss) in zip(treebanks[batch], lessons, strict=True):
                mark_seen(seen, places)
                step = step_of(tables[own], scratch, places, n_gold, loss)
                steps = np.full(len(tables), settings.shared * step, np.float32)
                steps[own] = step
                for each, change in zip(tables, steps, strict=True):
                    add_step(each, places, n_gold, change)
                add_step(average, places, n_gold, steps[0] * np.float32(1.0 - b / len(batches)))
            how.progress("weights", (b + 1) / len(batches))
    return GraphModel(
        variant, root_mode, how.seed, bits, labels, tags, filters[0], average, seen, pruner
    )


def _pruners(
    search: TreeSearch, corpus: Corpus, treebank: Treebank, seed: int, known: np.ndarray | None
) -> list[np.ndarray]:
    """Train pruners: one on all sentences, and then, for each half, one on the other half."""
    if search.decoder != CARRERAS:
        return [NO_PRUNER] * (1 + N_HALVES)
    every = np.arange(treebank.n_sentences)
    others = [every[every % N_HALVES != half] for half in range(N_HALVES)]
    return [train_pruner(corpus, treebank.head, part, seed, known) for part in (every, *others)]


def _batches(treebank: Treebank, iterations: int, size: int, seed: int) -> list[np.ndarray]:
    """Return the batches of all iterations; sentences are reshuffled for each iteration.

    In each batch, the longest sentences come first, so that threads finish at about the same time.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    batches = []
    for _ in range(iterations):
        order = rng.permutation(treebank.n_sentences)
        for first in range(0, len(order), size):
            batch = order[first : first + size]
            longest_first = np.argsort(-treebank.sentence_length[batch], kind="stable")
            batches.append(batch[longest_first])
    return batches
