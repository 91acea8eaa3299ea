"""An averaged perceptron tagger (Collins 2002), with a margin if its recipe has one.

The features of a token are its form, its lower-cased form, its prefixes and suffixes, its shape,
sequences of its letters, the forms and suffixes of its neighbours, and the tags of the one or two
tokens before it. Tagging is greedy, from left to right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import njit

from nonproj.data.conventions import Conventions
from nonproj.data.treebank import ROOT_CODE, Column, Treebank
from nonproj.errors import NonprojError
from nonproj.learners.hashing import mixed
from nonproj.trees.relabel import column_of

N_BITS = 18
_MASK = np.uint64((1 << N_BITS) - 1)


class Reads(NamedTuple):
    """What a tagger reads."""

    affix: int  # prefixes and suffixes of up to so many letters
    gram: int  # all sequences of so many letters; 0: none
    reach: int  # neighbours that are up to so many words away


class Recipe(NamedTuple):
    """How a tagger learns: the score of the right tag must exceed all others by the margin."""

    reads: Reads
    margin: float
    epochs: int


# The tagger of parsers for text without tags. With so many features, a perceptron without a margin
# soon makes no errors on the training text, and stops learning too early.
WITH_MARGIN = Recipe(Reads(affix=8, gram=3, reach=1), margin=40, epochs=8)
# The tagger of the studies, with about the features of Collins (2002) and Ratnaparkhi (1996).
COLLINS = Recipe(Reads(affix=4, gram=0, reach=2), margin=0, epochs=6)


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


class Spellings(NamedTuple):
    """Hashed spelling features of forms; last, zeros as those of no form."""

    begin: np.ndarray  # int64[forms + 2]: where the features of a form begin
    hashed: np.ndarray  # uint64[features]

    @classmethod
    def of(cls, forms: Iterable[str], reads: Reads) -> "Spellings":
        rows = [*(_spellings(form, reads) for form in forms), np.zeros(_SUFFIX + 1, np.uint64)]
        return cls(np.cumsum([0, *map(len, rows)]), np.concatenate(rows))


@dataclass(frozen=True)
class Tagger:
    """A trained tagger: the weights of (hashed feature, tag) pairs, ordered by feature."""

    values: tuple[str, ...]
    begin: np.ndarray  # int64[2^N_BITS + 1]: where the pairs of a feature begin
    tag: np.ndarray  # int32[pairs]
    weight: np.ndarray  # float32[pairs]
    reads: Reads

    def tag_words(self, treebank: Treebank) -> Column:
        """Return a column with the predicted tag of each word."""
        spelled = Spellings.of(treebank.form.values, self.reads)
        text = treebank.start, treebank.form.codes, spelled, self.reads
        codes = _tag_all(*text, self.begin, self.tag, self.weight, len(self.values))
        return column_of(codes, self.values)


def train_tagger(
    treebank: Treebank,
    tags: Column,
    seed: int = 1,
    others: Sequence[int] = (),
    recipe: Recipe = WITH_MARGIN,
) -> Tagger:
    """Train a tagger to predict `tags`, shuffling the sentences before each epoch.

    If the text ends with sentences of other treebanks (see `Conventions`), each treebank has a copy
    of every feature (Daumé III 2007). The weights of the target's copies are added to those of the
    shared features, and tags that the target lacks are never predicted."""
    if treebank.n_words == 0:
        raise NonprojError(f"{treebank.name}: there are no tokens to train a tagger on")
    conventions = Conventions.in_text(treebank, others)
    copies = (1 + conventions.of_sentences) * bool(others)  # 0: no copy
    spelled = Spellings.of(treebank.form.values, recipe.reads)
    text = treebank.start, treebank.form.codes, spelled, recipe.reads
    pairs = TagPairs.empty(1 << 16, (1 + max(copies)) << N_BITS)
    rng, used, now = np.random.default_rng(seed), 0, 1
    for _ in range(recipe.epochs):
        order = rng.permutation(treebank.n_sentences)
        learned = tags.codes, order, copies, np.float32(recipe.margin)
        pairs, used, now = _epoch(*text, *learned, pairs, used, len(tags.values), now)
    weights = _by_feature(pairs, np.float32(now))
    if others:
        weights = _of_target(*weights, tags.codes[: treebank.start[conventions.sizes[0]]])
    return Tagger(tags.values, *weights, recipe.reads)


def _of_target(
    begin: np.ndarray, tag: np.ndarray, weight: np.ndarray, known: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Add the target's copies to the shared features, with only the known tags."""
    n = 1 << N_BITS
    feature = np.repeat(np.arange(2 * n) % n, np.diff(begin[: 2 * n + 1]))
    kept = np.flatnonzero(np.isin(tag[: len(feature)], known))
    pairs, inverse = np.unique(feature[kept] << 32 | tag[kept], return_inverse=True)
    total = np.bincount(inverse, weight[kept]).astype(np.float32)
    begin = np.searchsorted(pairs, np.arange(n + 1) << 32)
    return begin, (pairs & 0xFFFFFFFF).astype(np.int32), total


