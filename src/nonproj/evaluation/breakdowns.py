"""Precision and recall of classes of arcs, as counts.

Recall: of the words whose gold arc is in the class, those that are right. Precision: of the words
whose predicted arc is in the class, those that are right. Membership is decided in each tree
separately, so the two counts of right words differ and no F1 follows from them (Nilsson 2009, 3.1;
Kuhlmann & Nivre 2010, 4.3; Björkelund & Kuhn 2012, 3). All are O(n) in the number of words, but
for the projectivity and the depth of arcs, which cost what they cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.evaluation.outcomes import Outcomes
from nonproj.evaluation.scores import Attachment
from nonproj.trees.columns import checked_corpus
from nonproj.trees.measures import arc_lengths
from nonproj.trees.projectivity import nonprojective_arcs
from nonproj.trees.pseudo_projective import lift
from nonproj.trees.restructuring.label_counts import style_of_treebank
from nonproj.trees.restructuring.roles import roles


@dataclass(frozen=True)
class PrecisionRecall:
    """Right words among those with a predicted, and among those with a gold arc in the class."""

    precision: Attachment
    recall: Attachment

    def __add__(self, other: "PrecisionRecall") -> "PrecisionRecall":
        return PrecisionRecall(self.precision + other.precision, self.recall + other.recall)

    def as_dict(self) -> dict[str, dict[str, int]]:
        return {"precision": self.precision.as_dict(), "recall": self.recall.as_dict()}


ROLES = ("conjuncts", "auxiliaries")
Breakdown = dict[str, PrecisionRecall]
Counts = TypeVar("Counts", PrecisionRecall, Attachment)


def as_dict(table: Mapping[str, PrecisionRecall | Attachment]) -> dict[str, dict]:
    """A breakdown as JSON takes it."""
    return {name: counts.as_dict() for name, counts in table.items()}


def pooled(tables: Sequence[Mapping[str, Counts]]) -> dict[str, Counts]:
    """Breakdowns of several texts as that of one."""
    whole = dict(tables[0])
    for table in tables[1:]:
        for key, part in table.items():
            whole[key] = whole[key] + part if key in whole else part
    return whole


def precision_recall(
    outcomes: Outcomes, in_gold: np.ndarray, in_system: np.ndarray, labelled: bool
) -> PrecisionRecall:
    """Precision and recall of one class of arcs, given as boolean masks over slots."""
    return PrecisionRecall(
        _attachment(outcomes, in_system, labelled), _attachment(outcomes, in_gold, labelled)
    )


def by_projectivity(outcomes: Outcomes, labelled: bool = False) -> Breakdown:
    """Projective and non-projective arcs, in all, projective and non-projective sentences.

    The gold tree decides what a sentence is. Unlabelled in KN T3 and T5 and NI T5.7, labelled in
    BK T2. Keys as in the settings of the published values: arcs=nonproj;sentences=all.
    DEVIATION: malteval-arcs"""
    gold, system = (nonprojective_of(t) for t in (outcomes.gold, outcomes.system))
    words = outcomes.gold.is_word
    in_nonprojective = np.repeat(outcomes.per_sentence(gold) > 0, np.diff(outcomes.gold.start))
    sentences = {
        "all": words,
        "projective": words & ~in_nonprojective,
        "nonprojective": words & in_nonprojective,
    }
    return {
        f"arcs={arcs};sentences={kind}": precision_recall(
            outcomes, in_gold & inside, in_system & inside, labelled
        )
        for kind, inside in sentences.items()
        for arcs, in_gold, in_system in (("proj", ~gold, ~system), ("nonproj", gold, system))
    }


def malteval_arcs(outcomes: Outcomes, labelled: bool = False) -> PrecisionRecall:
    """Non-projective arcs as MaltEval 1.0 takes them, which Nilsson's (2009) figures may rest on.

    Where a dependent follows its head, it never looks at the word just before the dependent."""
    gold, system = (
        nonprojective_of(t) & ~_overlooked(*checked_corpus(t.start, t.head))
        for t in (outcomes.gold, outcomes.system)
    )
    return precision_recall(outcomes, gold, system, labelled)


def lifted_arcs(outcomes: Outcomes, lifted: np.ndarray, labelled: bool = False) -> PrecisionRecall:
    """Nilsson (2009), T5.7: precision over words whose predicted label said lifted before it was
    decoded (bool per slot), recall over gold non-projective arcs; right means right in the end."""
    return precision_recall(outcomes, nonprojective_of(outcomes.gold), lifted, labelled)


def by_lifts(outcomes: Outcomes, labelled: bool = True) -> dict[str, Attachment]:
    """Gold non-projective arcs by how often projectivizing lifts them, and which are right.

    0: the lift of another arc was enough."""
    lifts = np.minimum(lift(outcomes.gold.start, outcomes.gold.head).lifts, 4)
    gold = nonprojective_of(outcomes.gold)
    return {
        f"arcs=nonproj;lifts={name}": _attachment(outcomes, gold & (lifts == n), labelled)
        for n, name in enumerate(("0", "1", "2", "3", ">3"))
    }


def by_root(outcomes: Outcomes, labelled: bool = True) -> Breakdown:
    """Words attached to node 0 and all others (Nilsson 2009, T7.5, T8.4)."""
    gold, system = outcomes.gold.head == 0, outcomes.system.head == 0
    return {
        "arcs=root": precision_recall(outcomes, gold, system, labelled),
        "arcs=non-root": precision_recall(outcomes, ~gold, ~system, labelled),
    }


def by_role(outcomes: Outcomes, labelled: bool = False) -> Breakdown:
    """Conjuncts and auxiliaries, in the style of the gold treebank (Nilsson 2009, T6.5)."""
    gold, system = roles_of(outcomes)
    return {
        f"tokens={role}": precision_recall(outcomes, gold[role], system[role], labelled)
        for role in ROLES
    }


def roles_of(outcomes: Outcomes) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """bool per slot of the gold and of the parsed trees: the words of each role."""
    style = style_of_treebank(outcomes.gold)
    return roles(outcomes.gold, style), roles(outcomes.system, style)


def by_length(outcomes: Outcomes, labelled: bool = True, last: int = 30) -> Breakdown:
    """Arcs by |head - dependent|; those of node 0 apart, as in MaltEval, with which Nilsson (2009)
    evaluates (figures 6.8, 7.3 and 8.4): half of what is long would be roots otherwise."""
    names = (*(f"bin={i}" for i in range(1, last + 1)), f"bin=>{last}", "bin=root")
    classes = (
        np.where(t.head == 0, last + 1, np.minimum(arc_lengths(t.start, t.head), last + 1) - 1)
        for t in (outcomes.gold, outcomes.system)
    )
    return _by_class(outcomes, *classes, names, labelled)


def by_depth(outcomes: Outcomes, labelled: bool = True, last: int = 15) -> Breakdown:
    """Arcs by the depth of their head; 0: words attached to node 0 (Nilsson 2009, figure 7.3)."""
    gold, system = (
        _depths(*checked_corpus(t.start, t.head)) - 1 for t in (outcomes.gold, outcomes.system)
    )
    return _by_number(outcomes, gold, system, range(last + 1), labelled)


def by_position(
    outcomes: Outcomes, labelled: bool = True, width: int = 5, last: int = 50
) -> dict[str, Attachment]:
    """Words by their position in the sentence, in bins 1-5, 6-10, ... (Nilsson 2009, 8.3.4).

    Unscored words keep their positions."""
    if last % width != 0:
        raise NonprojError(f"last position {last} is no multiple of the bins' width, {width}")
    position = np.arange(len(outcomes.scored)) - np.repeat(
        outcomes.gold.start[:-1], np.diff(outcomes.gold.start)
    )
    bins = (np.minimum(position, last + 1) - 1) // width
    names = [f"{first}-{first + width - 1}" for first in range(1, last + 1, width)]
    counts = _by_class(outcomes, bins, bins, (*names, f">{last}"), labelled)
    return {name: both.recall for name, both in counts.items()}


def nonprojective_of(treebank: Treebank) -> np.ndarray:
    return nonprojective_arcs(treebank.start, treebank.head)


def _attachment(outcomes: Outcomes, members: np.ndarray, labelled: bool) -> Attachment:
    members = members & outcomes.scored
    return Attachment(int(np.sum(members & outcomes.correct(labelled))), int(np.sum(members)))


def _by_number(
    outcomes: Outcomes, gold: np.ndarray, system: np.ndarray, bins: range, labelled: bool
) -> Breakdown:
    """One class for each number of `bins` and one for all that are larger."""
    names = (*(f"bin={i}" for i in bins), f"bin=>{bins[-1]}")
    classes = (np.minimum(numbers, bins[-1] + 1) - bins[0] for numbers in (gold, system))
    return _by_class(outcomes, *classes, names, labelled)


def _by_class(
    outcomes: Outcomes,
    gold: np.ndarray,
    system: np.ndarray,
    names: tuple[str, ...],
    labelled: bool,
) -> Breakdown:
    """Break down by the classes names[gold[slot]] and names[system[slot]]."""
    scored, correct = outcomes.scored, outcomes.scored & outcomes.correct(labelled)

    def count(classes: np.ndarray) -> list[Attachment]:
        right, all_ = (np.bincount(classes[m], minlength=len(names)) for m in (correct, scored))
        return [Attachment(r, a) for r, a in zip(right.tolist(), all_.tolist(), strict=True)]

    return {
        name: PrecisionRecall(precision, recall)
        for name, precision, recall in zip(names, count(system), count(gold), strict=True)
    }


@njit(cache=True)
def _overlooked(start, head):
    """Arcs to the right whose head dominates all words between but perhaps the last."""
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
    """Arcs from node 0 down to each node. Cost: the sum of depths."""
    depth = np.zeros(len(head), np.int32)
    for s in range(len(start) - 1):
        for d in range(1, start[s + 1] - start[s]):
            node = d
            while node != 0:
                node = head[start[s] + node]
                depth[start[s] + d] += 1
    return depth
