"""Pruning of arcs by a first-order model, before any other score is computed.

Most arcs can be ruled out by their own features. A small log-linear model computes a probability
for each possible head of a word from the features of the unlabelled arc. An arc is kept if its
probability is not much lower than the probability of the word's most probable head. The best
projective tree is always kept, so that the chart finds a tree; in training, so are the gold arcs.

A model is too certain about the trees that it was trained on. In training, each half of the trees
is therefore pruned by a model trained on the other half. DEVIATION: pruned-arcs"""

import numpy as np
from numba import njit

from nonproj.decoders.eisner import best_projective
from nonproj.parsers.graph.features import arc_places, most_places, new_sentence

BITS = 20  # 2^20 weights fit in the processor's cache
PASSES = 3
RATE = 0.05  # the size of the first step; steps decrease to zero
MARGIN = 5.0  # keep heads that are at least exp(-5) times as probable as the most probable head
UNPRUNED = np.inf
N_HALVES = 2
NO_PRUNER = np.zeros(0, np.float32)  # for decoders that do not prune
_LEAST_GRADIENT = 0.01
_SHIFT = np.uint64(64 - BITS)


def train_pruner(
    corpus, heads: np.ndarray, sentences: np.ndarray, seed: int, known: np.ndarray | None = None
) -> np.ndarray:
    """Train a pruner on these sentences by stochastic gradient descent; return its weights.

    Training starts from the weights of a known pruner, if there is one."""
    weights = np.zeros(1 << BITS, np.float32) if known is None else known.copy()
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    order = np.concatenate([rng.permutation(sentences) for _ in range(PASSES)])
    _learn(corpus, weights, order, heads, most_places(corpus.words))
    return weights


@njit(cache=True, nogil=True)
def _learn(corpus, weights, order, heads, width):
    """Raise the weights of gold arcs and lower those of other arcs, sentence by sentence."""
    places = np.empty(width, np.uint64)
    for i in range(len(order)):
        first, end = corpus.start[order[i]], corpus.start[order[i] + 1]
        sentence = new_sentence(corpus.words, corpus.tags, first, end - first - 1)
        rate = np.float32(RATE * (1.0 - i / len(order)))
        scores = head_scores(corpus.words, sentence, weights, width)
        for m in range(1, end - first):
            if heads[first + m] < 0:
                continue
            probability = np.exp(scores[:, m] - scores[:, m].max())
            probability /= probability.sum()
            for h in range(end - first):
                gradient = np.float32(h == heads[first + m]) - probability[h]
                if abs(gradient) > _LEAST_GRADIENT:
                    count = arc_places(corpus.words, sentence, _SHIFT, h, m, places)
                    for place in places[:count]:
                        weights[place] += rate * gradient


@njit(cache=True, nogil=True)
def head_scores(words, sentence, weights, width):
    """Return the log-probabilities of arcs, up to a constant for each dependent."""
    size = sentence.n + 1
    scores = np.full((size, size), -np.inf, np.float64)
    places = np.empty(width, np.uint64)
    for m in range(1, size):
        for h in range(size):
            if h != m:
                score = np.float32(0.0)
                for place in places[: arc_places(words, sentence, _SHIFT, h, m, places)]:
                    score += weights[place]
                scores[h, m] = score
    return scores


@njit(cache=True, nogil=True)
def kept_arcs(scores, margin, single_root, heads):
    """Return which arcs to keep, as bool[head, dependent]; always keep the arcs in `heads`.

    Finding the best projective tree takes O(n^3) time."""
    size = len(scores)
    kept = np.zeros((size, size), np.bool_)
    if size == 1:
        return kept
    tree = np.full(size, -1, np.int32)
    best_projective(scores, single_root, tree)
    for m in range(1, size):
        least = scores[:, m].max() - margin
        for h in range(size):
            kept[h, m] = h != m and (scores[h, m] >= least or h == tree[m] or h == heads[m])
    return kept
