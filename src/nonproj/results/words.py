"""A parse as a frame: for each word, whether head and label are right, and the arc's classes.

All scores of the studies are ratios over some rows of this frame (`nonproj.results.metrics`). Arcs
are classified separately in the gold tree and in the system tree. Precision and recall of a class
therefore count different correct words, so there is no F1 (Nilsson 2009, 3.1; Kuhlmann & Nivre
2010, 4.3; Björkelund & Kuhn 2012, 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.results.option_names import Labels, Punctuation
from nonproj.results.punctuation import scored_words
from nonproj.results.settings import WORD_ROLES, Frame, Parsed
from nonproj.trees.align import require_heads, require_same_text
from nonproj.trees.columns import checked_corpus
from nonproj.trees.measures import arc_lengths
from nonproj.trees.projectivity import nonprojective_arcs
from nonproj.trees.pseudo_projective import lift
from nonproj.trees.relabel import column_of
from nonproj.trees.restructuring.label_counts import style_of_treebank
from nonproj.trees.restructuring.roles import roles

# Boolean classes of an arc, for the gold tree and the system tree
CLASSES = ("nonproj", "malteval", "root", *WORD_ROLES)
SIDES = ("gold", "system")
BOOLEAN_COLUMNS = (
    "head", "label", "punctuation", "lifted", "nonproj_sentence",
    *(f"{side}_{name}" for side in SIDES for name in CLASSES),
)  # fmt: skip
KEPT_TREES = 64  # cached: the gold trees of ten folds, which all parsers share, and parses
MOST_LIFTS = 4  # arcs with at least this many lifts form one class


@dataclass(frozen=True)
class Fold:
    """A parse with its gold trees: a fold, a text parsed with one seed, or a whole text."""

    gold: Treebank
    system: Treebank
    lifted: np.ndarray | None = None  # bool per slot: the label carried ↑ before inversion
    counts: Mapping[str, int] | None = None  # counts of operations


def parsed(folds: Sequence[Fold]) -> Parsed:
    """Compare all of a parser's folds with the gold trees, word by word."""
    counts = [dict(fold.counts) for fold in folds if fold.counts]
    marks_lifts = all(fold.lifted is not None for fold in folds)
    return Parsed(words_of(folds), counts if len(counts) == len(folds) else (), marks_lifts)


def words_of(folds: Sequence[Fold]) -> Frame:
    """Return one row for each word of all folds, with the classes of its gold and system arcs."""
    frames, first = [], 0
    for number, fold in enumerate(folds):
        frame = compared(fold.gold, fold.system)
        frame["sentence"] += first
        classes = projectivity(fold.gold, fold.system) | _classes(fold)
        frame["fold"] = np.full(len(frame["head"]), number, np.int16)
        frames.append(frame | classes)
        first += fold.gold.n_sentences
    return {name: np.concatenate([frame[name] for frame in frames]) for name in frames[0]}


def compared(
    gold: Treebank,
    system: Treebank,
    punctuation: Punctuation | str = Punctuation.EXCLUDE,
    labels: Labels | str = Labels.FULL,
) -> dict[str, np.ndarray]:
    """Compare a parse with the gold trees; return columns with one row per word.

    `head` and `label` mark the words whose head or label is right; `punctuation` marks the words
    that are not scored. Raise NonprojError if the texts differ. O(n)."""
    require_same_text(gold, system)
    require_heads(gold, system)
    if Labels(labels) is Labels.UNIVERSAL:
        gold, system = _without_subtypes(gold), _without_subtypes(system)
    words = gold.is_word
    label = gold.deprel.codes == system.deprel.recoded(gold.deprel.values)
    columns = {
        "sentence": np.repeat(np.arange(gold.n_sentences, dtype=np.int32), np.diff(gold.start)),
        "head": gold.head == system.head,
        "label": label,
        "punctuation": ~scored_words(gold, Punctuation(punctuation)),
    }
    return {name: column[words] for name, column in columns.items()}


def _without_subtypes(treebank: Treebank) -> Treebank:
    universal = [value.split(":")[0] for value in treebank.deprel.values]
    return replace(treebank, deprel=column_of(treebank.deprel.codes, universal))


def projectivity(gold: Treebank, system: Treebank) -> dict[str, np.ndarray]:
    """Mark the non-projective arcs of both trees, and all words whose gold tree has such arcs."""
    crossing = {"gold": _nonprojective(gold), "system": _nonprojective(system)}
    sizes = np.diff(gold.start)
    sentences = np.add.reduceat(crossing["gold"].astype(np.int64), gold.start[:-1]) > 0
    columns = {f"{side}_nonproj": column[gold.is_word] for side, column in crossing.items()}
    return columns | {"nonproj_sentence": np.repeat(sentences, sizes)[gold.is_word]}


@lru_cache(maxsize=KEPT_TREES)
def _nonprojective(treebank: Treebank) -> np.ndarray:
    return nonprojective_arcs(treebank.start, treebank.head)


def _classes(fold: Fold) -> dict[str, np.ndarray]:
    gold, style = fold.gold, style_of_treebank(fold.gold)
    place = np.arange(len(gold.head)) - np.repeat(gold.start[:-1], np.diff(gold.start))
    columns = {f"gold_{name}": column for name, column in _tree_classes(gold, style).items()}
    columns |= {f"system_{name}": c for name, c in _tree_classes(fold.system, style).items()}
    columns |= {
        "position": place.astype(np.uint16),
        "lifts": _lifts(gold),
        "lifted": np.zeros(len(place), bool) if fold.lifted is None else fold.lifted,
    }
    return {name: column[gold.is_word] for name, column in columns.items()}


@lru_cache(maxsize=KEPT_TREES)
def _lifts(gold: Treebank) -> np.ndarray:
    """Count the lifts of each arc, up to MOST_LIFTS; 0 for arcs that are not lifted."""
    return np.minimum(lift(gold.start, gold.head).lifts, MOST_LIFTS).astype(np.uint8)


@lru_cache(maxsize=KEPT_TREES)
def _tree_classes(treebank: Treebank, style: str) -> dict[str, np.ndarray]:
    start, head = checked_corpus(treebank.start, treebank.head)
    of_roles = roles(treebank, style)
    return {
        "malteval": _nonprojective(treebank) & ~_overlooked(start, head),
        "root": treebank.head == 0,
        "length": arc_lengths(treebank.start, treebank.head).astype(np.uint16),
        "depth": np.maximum(_depths(start, head) - 1, 0).astype(np.uint16),
        **{role: of_roles[role] for role in WORD_ROLES},
    }


@njit(cache=True)
def _overlooked(start, head):
    """Mark the rightward arcs that MaltEval 1.0 treats as projective, even if they are not.

    MaltEval never checks the word just before the dependent. DEVIATION: malteval-arcs"""
    found = np.zeros(len(head), np.bool_)
    for s in range(len(start) - 1):
        tree = head[start[s] : start[s + 1]]
        for d in range(2, len(tree)):
            h, inside = tree[d], True
            for word in range(h + 1, d - 1):
                node = word
                while node > 0 and node != h:
                    node = tree[node]
                inside &= node == h
            found[start[s] + d] = h < d and inside
    return found


@njit(cache=True)
def _depths(start, head):
    """Count the arcs on the path from node 0 to each node; O(sum of depths)."""
    depth = np.zeros(len(head), np.int32)
    for s in range(len(start) - 1):
        for d in range(1, start[s + 1] - start[s]):
            node = d
            while node != 0:
                node = head[start[s] + node]
                depth[start[s] + d] += 1
    return depth
