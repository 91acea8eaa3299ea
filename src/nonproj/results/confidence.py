"""How well arc probabilities are calibrated, and which arcs to check first."""

from dataclasses import dataclass

import numpy as np

from nonproj.data.misc_column import confidence_of
from nonproj.data.treebank import Treebank
from nonproj.results.scores import Attachment
from nonproj.trees.align import require_same_text

N_BINS = 10
LOOKED_AT = 0.1  # the share of arcs to check


def calibration_error(probabilities: np.ndarray, right: np.ndarray) -> float:
    """Return the expected calibration error (Guo et al. 2017), with N_BINS bins of equal width.

    In each bin, the mean probability is compared with the share of correct heads. The error is the
    mean of the absolute differences, each weighted by the number of words in its bin. Without
    words, the error is 0. O(n)."""
    bins = np.minimum((probabilities * N_BINS).astype(int), N_BINS - 1)
    difference = np.bincount(bins, probabilities - right.astype(float), minlength=N_BINS)
    return float(np.abs(difference).sum() / max(1, len(right)))


def errors_found(
    probabilities: np.ndarray, right: np.ndarray, share: float = LOOKED_AT
) -> Attachment:
    """Count how many of all errors are found if only the least probable arcs are checked.

    `share` is the proportion of arcs to check; the number of arcs is rounded down. Among equally
    probable arcs, the one that comes first in the text is checked first."""
    looked_at = doubtful_first(probabilities)[: int(share * len(right))]
    return Attachment(int((~right[looked_at]).sum()), int((~right).sum()))


def doubtful_first(probabilities: np.ndarray) -> np.ndarray:
    """Return the indices of all arcs, the least probable first; ties keep the order of the text."""
    return np.argsort(probabilities, kind="stable")


@dataclass(frozen=True)
class DoubtfulArc:
    """An arc of a parse with its probability; sentences and words are numbered from 1."""

    sentence: int
    word: int
    form: str
    head: int
    head_form: str  # "" for the root
    label: str
    probability: float


@dataclass(frozen=True)
class DoubtfulSentence:
    """A sentence with its expected number of wrong heads: the sum of 1 - p over its arcs."""

    sentence: int
    words: int
    expected_errors: float


@dataclass(frozen=True)
class Quality:
    """The quality of a parse's arc probabilities, measured against a gold standard."""

    errors_found: Attachment  # errors among the arcs checked, out of all errors
    calibration_error: float


@dataclass(frozen=True)
class Doubts:
    """The sentences and arcs of a parse, the most doubtful first."""

    sentences: list[DoubtfulSentence]
    arcs: list[DoubtfulArc]
    quality: Quality | None  # None without a gold standard


def doubtful_arcs(parse: Treebank, probabilities: np.ndarray) -> list[DoubtfulArc]:
    """Return all arcs of a parse, the most doubtful first, given a probability for each slot."""
    slots = np.flatnonzero(parse.is_word)
    slots = slots[doubtful_first(probabilities[slots])]
    forms, labels = parse.form.strings(), parse.deprel.strings()
    sentences = np.searchsorted(parse.start, slots, side="right")
    arcs = []
    for slot, sentence in zip(slots.tolist(), sentences.tolist(), strict=True):
        root, head = int(parse.start[sentence - 1]), int(parse.head[slot])
        head_form = forms[root + head] or ""
        share = float(probabilities[slot])
        arcs.append(
            DoubtfulArc(sentence, slot - root, forms[slot], head, head_form, labels[slot], share)
        )
    return arcs


def doubtful_sentences(parse: Treebank, probabilities: np.ndarray) -> list[DoubtfulSentence]:
    """Return the sentences, most expected errors first; ties keep the order of the text."""
    doubt = np.where(parse.is_word, 1.0 - probabilities, 0.0)
    expected = np.add.reduceat(doubt, parse.start[:-1]) if parse.n_sentences else doubt
    order = np.argsort(-expected, kind="stable")
    lengths = parse.sentence_length
    return [DoubtfulSentence(int(s) + 1, int(lengths[s]), float(expected[s])) for s in order]


def doubts(parse: Treebank, gold: Treebank | None = None) -> Doubts:
    """Rank a parse's sentences and arcs by doubt; with `gold`, also score the probabilities."""
    probabilities, quality = confidence_of(parse), None
    if gold is not None:
        require_same_text(gold, parse)
        words = parse.is_word
        scored = probabilities[words], (gold.head == parse.head)[words]
        quality = Quality(errors_found(*scored), calibration_error(*scored))
    sentences = doubtful_sentences(parse, probabilities)
    return Doubts(sentences, doubtful_arcs(parse, probabilities), quality)
