"""How good probabilities of arcs are, and which arcs are to be looked at first."""

from dataclasses import dataclass

import numpy as np

from nonproj.data.misc import confidence_of
from nonproj.data.treebank import Treebank
from nonproj.results.scores import Attachment
from nonproj.trees.align import require_same_text

N_BINS = 10
LOOKED_AT = 0.1  # the share of words that are looked at


def calibration_error(probabilities: np.ndarray, right: np.ndarray) -> float:
    """Return the expected calibration error (Guo et al. 2017), in N_BINS bins of equal width.

    The mean over words of the difference, in the bin of a word, between the mean probability and
    the share of right heads. 0 where there is no word. O(n)."""
    bins = np.minimum((probabilities * N_BINS).astype(int), N_BINS - 1)
    difference = np.bincount(bins, probabilities - right.astype(float), minlength=N_BINS)
    return float(np.abs(difference).sum() / max(1, len(right)))


def errors_found(
    probabilities: np.ndarray, right: np.ndarray, share: float = LOOKED_AT
) -> Attachment:
    """Count the errors among the words of lowest probability, of all errors.

    As many words are looked at as the share gives, rounded down; ties: the order of the text."""
    looked_at = doubtful_first(probabilities)[: int(share * len(right))]
    return Attachment(int((~right[looked_at]).sum()), int((~right).sum()))


def doubtful_first(probabilities: np.ndarray) -> np.ndarray:
    """Return the places of all words by rising probability; ties: the order of the text."""
    return np.argsort(probabilities, kind="stable")


@dataclass(frozen=True)
class DoubtfulArc:
    """An arc of a parse with its probability; numbers of sentences and words are from 1."""

    sentence: int
    word: int
    form: str
    head: int
    head_form: str  # "" of the root
    label: str
    probability: float


@dataclass(frozen=True)
class DoubtfulSentence:
    """A sentence with the number of wrong arcs to be expected, the sum of their improbabilities."""

    sentence: int
    words: int
    expected_errors: float


@dataclass(frozen=True)
class Quality:
    """How good probabilities are."""

    errors_found: Attachment  # among the first arcs, of all errors
    calibration_error: float


@dataclass(frozen=True)
class Doubts:
    """What of a parse is to be looked at, the most doubtful first."""

    sentences: list[DoubtfulSentence]
    arcs: list[DoubtfulArc]
    quality: Quality | None  # by a gold standard


def doubtful_arcs(parse: Treebank, probabilities: np.ndarray) -> list[DoubtfulArc]:
    """Return all arcs of a parse, the most doubtful first; probabilities by slot."""
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
    """Return all sentences, those with most errors to be expected first; ties: their order."""
    doubt = np.where(parse.is_word, 1.0 - probabilities, 0.0)
    expected = np.add.reduceat(doubt, parse.start[:-1]) if parse.n_sentences else doubt
    order = np.argsort(-expected, kind="stable")
    lengths = parse.sentence_length
    return [DoubtfulSentence(int(s) + 1, int(lengths[s]), float(expected[s])) for s in order]


def doubts(parse: Treebank, gold: Treebank | None = None) -> Doubts:
    """List sentences and arcs of a parse with HeadConf in MISC; score it by a gold standard."""
    probabilities, quality = confidence_of(parse), None
    if gold is not None:
        require_same_text(gold, parse)
        words = parse.is_word
        scored = probabilities[words], (gold.head == parse.head)[words]
        quality = Quality(errors_found(*scored), calibration_error(*scored))
    sentences = doubtful_sentences(parse, probabilities)
    return Doubts(sentences, doubtful_arcs(parse, probabilities), quality)
