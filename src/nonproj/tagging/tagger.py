"""An averaged perceptron tagger (Collins 2002).

The features of a token are its form, its lower-cased form, prefixes and suffixes of up to four
letters, its shape, the forms and suffixes of its neighbours, and the tags of the one or two tokens
before it. Tagging is greedy, from left to right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.conventions import Conventions
from nonproj.data.treebank import ROOT_CODE, Column, Treebank
from nonproj.errors import NonprojError
from nonproj.learners.hashing import mixed
from nonproj.trees.relabel import column_of

N_BITS = 18
TAGGER_EPOCHS = 6
MAX_AFFIX = 4
# Offsets of the neighbours whose forms and suffixes are features.
_WINDOW = (-2, -1, 1, 2)
_N_SPELLING = 2 + 2 * MAX_AFFIX + 1
_N_CONTEXT = 2 * len(_WINDOW)
_N_TAGS_BEFORE = 3
N_FEATURES = 1 + _N_SPELLING + _N_CONTEXT + _N_TAGS_BEFORE
_MASK = np.uint64((1 << N_BITS) - 1)


class TagPairs(NamedTuple):
    """The (feature, tag) pairs seen in training; pairs with the same feature are adjacent."""

    begin: np.ndarray  # int32[features]: where the pairs of a feature begin
    size: np.ndarray  # int32[features]: how many pairs a feature has
    room: np.ndarray  # int32[features]: how many pairs fit before they have to be moved
    tag: np.ndarray  # int32[capacity]
    weight: np.ndarray  # float32[capacity]
    total: np.ndarray  # the sum of each change times its step, for averaging

    @classmethod
    def empty(cls, capacity: int, features: int) -> "TagPairs":
        rows = np.zeros((3, features), np.int32)
        weights = np.zeros((2, capacity), np.float32)
        return cls(*rows, np.zeros(capacity, np.int32), *weights)


@dataclass(frozen=True)
class Tagger:
    """A trained tagger: the weights of (hashed feature, tag) pairs, ordered by feature."""

    values: tuple[str, ...]
    begin: np.ndarray  # int64[2^N_BITS + 1]: where the pairs of a feature begin
    tag: np.ndarray  # int32[pairs]
    weight: np.ndarray  # float32[pairs]

    def tag_words(self, treebank: Treebank) -> Column:
        """Return a column with the predicted tag of each word."""
        spelling = _spelling(treebank.form.values)
        weights = self.begin, self.tag, self.weight
        codes = _tag_all(treebank.start, treebank.form.codes, spelling, *weights, len(self.values))
        return column_of(codes, self.values)


def train_tagger(
    treebank: Treebank, tags: Column, seed: int = 1, others: Sequence[int] = ()
) -> Tagger:
    """Train a tagger to predict `tags`, shuffling the sentences before each epoch.

    If the text ends with sentences of other treebanks (see `Conventions`), each treebank has a copy
    of every feature (Daumé III 2007). The weights of the target's copies are added to those of the
    shared features, and tags that the target lacks are never predicted."""
    if treebank.n_words == 0:
        raise NonprojError(f"{treebank.name}: there are no tokens to train a tagger on")
    conventions = Conventions.in_text(treebank, others)
    copies = (1 + conventions.of_sentences) * bool(others)  # 0: no copy
    features = (1 + max(copies)) << N_BITS
    spelling, pairs = _spelling(treebank.form.values), TagPairs.empty(1 << 16, features)
    rng, used, now = np.random.default_rng(seed), 0, 1
    for _ in range(TAGGER_EPOCHS):
        order = rng.permutation(treebank.n_sentences)
        text = treebank.start, treebank.form.codes, spelling, tags.codes, order, copies
        pairs, used, now = _epoch(*text, pairs, used, len(tags.values), now)
    weights = _by_feature(pairs, np.float32(now))
    if others:
        weights = _of_target(*weights, tags.codes[: conventions.slots_of_target])
    return Tagger(tags.values, *weights)


def _of_target(
    begin: np.ndarray, tag: np.ndarray, weight: np.ndarray, known: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Add the target's copies to the shared features, with only the known tags."""
    n = 1 << N_BITS
    feature = np.repeat(np.arange(2 * n) % n, np.diff(begin[: 2 * n + 1]))
    kept = np.flatnonzero(np.isin(tag[: len(feature)], known))
    pairs = np.stack([feature[kept], tag[kept]], axis=1)
    pairs, inverse = np.unique(pairs, axis=0, return_inverse=True)
    total = np.bincount(inverse, weight[kept]).astype(np.float32)
    begin = np.searchsorted(pairs[:, 0], np.arange(n + 1))
    return begin, pairs[:, 1].astype(np.int32), total


def _spelling(forms: Iterable[str]) -> np.ndarray:
    """Return a table of hashed spelling features, uint64[n_forms + 1, _N_SPELLING].

    The last row, which stands for no form, contains only zeros."""
    rows = [[_hashed(text) for text in _spellings(form)] for form in forms]
    return np.array([*rows, [0] * _N_SPELLING], dtype=np.uint64)


