"""Error propagation and error clustering (Nilsson 2009, 4.2.1).

Words that are not scored are deleted before words are counted. Every part is held as its right and
its words altogether; chapter 4 prints error rates, later chapters accuracies."""

from dataclasses import dataclass

import numpy as np
from numba import njit

from nonproj.evaluation.outcomes import Outcomes
from nonproj.evaluation.scores import Attachment, Ratio


@dataclass(frozen=True)
class PrePost:
    """Pre: every sentence's words up to and including its first error; Post: all later words."""

    pre: Attachment
    post: Attachment

    @property
    def total(self) -> Attachment:
        return self.pre + self.post

    def as_dict(self) -> dict:
        parts = {"pre": self.pre, "post": self.post, "total": self.total}
        return {name: part.as_dict() for name, part in parts.items()}


def pre_post(outcomes: Outcomes, labelled: bool = True) -> PrePost:
    """Micro-average over the corpus. O(n)."""
    counts = pre_post_by_sentence(outcomes, labelled).sum(axis=0).tolist()
    return PrePost(Attachment(*counts[:2]), Attachment(*counts[2:]))


def pre_post_by_sentence(outcomes: Outcomes, labelled: bool = True) -> np.ndarray:
    """int64[sentence, 4]: right and all words of Pre, right and all words of Post."""
    return _pre_post(outcomes.gold.start, outcomes.scored, outcomes.correct(labelled))


def error_clustering(
    outcomes: Outcomes, labelled: bool = True, last: int = 7
) -> dict[str, Attachment]:
    """Words by their distance to the latest earlier error, before any error to position 0. O(n).

    Keys bin=1 .. bin=7 and bin=>7."""
    counts = _clusters(outcomes.gold.start, outcomes.scored, outcomes.correct(labelled), last)
    names = [*(f"bin={i}" for i in range(1, last + 1)), f"bin=>{last}"]
    return {n: Attachment(*row) for n, row in zip(names, counts.tolist(), strict=True)}


def normalised_error(part: Attachment, whole: Attachment) -> Ratio:
    """The error rate of a part divided by that of all words; 0/0 in a faultless parse."""
    return Ratio(part.errors * whole.total, part.total * whole.errors)


@njit(cache=True)
def _pre_post(start, scored, correct):
    counts = np.zeros((len(start) - 1, 4), np.int64)
    for s in range(len(start) - 1):
        part = 0
        for slot in range(start[s], start[s + 1]):
            if scored[slot]:
                counts[s, part] += correct[slot]
                counts[s, part + 1] += 1
                if not correct[slot]:
                    part = 2
    return counts


@njit(cache=True)
def _clusters(start, scored, correct, last):
    counts = np.zeros((last + 1, 2), np.int64)
    for s in range(len(start) - 1):
        distance = 0
        for slot in range(start[s], start[s + 1]):
            if scored[slot]:
                distance += 1
                bin = min(distance, last + 1) - 1
                counts[bin, 0] += correct[slot]
                counts[bin, 1] += 1
                if not correct[slot]:
                    distance = 0
    return counts
