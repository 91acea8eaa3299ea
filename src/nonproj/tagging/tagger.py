"""An averaged perceptron tagger (Collins 2002).

The features of a token are its form, lower-cased form, prefixes and suffixes of up to four letters,
its shape, the forms and suffixes around it, and the one or two tags before it; tagging is greedy
from the left."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numba import njit

from nonproj.data.treebank import ROOT_CODE, Column, Treebank
from nonproj.errors import NonprojError
from nonproj.learners.hashing import mixed

N_BITS = 18
EPOCHS = 6
MAX_AFFIX = 4
# Offsets of the neighbours whose form and suffix are features.
_WINDOW = (-2, -1, 1, 2)
_N_SPELLING = 2 + 2 * MAX_AFFIX + 1
_N_CONTEXT = 2 * len(_WINDOW)
_N_TAGS_BEFORE = 3
N_FEATURES = 1 + _N_SPELLING + _N_CONTEXT + _N_TAGS_BEFORE
_MASK = np.uint64((1 << N_BITS) - 1)


@dataclass(frozen=True)
class Tagger:
    """The weights of hashed features and tags."""

    tags: tuple[str, ...]
    weights: np.ndarray  # float32[2^N_BITS, n_tags]

    def tag(self, treebank: Treebank) -> Column:
        """The tags of every token, as a column."""
        spelling = _spelling(treebank.form.values)
        codes = _tag_all(treebank.start, treebank.form.codes, spelling, self.weights)
        return Column(codes, self.tags)


def train_tagger(treebank: Treebank, column: str, seed: int = 1) -> Tagger:
    """Learn to predict a column of tags; sentences are shuffled in each epoch."""
    if treebank.n_words == 0:
        raise NonprojError(f"{treebank.name}: there is no token to train a tagger on")
    gold: Column = getattr(treebank, column)
    spelling = _spelling(treebank.form.values)
    shape = (1 << N_BITS, len(gold.values))
    weights, sums = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    rng, now = np.random.default_rng(seed), 1
    for _ in range(EPOCHS):
        order = rng.permutation(treebank.n_sentences)
        now = _epoch(
            treebank.start, treebank.form.codes, spelling, gold.codes, order, weights, sums, now
        )
    sums /= np.float32(now)  # in place: each of these takes as much memory as the weights
    weights -= sums
    return Tagger(gold.values, weights)


def _spelling(forms: Iterable[str]) -> np.ndarray:
    """uint64[n_forms + 1, _N_SPELLING]: hashed spelling features; the last row is 0."""
    rows = [[_hashed(text) for text in _spellings(form)] for form in forms]
    return np.array([*rows, [0] * _N_SPELLING], dtype=np.uint64)


def _spellings(form: str) -> list[str]:
    """The form and its lower-cased form, suffixes and prefixes, and shape."""
    lower = form.lower()
    suffixes = [f"-{lower[-k:]}" for k in range(1, MAX_AFFIX + 1)]
    prefixes = [f"{lower[:k]}-" for k in range(1, MAX_AFFIX + 1)]
    shape = "".join("X" if c.isupper() else "0" if c.isdigit() else "-" if c == "-" else "x"
                    for c in form)  # fmt: skip
    return [form, f"{lower} ", *suffixes, *prefixes, f"={'.'.join(sorted(set(shape)))}{shape[0]}"]


def _hashed(text: str) -> int:
    """FNV-1a, 64 bits: reproducible, unlike Python's hash."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


_LOWER, _SUFFIX = 1, 4  # columns of spelling that are features of neighbours


@njit(cache=True, nogil=True)
def _describe(form, spelling, first, last, slot, tag, tag_before, out):
    """Write the hashed features of a token, given the two tags before it."""
    spelled = spelling[form[slot]]
    n = 0
    out[n] = np.uint64(0)
    n += 1
    for k in range(_N_SPELLING):
        out[n] = mixed(spelled[k] + np.uint64(k)) & _MASK
        n += 1
    for w in range(len(_WINDOW)):
        other = slot + _WINDOW[w]
        row = form[other] if first < other < last else len(spelling) - 1
        out[n] = mixed(spelling[row, _LOWER] + np.uint64(100 + w)) & _MASK
        out[n + 1] = mixed(spelling[row, _SUFFIX] + np.uint64(200 + w)) & _MASK
        n += 2
    before = mixed(np.uint64(tag + 2) * np.uint64(1000) + np.uint64(300))
    out[n] = before & _MASK
    out[n + 1] = mixed(before + np.uint64(tag_before + 2)) & _MASK
    out[n + 2] = mixed(before ^ spelled[_LOWER]) & _MASK


@njit(cache=True, nogil=True)
def _best(weights, features, scores):
    """The best tag; ties: the first."""
    scores[:] = 0
    for k in range(N_FEATURES):
        for tag in range(len(scores)):
            scores[tag] += weights[features[k], tag]
    return np.argmax(scores)


@njit(cache=True, nogil=True)
def _tag_all(start, form, spelling, weights):
    codes = np.full(len(form), ROOT_CODE, np.int32)
    features, scores = np.zeros(N_FEATURES, np.uint64), np.zeros(weights.shape[1], np.float32)
    for s in range(len(start) - 1):
        before, tag = -1, -1
        for slot in range(start[s] + 1, start[s + 1]):
            _describe(form, spelling, start[s], start[s + 1], slot, tag, before, features)
            before, tag = tag, _best(weights, features, scores)
            codes[slot] = tag
    return codes


@njit(cache=True, nogil=True)
def _epoch(start, form, spelling, gold, order, weights, sums, now):
    """One pass over the sentences, with the tags that the tagger predicts as context."""
    features, scores = np.zeros(N_FEATURES, np.uint64), np.zeros(weights.shape[1], np.float32)
    for s in order:
        before, tag = -1, -1
        for slot in range(start[s] + 1, start[s + 1]):
            _describe(form, spelling, start[s], start[s + 1], slot, tag, before, features)
            before, tag = tag, _best(weights, features, scores)
            if tag != gold[slot]:
                for k in range(N_FEATURES):
                    weights[features[k], gold[slot]] += 1
                    weights[features[k], tag] -= 1
                    sums[features[k], gold[slot]] += now
                    sums[features[k], tag] -= now
            now += 1
    return now
