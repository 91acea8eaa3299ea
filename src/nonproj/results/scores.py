"""Attachment scores as counts (Nilsson 2009, 3.1; Kuhlmann & Nivre 2010, 4.3)."""

from dataclasses import dataclass
from itertools import product

from nonproj.data.treebank import Treebank
from nonproj.results.influence import influence, standard_error
from nonproj.results.metrics import EVALUATED, SEEDED_METRICS, count
from nonproj.results.option_names import Labels, Punctuation
from nonproj.results.settings import Parsed, Question
from nonproj.results.words import compared, projectivity


@dataclass(frozen=True)
class Attachment:
    """How many observations there are, and how many are correct; `+` joins disjoint sets."""

    correct: int
    total: int

    def __add__(self, other: "Attachment") -> "Attachment":
        return Attachment(self.correct + other.correct, self.total + other.total)

    @property
    def errors(self) -> int:
        return self.total - self.correct

    def as_dict(self) -> dict[str, int]:
        return {"correct": self.correct, "total": self.total}


def evaluate(
    gold: Treebank,
    system: Treebank,
    punctuation: Punctuation | str = Punctuation.INCLUDE,
    labels: Labels | str = Labels.FULL,
) -> dict[str, Attachment]:
    """Count LAS, UAS and label accuracy over scored words, and LEM and UEM over sentences. O(n)."""
    question = scored(gold, system, punctuation, labels)
    return {metric: Attachment(*count(metric, question)) for metric in EVALUATED}


def scored(
    gold: Treebank, system: Treebank, punctuation: Punctuation | str, labels: Labels | str
) -> Question:
    """Select the scored words of a parse."""
    words = compared(gold, system, punctuation, labels)
    return Question(Parsed(words), ["punctuation=exclude"])


def standard_errors(
    gold: Treebank,
    system: Treebank,
    punctuation: Punctuation | str = Punctuation.INCLUDE,
    labels: Labels | str = Labels.FULL,
) -> dict[str, float]:
    """Return the standard errors of the LAS and UAS, over the sentences of the text. O(n)."""
    question = scored(gold, system, punctuation, labels)
    return {metric: standard_error([influence(metric, question)]) for metric in SEEDED_METRICS}


@dataclass(frozen=True)
class PrecisionRecall:
    """The correct arcs of a class, out of its predicted arcs (precision) and gold arcs (recall)."""

    precision: Attachment
    recall: Attachment

    def as_dict(self) -> dict[str, dict[str, int]]:
        return {"precision": self.precision.as_dict(), "recall": self.recall.as_dict()}


def by_projectivity(
    gold: Treebank,
    system: Treebank,
    punctuation: Punctuation | str = Punctuation.INCLUDE,
    labels: Labels | str = Labels.FULL,
) -> dict[str, PrecisionRecall]:
    """Count correct heads among projective and among non-projective arcs.

    There are separate counts for all sentences, for sentences with a projective gold tree, and for
    sentences with a non-projective gold tree."""
    words = compared(gold, system, punctuation, labels) | projectivity(gold, system)
    found = {}
    for kind, arcs in product(("all", "projective", "nonprojective"), ("proj", "nonproj")):
        items = f"arcs={arcs}", f"sentences={kind}"
        question = Question(Parsed(words), ["punctuation=exclude", *items])
        counts = (Attachment(*count(metric, question)) for metric in ("precision", "recall"))
        found[";".join(items)] = PrecisionRecall(*counts)
    return found
