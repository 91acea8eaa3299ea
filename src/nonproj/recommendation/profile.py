"""A treebank in words: how non-projective it is, in which constructions, and how far."""

from dataclasses import dataclass

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.evaluation.scores import Attachment, evaluate
from nonproj.evaluation.treebanks.oracle_coverage import oracle_parse, variant_with_oracle
from nonproj.trees.measures import arc_lengths, one_endpoint_crossing_sentences
from nonproj.trees.projectivity import nonprojective_arcs
from nonproj.trees.pseudo_projective import lift

DEGREES_OF = {0.02: "hardly", 0.1: "somewhat", 0.25: "clearly"}  # shares of sentences below
MOST = "strongly"
ORACLES = ("arc-standard", "arc-standard+head", "attardi", "swap-lazy")
CONSTRUCTIONS = 3  # that are named


@dataclass(frozen=True)
class Construction:
    """A label, how many of the non-projective arcs have it, and how many of all arcs."""

    label: str
    nonprojective: int
    total: int


@dataclass(frozen=True)
class Profile:
    name: str
    n_sentences: int
    n_words: int
    arcs: int  # non-projective
    sentences: int  # with such arcs
    length: float  # mean of non-projective arcs, in words
    once: int  # non-projective arcs that `lift` lifts at most once
    crossing: int  # sentences whose trees are 1-Endpoint-Crossing
    constructions: tuple[Construction, ...]
    oracles: dict[str, Attachment]  # LAS that a strategy can reach, without any training

    @property
    def sentences_in_words(self) -> list[str]:
        """The profile as a colleague would tell it."""
        told = [
            f"{self.n_sentences:,} sentences, {self.n_words:,} words. The treebank is "
            f"{self._degree} non-projective: {_percent(self.sentences, self.n_sentences)} of its "
            f"sentences and {_percent(self.arcs, self.n_words)} of its arcs."
        ]
        if not self.arcs:
            return [*told, "A projective parser loses nothing; all strategies are one here."]
        told.append(f"Most often, these arcs are {self._named_constructions}.")
        told.append(
            f"They span {self.length:.1f} words on average; where the shortest is lifted first "
            f"until a tree is projective, {_percent(self.once, self.arcs)} of them are lifted at "
            f"most once; {_percent(self.crossing, self.n_sentences)} of the trees are "
            "1-Endpoint-Crossing."
        )
        reach = (f"{name} {_percent(a.correct, a.total)}" for name, a in self.oracles.items())
        told.append(
            f"Without an error of its own, a parser would reach in LAS: {', '.join(reach)}."
        )
        return told

    @property
    def _degree(self) -> str:
        share = self.sentences / self.n_sentences
        return next((word for below, word in DEGREES_OF.items() if share < below), MOST)

    @property
    def _named_constructions(self) -> str:
        return ", ".join(
            f"{c.label} ({_percent(c.nonprojective, self.arcs)} of them; "
            f"{_percent(c.nonprojective, c.total)} of all {c.label})"
            for c in self.constructions
        )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def profile_of(treebank: Treebank) -> Profile:
    """Describe a treebank; nothing is trained."""
    start, head = treebank.start, treebank.head
    arcs = nonprojective_arcs(start, head)
    affected = np.add.reduceat(arcs, start[:-1]) > 0
    lifts = lift(start, head).lifts[arcs]
    oracles = {}
    for name in ORACLES:
        rebuilt = oracle_parse(treebank, variant_with_oracle(name)).treebank
        oracles[name] = evaluate(treebank, rebuilt)["las"]
    return Profile(
        treebank.name,
        treebank.n_sentences,
        treebank.n_words,
        int(arcs.sum()),
        int(affected.sum()),
        float(arc_lengths(start, head)[arcs].mean()) if arcs.any() else 0.0,
        int((lifts <= 1).sum()),
        int(one_endpoint_crossing_sentences(start, head).sum()),
        _constructions(treebank, arcs),
        oracles,
    )


def _constructions(treebank: Treebank, arcs: np.ndarray) -> tuple[Construction, ...]:
    """The labels of most non-projective arcs; ties: the label that occurs first."""
    n = len(treebank.deprel.values)
    codes = treebank.deprel.codes
    found = np.bincount(codes[arcs], minlength=n)
    total = np.bincount(codes[treebank.is_word], minlength=n)
    most = np.argsort(-found, kind="stable")[:CONSTRUCTIONS]
    return tuple(
        Construction(treebank.deprel.values[k], int(found[k]), int(total[k]))
        for k in most.tolist()
        if found[k]
    )
