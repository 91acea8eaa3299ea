"""Predicted tags: an averaged perceptron tagger (Collins 2002), and jackknifing.

The studies parsed predicted tags. Where a treebank has only gold ones, each fold of it is tagged by
a tagger that was trained on the others, so that parsers meet the same errors in training as in use.

A token is described by its form, lower-cased form, beginnings and ends of up to four letters, its
shape, the forms and ends around it, and the one or two tags before it; tagging is greedy from the
left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numba import njit

from nonproj.data.treebank import ROOT_CODE, Column, Treebank
from nonproj.errors import NonprojError
from nonproj.learners.hashing import mixed

TAG_COLUMNS = ("upos", "xpos", "feats")
N_BITS = 18
MAX_AFFIX = 4
# Offsets of the tokens around whose form and end are seen.
_WINDOW = (-2, -1, 1, 2)
_N_SPELLING = 2 + 2 * MAX_AFFIX + 1
_N_CONTEXT = 2 * len(_WINDOW)
_N_TAGS_BEFORE = 3
N_FEATURES = 1 + _N_SPELLING + _N_CONTEXT + _N_TAGS_BEFORE
_MASK = np.uint64((1 << N_BITS) - 1)


@dataclass(frozen=True)
class Tagger:
    """Weights by hashed feature and tag."""

    tags: tuple[str, ...]
    weights: np.ndarray  # float32[2^N_BITS, n_tags]

    def tag(self, treebank: Treebank) -> Column:
        """The tags of every token, as a column."""
        spelling = _spelling(treebank.form.values)
        codes = _tag_all(treebank.start, treebank.form.codes, spelling, self.weights)
        return Column(codes, self.tags)


def train_tagger(treebank: Treebank, column: str, epochs: int = 6, seed: int = 1) -> Tagger:
    """Learn to predict a column of tags; the sentences' order is drawn anew in each epoch."""
    if treebank.n_words == 0:
        raise NonprojError(f"{treebank.name}: there is no token to train a tagger on")
    gold: Column = getattr(treebank, column)
    spelling = _spelling(treebank.form.values)
    shape = (1 << N_BITS, len(gold.values))
    weights, sums = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    rng, now = np.random.default_rng(seed), 1
    for _ in range(epochs):
        order = rng.permutation(treebank.n_sentences)
        now = _epoch(
            treebank.start, treebank.form.codes, spelling, gold.codes, order, weights, sums, now
        )
    return Tagger(gold.values, weights - sums / np.float32(now))


def jackknife(
    treebank: Treebank, folds: int = 10, columns: Sequence[str] = TAG_COLUMNS, seed: int = 1
) -> Treebank:
    """The treebank with tags from taggers that have not seen the sentence; sentence i is in fold
    i mod `folds` (as Nilsson's sets). Lemmas, heads and labels stay."""
    if not 2 <= folds <= treebank.n_sentences:
        raise NonprojError(f"{folds} folds of {treebank.n_sentences} sentences")
    fold = np.arange(1, treebank.n_sentences + 1) % folds
    sentence = np.repeat(np.arange(treebank.n_sentences), np.diff(treebank.start))
    new = {}
    for name in columns:
        values = getattr(treebank, name).values
        codes = np.full(len(treebank.head), ROOT_CODE, np.int32)
        for held_out in range(folds):
            tagger = train_tagger(
                treebank.select(np.flatnonzero(fold != held_out)), name, seed=seed
            )
            chosen = np.flatnonzero(fold == held_out)
            tagged = tagger.tag(treebank.select(chosen))
            codes[fold[sentence] == held_out] = tagged.recoded(values)
        new[name] = Column(codes, values)
    return replace(treebank, **new)


def tag_with(tagged: Treebank, treebank: Treebank, columns: Sequence[str] = TAG_COLUMNS, seed=1):
    """Another treebank with tags from taggers trained on all of `tagged`: its test data."""
    taggers = {name: train_tagger(tagged, name, seed=seed) for name in columns}
    return replace(treebank, **{name: tagger.tag(treebank) for name, tagger in taggers.items()})


def _spelling(forms: Iterable[str]) -> np.ndarray:
    """uint64[n_forms + 1, _N_SPELLING]: hashes of what a form looks like; the last row is 0."""
    rows = [[_hashed(text) for text in _looks(form)] for form in forms]
    return np.array([*rows, [0] * _N_SPELLING], dtype=np.uint64)


def _looks(form: str) -> list[str]:
    lower = form.lower()
    ends = [f"-{lower[-k:]}" for k in range(1, MAX_AFFIX + 1)]
    starts = [f"{lower[:k]}-" for k in range(1, MAX_AFFIX + 1)]
    shape = "".join("X" if c.isupper() else "0" if c.isdigit() else "-" if c == "-" else "x"
                    for c in form)  # fmt: skip
    return [form, f"{lower} ", *ends, *starts, f"={'.'.join(sorted(set(shape)))}{shape[0]}"]


def _hashed(text: str) -> int:
    """FNV-1a, 64 bits: the same everywhere, unlike Python's own."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


_LOWER, _END = 1, 4  # columns of spelling that are seen of neighbours


@njit(cache=True, nogil=True)
def _describe(form, spelling, first, last, slot, tag, tag_before, out):
    """Write the hashed features of a token whose left neighbours have these tags."""
    own = spelling[form[slot]]
    n = 0
    out[n] = np.uint64(0)
    n += 1
    for k in range(_N_SPELLING):
        out[n] = mixed(own[k] + np.uint64(k)) & _MASK
        n += 1
    for w in range(len(_WINDOW)):
        place = slot + _WINDOW[w]
        row = form[place] if first < place < last else len(spelling) - 1
        out[n] = mixed(spelling[row, _LOWER] + np.uint64(100 + w)) & _MASK
        out[n + 1] = mixed(spelling[row, _END] + np.uint64(200 + w)) & _MASK
        n += 2
    before = mixed(np.uint64(tag + 2) * np.uint64(1000) + np.uint64(300))
    out[n] = before & _MASK
    out[n + 1] = mixed(before + np.uint64(tag_before + 2)) & _MASK
    out[n + 2] = mixed(before ^ own[_LOWER]) & _MASK


@njit(cache=True, nogil=True)
def _best(weights, features, scores):
    """The best tag, the first on ties."""
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
    """One pass over the sentences, on the tags that the tagger itself gives."""
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