def _spellings(form: str) -> list[str]:
    """Return a form, its lower-cased form, its suffixes and prefixes, and its shape."""
    lower = form.lower()
    suffixes = [f"-{lower[-k:]}" for k in range(1, MAX_AFFIX + 1)]
    prefixes = [f"{lower[:k]}-" for k in range(1, MAX_AFFIX + 1)]
    shape = "".join("X" if c.isupper() else "0" if c.isdigit() else "-" if c == "-" else "x"
                    for c in form)  # fmt: skip
    return [form, f"{lower} ", *suffixes, *prefixes, f"={'.'.join(sorted(set(shape)))}{shape[0]}"]


def _hashed(text: str) -> int:
    """Hash a text to 64 bits with FNV-1a, which is reproducible, unlike Python's `hash`."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


_LOWER, _SUFFIX = 1, 4  # spelling columns that are also features of neighbours


@njit(cache=True, nogil=True)
def _describe(form, spelling, first, last, slot, tag, tag_before, out):
    """Write to `out` a token's hashed features, given the tags of the two tokens before it."""
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
def _tag_all(start, form, spelling, begin, tags, weights, n_tags):
    codes = np.full(len(form), ROOT_CODE, np.int32)
    features, scores = np.zeros(N_FEATURES, np.uint64), np.zeros(n_tags, np.float32)
    for s in range(len(start) - 1):
        before, tag = -1, -1
        for slot in range(start[s] + 1, start[s + 1]):
            _describe(form, spelling, start[s], start[s + 1], slot, tag, before, features)
            scores[:] = 0
            for feature in features:
                for pair in range(begin[feature], begin[feature + np.uint64(1)]):
                    scores[tags[pair]] += weights[pair]
            before, tag = tag, np.argmax(scores)  # ties go to the first tag
            codes[slot] = tag
    return codes


@njit(cache=True, nogil=True)
def _epoch(start, form, spelling, gold, order, copies, pairs, used, n_tags, now):
    """Train for one pass over the sentences, with predicted tags as the context of each token."""
    features = np.zeros(N_FEATURES * (2 if copies[0] else 1), np.uint64)
    scores = np.zeros(n_tags, np.float32)
    for s in order:
        before, tag = -1, -1
        for slot in range(start[s] + 1, start[s + 1]):
            _describe(form, spelling, start[s], start[s + 1], slot, tag, before, features)
            for copy in range(N_FEATURES, len(features)):
                features[copy] = features[copy - N_FEATURES] + np.uint64(copies[s] << N_BITS)
            scores[:] = 0
            for feature in features:
                begin = pairs.begin[feature]
                for pair in range(begin, begin + pairs.size[feature]):
                    scores[pairs.tag[pair]] += pairs.weight[pair]
            before, tag = tag, np.argmax(scores)
            if tag != gold[slot]:
                for feature in features:
                    pairs, used = _add(pairs, used, feature, gold[slot], np.float32(1), now)
                    pairs, used = _add(pairs, used, feature, tag, np.float32(-1), now)
            now += 1
    return pairs, used, now


@njit(cache=True, nogil=True)
def _add(pairs, used, feature, tag, change, now):
    """Change the weight of a (feature, tag) pair; store a new pair next to the feature's others."""
    begin, size = pairs.begin[feature], pairs.size[feature]
    at = begin
    while at < begin + size and pairs.tag[at] != tag:
        at += 1
    if at == begin + size:
        if size == pairs.room[feature]:
            pairs, used = _moved(pairs, used, feature)
        at = pairs.begin[feature] + size
        pairs.tag[at] = tag
        pairs.size[feature] += 1
    pairs.weight[at] += change
    pairs.total[at] += change * np.float32(now)
    return pairs, used


@njit(cache=True, nogil=True)
def _moved(pairs, used, feature):
    """Move a feature's pairs to the end of the arrays, with room for twice as many pairs."""
    size, room = pairs.size[feature], max(2, 2 * pairs.room[feature])
    if used + room > len(pairs.tag):
        more = np.zeros(max(len(pairs.tag), room), np.float32)
        pairs = TagPairs(
            pairs.begin,
            pairs.size,
            pairs.room,
            np.concatenate((pairs.tag, more.astype(np.int32))),
            np.concatenate((pairs.weight, more)),
            np.concatenate((pairs.total, more)),
        )
    begin = pairs.begin[feature]
    for k in range(size):
        pairs.tag[used + k] = pairs.tag[begin + k]
        pairs.weight[used + k] = pairs.weight[begin + k]
        pairs.total[used + k] = pairs.total[begin + k]
    pairs.begin[feature], pairs.room[feature] = used, room
    return pairs, used + room


@njit(cache=True, nogil=True)
def _by_feature(pairs, now):
    """Return the pairs as (begin, tag, weight), with no gaps and with averaged weights."""
    begin = np.zeros(len(pairs.size) + 1, np.int64)
    begin[1:] = np.cumsum(pairs.size)
    tags, weights = np.zeros(begin[-1], np.int32), np.zeros(begin[-1], np.float32)
    for feature in range(len(pairs.size)):
        for k in range(pairs.size[feature]):
            old, new = pairs.begin[feature] + k, begin[feature] + k
            tags[new] = pairs.tag[old]
            weights[new] = pairs.weight[old] - pairs.total[old] / now
    return begin, tags, weights
