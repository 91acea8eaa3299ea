"""What the trials are worth: scores with intervals, and tests against twins and the best."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nonproj.combination.blending import blend
from nonproj.data.treebank import Treebank
from nonproj.evaluation.options import Labels, Metric, Punctuation
from nonproj.evaluation.scores import (
    Attachment,
    PrecisionRecall,
    by_projectivity,
    evaluate,
    scored,
)
from nonproj.evaluation.significance.comparison import sentence_counts
from nonproj.evaluation.significance.paired_tests import holm
from nonproj.evaluation.significance.resampling import Interval, paired_bootstrap
from nonproj.parsers.roots import Root
from nonproj.recommendation.ladder import Strategy
from nonproj.recommendation.trial import Files, Trial

NONPROJECTIVE = "arcs=nonproj;sentences=all"
BLENDED = 3  # parses at least, as two have no majority


@dataclass(frozen=True)
class Gain:
    """The difference in LAS to another parse, a share of 1, by the bootstrap over sentences."""

    other: str
    difference: float
    interval: Interval
    p: float  # over a twin Holm-corrected for all twins; behind the best by itself


@dataclass(frozen=True)
class Assessed:
    """A strategy, or a blend of several, on the development set."""

    name: str
    explained: str
    las: Attachment
    interval: Interval
    uas: Attachment
    nonprojective: PrecisionRecall  # heads of non-projective arcs
    trial: Trial | None  # None for a blend
    over_twin: Gain | None = None
    behind_best: Gain | None = None
    projective: bool = False

    @property
    def share(self) -> float:
        return self.las.correct / self.las.total


def assess(
    ladder: Sequence[Strategy],
    files: Files,
    gold: Treebank,
    parses: dict[str, Treebank],
    seed: int,
    replicates: int = 10_000,
) -> list[Assessed]:
    """All strategies that were tried, the most accurate first, with a blend of all of them."""
    known = {s.name: s for s in ladder if s.name in parses}
    rows = {n: _assessed(n, s.explained, files.read_trial(n), gold, parses[n])
            for n, s in known.items()}  # fmt: skip
    ranked = sorted(rows, key=lambda n: -rows[n].las.correct)
    parses = dict(parses)
    if len(ranked) >= BLENDED:
        name = f"blend of all {len(ranked)}"
        parses[name] = blend([parses[n] for n in ranked], root=Root.AUTO)
        explained = "every word takes the head that most of them choose, within a tree"
        rows[name] = _assessed(name, explained, None, gold, parses[name])
    twins = [(n, s.twin) for n, s in known.items() if s.twin in known]
    best = [(n, ranked[0]) for n in rows if n != ranked[0]]
    pairs = [*((n, "") for n in rows), *twins, *best]
    found = dict(zip(pairs, _bootstraps(gold, parses, pairs, seed, replicates), strict=True))
    corrected = dict(zip(twins, holm([found[pair].p for pair in twins]), strict=True))
    assessed = []
    for n, row in rows.items():
        twin = known[n].twin if n in known else ""
        over = _gain(rows, n, twin, found, corrected.get((n, twin)))
        behind = _gain(rows, n, ranked[0], found)
        rest = {"interval": found[n, ""].interval, "projective": n in known and known[n].projective}
        assessed.append(replace(row, over_twin=over, behind_best=behind, **rest))
    return sorted(assessed, key=lambda row: -row.las.correct)


def _assessed(
    name: str, explained: str, trial: Trial | None, gold: Treebank, parse: Treebank
) -> Assessed:
    scores, arcs = evaluate(gold, parse), by_projectivity(gold, parse)[NONPROJECTIVE]
    interval = Interval(0.0, 1.0)
    return Assessed(name, explained, scores["las"], interval, scores["uas"], arcs, trial)


def _bootstraps(gold, parses, pairs, seed, replicates):
    """One bootstrap of the LAS of each pair; against no parse, of the LAS itself."""
    questions = {n: scored(gold, p, Punctuation.INCLUDE, Labels.FULL) for n, p in parses.items()}
    n_sentences = gold.n_sentences
    counts = {n: sentence_counts(q, Metric.LAS, n_sentences) for n, q in questions.items()}
    total = next(iter(counts.values()))[1]
    counts[""] = (np.zeros_like(total), total)
    columns = [np.stack([*counts[a], *counts[b]], axis=1) for a, b in pairs]
    return paired_bootstrap(np.stack(columns, axis=1), replicates, seed)


def _gain(rows, name, other, found, p=None) -> Gain | None:
    if (name, other) not in found or not other:
        return None
    test = found[name, other]
    difference = rows[name].share - rows[other].share
    return Gain(other, difference, test.interval, test.p if p is None else p)
