"""Graph-based parsing of sentences in which some heads and labels are given.

The candidates of a word with a given head are the arcs from this head, and those of a word with a
given label have this label. The maximum spanning tree is then the best tree with what is given. A
label that is given without a head admits only heads under which the label filter has seen it,
unless no tree has such arcs.

Second-order parsing starts from the best projective tree of these candidates. If no projective tree
has all given arcs, it keeps those of the tree that the pruner finds most probable among all
projective trees with the most given arcs. The others are put in by the tree that has all given arcs
and, of all such trees, the most arcs of the first tree. The approximation starts there. It moves no
given arc, because the arc's word has no other candidates."""

from collections.abc import Sequence
from dataclasses import fields
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.decoders.carreras import best_projective
from nonproj.decoders.carreras_factors import Factors, best_labels, number_candidates
from nonproj.decoders.chu_liu_edmonds import best_arborescence
from nonproj.decoders.constrained import (
    choose_labels,
    has_tree,
    projective_with_most,
    spanning_with_most,
)
from nonproj.decoders.npa import climb_from
from nonproj.parsers.graph.family import CARRERAS
from nonproj.parsers.graph.label_filter import candidates
from nonproj.parsers.graph.memory import require_memory
from nonproj.parsers.graph.model import GraphModel, in_threads, search_of
from nonproj.parsers.graph.pruning import head_scores, kept_arcs
from nonproj.parsers.graph.scores import score_arcs, score_factors
from nonproj.parsers.graph.sentences import sentence_of
from nonproj.trees.relabel import column_of


class Given(NamedTuple):
    """The heads and labels that a text has, by slot; negative numbers stand for none."""

    head: np.ndarray  # int32
    label: np.ndarray  # int32, numbered as in the model; a label that it lacks counts as none


class GraphModelWithGiven(GraphModel):
    """A graph-based parser that keeps the heads and labels of a text."""

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        corpus, scorer = self.on(treebank)
        search = search_of(self.variant, self.root_mode)
        require_memory(search.decoder, treebank, corpus.tags, self.label_filter, threads)
        given = Given(treebank.head, treebank.deprel.recoded(self.labels))
        head, label = np.full((2, len(treebank.head)), -1, dtype=np.int32)

        def work(sentences: np.ndarray) -> None:
            parse_with_given(corpus, scorer, search, sentences, given, head, label)

        in_threads(work, treebank, threads)
        return treebank.with_trees(head, column_of(label, self.labels)), {}


def with_given(model: GraphModel) -> GraphModelWithGiven:
    """Return a model that keeps the heads and labels of a text."""
    return GraphModelWithGiven(**{f.name: getattr(model, f.name) for f in fields(model)})


@njit(cache=True, nogil=True)
def parse_with_given(corpus, scorer, search, sentences, given, head, label):
    """Parse these sentences, writing to `head` and `label`."""
    for s in sentences:
        first, end = corpus.start[s], corpus.start[s + 1]
        own = Given(given.head[first:end], given.label[first:end])
        allowed = _allowed_arcs(scorer.label_filter, corpus.tags[first:end], own, search)
        tree, labels = head[first:end], label[first:end]
        tree[:], labels[:] = -1, -1
        if search.decoder == CARRERAS:
            _search_second_order(corpus, scorer, search, s, own, allowed, tree, labels)
        else:
            factors = _score(corpus, scorer, search, s, own, allowed)
            scores, candidate = best_labels(factors.into, factors.arc)
            equal_rank = np.zeros(scores.shape, np.int32)
            best_arborescence(scores, equal_rank, search.single_root, tree)
            for m in range(1, len(tree)):
                labels[m] = factors.label[candidate[tree[m], m]]


@njit(cache=True, nogil=True)
def _allowed_arcs(label_filter, tags, given, search):
    """Return the arcs, bool[head, dependent], of which a tree with given arcs can consist."""
    size = len(tags)
    into, _, labels = candidates(label_filter, tags, np.ones((size, size), np.bool_))
    allowed = np.zeros((size, size), np.bool_)
    for by_filter in (True, False):
        for m in range(1, size):
            chooses = by_filter and given.head[m] < 0 and given.label[m] >= 0
            for h in range(size):
                seen = labels[into[m, h] : into[m, h + 1]]
                allowed[h, m] = h != m and (
                    h == given.head[m]
                    or (given.head[m] < 0 and not (chooses and np.all(seen != given.label[m])))
                )
        if has_tree(allowed, search.single_root):
            break
    return allowed


@njit(cache=True, nogil=True)
def _search_second_order(corpus, scorer, search, s, given, allowed, heads, labels):
    """Fill in the heads and labels of the tree that the approximation reaches."""
    single_root, none = search.single_root, np.full(len(heads), -1, np.int32)
    probable = head_scores(corpus.words, sentence_of(corpus, s), scorer.pruner, scorer.width)
    most = projective_with_most(probable, allowed, single_root)
    within, all_within = allowed.copy(), True
    for m in range(1, len(heads)):
        if not allowed[most[m], m]:
            all_within = False
            within[:, m] = True
            within[m, m] = False
    kept = _pruned(probable, within, search, none)
    factors = _score(corpus, scorer, search, s, given, kept)
    best_projective(factors, single_root, heads, labels)
    if not all_within:
        shared = np.zeros(allowed.shape, np.bool_)
        for m in range(1, len(heads)):
            shared[heads[m], m] = True
        heads[:] = spanning_with_most(probable, shared, allowed, single_root)
        kept = _pruned(probable, allowed, search, heads)
        factors = _score(corpus, scorer, search, s, given, kept)
        choose_labels(factors, heads, labels, np.ones(len(heads), np.bool_))
    if search.npa:
        climb_from(factors, search.threshold, single_root, heads, labels)
    choose_labels(factors, heads, labels, given.head >= 0)


@njit(cache=True, nogil=True)
def _pruned(probable, allowed, search, heads):
    """Return which of the allowed arcs to keep; always keep the arcs in `heads`."""
    scores = np.where(allowed, probable, -np.inf)
    return kept_arcs(scores, search.margin, search.single_root, heads) & allowed


@njit(cache=True, nogil=True)
def _score(corpus, scorer, search, s, given, kept):
    """Score the factors of the arcs that are kept; for first-order decoders, only the arcs."""
    sentence = sentence_of(corpus, s)
    tags = corpus.tags[sentence.first : sentence.first + sentence.n + 1]
    arcs = _with_labels(candidates(scorer.label_filter, tags, kept), given.label)
    scores = score_arcs(corpus.words, sentence, scorer, arcs)
    if search.decoder == CARRERAS:
        return score_factors(sentence, scorer, arcs, scores)
    none = np.zeros(0, np.float32)
    return Factors(*arcs, scores, none, none)


@njit(cache=True, nogil=True)
def _with_labels(arcs, given):
    """Replace the candidates of a word that has a given label: one from each head, with it."""
    into, _, labels = arcs
    size = len(given)
    counts = np.zeros((size, size), np.int64)
    for m in range(1, size):
        for h in range(size):
            n_labels = into[m, h + 1] - into[m, h]
            counts[h, m] = n_labels if given[m] < 0 else min(n_labels, 1)
    new_into, new_out = number_candidates(counts)
    new_labels = np.empty(new_into[-1, -1], np.int32)
    for m in range(1, size):
        for h in range(size):
            begin, end = new_into[m, h], new_into[m, h + 1]
            if given[m] < 0:
                new_labels[begin:end] = labels[into[m, h] : into[m, h + 1]]
            else:
                new_labels[begin:end] = given[m]
    return new_into, new_out, new_labels
