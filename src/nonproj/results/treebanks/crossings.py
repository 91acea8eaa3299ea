"""A treebank's non-projective arcs, the words in their gaps, and crossings expected by chance.

Punctuation is treated separately: arcs to punctuation marks, and arcs that cross only punctuation,
are counted but not described further. A punctuation mark on which other words depend, such as a
comma that heads a coordination, counts as a word."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.results.option_names import Grouping
from nonproj.results.punctuation import punctuation_marks
from nonproj.results.values import Key, Value
from nonproj.trees.crossings import crossings, crossings_by_chance, gap_roots


def crossing_values(treebank: Treebank, name: str, split: str) -> list[Value]:
    """Count 2-planar sentences, well-nested sentences and crossings.

    The z-score compares the crossings with random word orders. Under the null hypothesis, all
    orders of a sentence's words are equally likely, independently of other sentences, so
    expectation and variance are sums over sentences. Arcs from node 0 are not counted."""
    start, head, gold = treebank.start, treebank.head, Key(name, split, "gold")
    found, *members = (int(part.sum()) for part in crossings(start, head))
    thrice, variance = (int(part.sum()) for part in crossings_by_chance(start, head))
    z = (found - thrice / 3) / sqrt(variance / 180) if variance else 0.0
    return [
        gold.under("2-planar").value("coverage", members[0], treebank.n_sentences),
        gold.under("well-nested").value("coverage", members[1], treebank.n_sentences),
        gold.value("n-crossings", found),
        gold.value("expected-crossings", thrice, 3),
        gold.value("variance-of-crossings", variance, 180),
        gold.value("z-of-crossings", round(100 * z), 100 if variance else 0),
    ]


class CrossingArc(NamedTuple):
    """A non-projective arc; `gap` lists the roots of the arc's gap, without punctuation."""

    group: str
    label: str
    sentence: int  # numbered from 1
    sentence_length: int
    dependent: int
    head: int
    gap: list[int]
    gap_names: list[str]
    punctuation: bool  # the arc leads to punctuation, or crosses nothing else


def relations(treebank: Treebank, by: Grouping, examples: int = 0) -> list[dict]:
    """Count non-projective arcs by group; the largest group is first, and all arcs together last.

    The arcs of a group share their label (deprel), the tag of their dependent (upos), or their
    construction. `arcs` counts all arcs of a group; `gap` counts the labels or tags of gap roots
    (`trees.crossings.gap_roots`). Examples are from different sentences, the shortest first.

    A construction combines a kind of gap with the side of the head on which the dependent stands.
    In an extraction, the gap contains a word that dominates the head: for example, the verb between
    a noun and its extraposed relative clause. In an interruption, the gap contains only other
    words, such as a clitic within a noun phrase."""
    column = treebank.upos if by is Grouping.UPOS else treebank.deprel
    marks, names = punctuation_marks(treebank), column.strings()
    n_arcs = Counter(names[slot] for slot in np.flatnonzero(treebank.is_word & ~marks))
    groups, arcs = defaultdict(list), [*_crossing_arcs(treebank, by, names, marks)]
    for arc in arcs:
        groups[arc.group].append(arc)
    rows = [_row(own, examples) | {"group": g, "arcs": n_arcs.get(g)} for g, own in groups.items()]
    rows.sort(key=lambda row: (-row["nonprojective"], -row["punctuation"], row["group"]))
    return [*rows, _row(arcs, 0) | {"group": None, "arcs": n_arcs.total()}]


def _crossing_arcs(
    treebank: Treebank, by: Grouping, names: list[str], marks: np.ndarray
) -> Iterator[CrossingArc]:
    labels, roots = treebank.deprel.strings(), defaultdict(list)
    pairs = map(np.ndarray.tolist, gap_roots(treebank.start, treebank.head))
    for slot, *root in zip(*pairs, strict=True):
        roots[slot].append(root)
    for slot, found in roots.items():
        sentence = int(np.searchsorted(treebank.start, slot, side="right"))
        first, head = int(treebank.start[sentence - 1]), int(treebank.head[slot])
        gap = [root for root, _ in found if not marks[root]]
        group = names[slot]
        if by is Grouping.CONSTRUCTION:
            kind = "extraction" if any(above for _, above in found) else "interruption"
            group = f"{kind} to the {'left' if slot < first + head else 'right'}"
        yield CrossingArc(
            group,
            labels[slot],
            sentence,
            int(treebank.sentence_length[sentence - 1]),
            slot - first,
            head,
            [root - first for root in gap],
            [names[root] for root in gap],
            bool(marks[slot]) or not gap,
        )


def _row(arcs: Sequence[CrossingArc], examples: int) -> dict:
    kept = [arc for arc in arcs if not arc.punctuation]
    lengths = [abs(arc.head - arc.dependent) for arc in kept]
    first = {arc.sentence: arc for arc in reversed(kept)}.values()  # one arc for each sentence
    shortest = sorted(first, key=lambda arc: (arc.sentence_length, arc.sentence))
    return {
        "nonprojective": len(kept),
        "punctuation": len(arcs) - len(kept),
        "total_length": sum(lengths),
        "longest": max(lengths, default=0),
        "labels": _counted(arc.label for arc in kept),
        "gap": _counted(name for arc in kept for name in arc.gap_names),
        "examples": [arc._asdict() for arc in shortest[:examples]],
    }


def _counted(names: Iterable[str]) -> dict[str, int]:
    """Count how often each name occurs; return the most frequent names first."""
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))