@lru_cache(1 << 16)  # taggers of other columns and folds read the same forms
def _spellings(form: str, reads: Reads) -> np.ndarray:
    """Hash a form, its lower-cased form, suffixes, prefixes and shape, and sequences of letters."""
    lower = form.lower()
    suffixes = [f"-{lower[-k:]}" for k in range(1, reads.affix + 1)]
    prefixes = [f"{lower[:k]}-" for k in range(1, reads.affix + 1)]
    shape = "".join("X" if c.isupper() else "0" if c.isdigit() else "-" if c == "-" else "x"
                    for c in form)  # fmt: skip
    shape = f"={'.'.join(sorted(set(shape)))}{shape[0]}"
    word = f"^{lower}$"
    grams = {f"#{word[k : k + reads.gram]}" for k in range(len(word) - reads.gram + 1)}
    texts = form, f"{lower} ", *suffixes, *prefixes, shape, *sorted(grams if reads.gram else ())
    return np.array([_hashed(text) for text in texts], np.uint64)


def _hashed(text: str) -> int:
    """Hash a text to 64 bits with FNV-1a, which is reproducible, unlike Python's `hash`."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


_LOWER, _SUFFIX = 1, 4  # spelling features that are also features of neighbours


@njit(cache=True, nogil=True)
def _room(spelled, reads):
    """Return the largest number of features of a token."""
    return 1 + np.max(np.diff(spelled.begin)) + 4 * reads.reach + 3


@njit(cache=True, nogil=True)
def _describe(form, spelled, reads, first, last, slot, tag, tag_before, out):
    """Write a token's hashed features, given the tags of the two tokens before it; count them."""
    out[0] = np.uint64(0)
    n = 1
    begin = spelled.begin[form[slot]]
    at_own_place = 3 + 2 * reads.affix  # sequences of letters have no place of their own
    for k in range(spelled.begin[form[slot] + 1] - begin):
        out[n] = mixed(spelled.hashed[begin + k] + np.uint64(min(k, at_own_place))) & _MASK
        n += 1
    for w in range(2 * reads.reach):
        other = slot - reads.reach + w + (w >= reads.reach)
        row = form[other] if first < other < last else len(spelled.begin) - 2
        begin = spelled.begin[row]
        out[n] = mixed(spelled.hashed[begin + _LOWER] + np.uint64(100 + w)) & _MASK
        out[n + 1] = mixed(spelled.hashed[begin + _SUFFIX] + np.uint64(200 + w)) & _MASK
        n += 2
    bigram = mixed(np.uint64(tag + 2) * np.uint64(1000) + np.uint64(300))
    out[n] = bigram & _MASK
    out[n + 1] = mixed(bigram + np.uint64(tag_before + 2)) & _MASK
    lower = spelled.hashed[spelled.begin[form[slot]] + _LOWER]
    out[n + 2] = mixed(bigram ^ lower) & _MASK
    return n + 3


@njit(cache=True, nogil=True)
def _tag_all(start, form, spelled, reads, begin, tags, weights, n_tags):
    codes = np.full(len(form), ROOT_CODE, np.int32)
    features, scores = np.zeros(_room(spelled, reads), np.uint64), np.zeros(n_tags, np.float32)
    for s in range(len(start) - 1):
        before, tag = -1, -1
        for slot in range(start[s] + 1, start[s + 1]):
            place = start[s], start[s + 1], slot
            n = _describe(form, spelled, reads, *place, tag, before, features)
            scores[:] = 0
            for feature in features[:n]:
                for pair in range(begin[feature], begin[feature + np.uint64(1)]):
                    scores[tags[pair]] += weights[pair]
            before, tag = tag, np.argmax(scores)
            codes[slot] = tag
    return codes


@njit(cache=True, nogil=True)
def _epoch(start, form, spelled, reads, gold, order, copies, margin, pairs, used, n_tags, now):
    """Train for one pass over the sentences, with predicted tags as the context of each token."""
    features = np.zeros(2 * _room(spelled, reads), np.uint64)
    scores = np.zeros(n_tags, np.float32)
    for s in order:
        before, tag = -1, -1
        for slot in range(start[s] + 1, start[s + 1]):
            place = start[s], start[s + 1], slot
            n = _describe(form, spelled, reads, *place, tag, before, features)
            if copies[s]:
                features[n : 2 * n] = features[:n] + np.uint64(copies[s] << N_BITS)
                n *= 2
            scores[:] = 0
            for feature in features[:n]:
                begin = pairs.begin[feature]
                for pair in range(begin, begin + pairs.size[feature]):
                    scores[pairs.tag[pair]] += pairs.weight[pair]
            before, tag = tag, np.argmax(scores)
            scores[gold[slot]] -= margin
            rival = np.argmax(scores)
            if rival != gold[slot]:
                for feature in features[:n]:
                    pairs, used = _add(pairs, used, feature, gold[slot], np.float32(1), now)
                    pairs, used = _add(pairs, used, feature, rival, np.float32(-1), now)
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
