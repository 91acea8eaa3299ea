"""Which arcs of a treebank are non-projective, what they cross, and how many cross by chance.

Punctuation is kept apart: an arc into a punctuation mark, or across nothing else, is only counted.
A mark that other words depend on, such as a comma that heads a coordination, is a word."""

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.results.options import Grouping
from nonproj.results.punctuation import punctuation_marks
from nonproj.results.values import Key, Value
from nonproj.trees.crossings import (
    crossings,
    crossings_by_chance,
    gap_roots,
    two_planar_and_well_nested,
)

if TYPE_CHECKING:
    from pandas import DataFrame


def crossing_values(treebank: Treebank, name: str, split: str) -> list[Value]:
    """2-planar and well-nested sentences, crossings, and z against a random order of words.

    By chance, the words of each sentence stand in any order, independently of other sentences:
    expectation and variance are sums over sentences. Arcs of node 0 do not count."""
    start, head, gold = treebank.start, treebank.head, Key(name, split, "gold")
    found = int(crossings(start, head).sum())
    thrice, variance = (int(part.sum()) for part in crossings_by_chance(start, head))
    z = (found - thrice / 3) / sqrt(variance / 180) if variance else 0.0
    members = two_planar_and_well_nested(start, head).sum(axis=1).tolist()
    return [
        gold.under("2-planar").value("coverage", "percent", members[0], treebank.n_sentences),
        gold.under("well-nested").value("coverage", "percent", members[1], treebank.n_sentences),
        gold.value("n-crossings", "count", found),
        gold.value("expected-crossings", "ratio", thrice, 3),
        gold.value("variance-of-crossings", "ratio", variance, 180),
        gold.value("z-of-crossings", "ratio", round(100 * z), 100 if variance else 0),
    ]


def relations(treebank: Treebank, by: Grouping, examples: int = 0) -> list[dict]:
    """Non-projective arcs in groups, the largest first and all together last, as counts.

    A group holds the arcs with a label (deprel), into words with a tag (upos), or of a
    construction. `arcs` counts all arcs of a group, `gap` the labels or tags of the roots of gaps
    (`trees.crossings.gap_roots`). Examples are of different sentences, the shortest first.

    A construction is the side of its head on which the dependent stands, left or right, and what
    is in between. Extraction: a word on which the head depends, directly or not, as between a noun
    and its extraposed relative clause. Interruption: other words alone, as a clitic within a noun
    phrase."""
    arcs, gaps = _crossing_arcs(treebank, by)
    words = treebank.is_word & ~punctuation_marks(treebank)
    column = treebank.upos if by is Grouping.UPOS else treebank.deprel
    totals = np.bincount(column.codes[words], minlength=len(column.values)).tolist()
    n_arcs = dict(zip(column.values, totals, strict=True)) | {None: sum(totals)}
    rows = [
        _row(group, own, gaps, examples) | {"arcs": n_arcs.get(group)}
        for group, own in [*arcs.groupby("group"), (None, arcs)]
    ]
    return sorted(rows, key=lambda r: (r["group"] is None, -r["nonprojective"], -r["punctuation"]))


def _crossing_arcs(treebank: Treebank, by: Grouping) -> "tuple[DataFrame, DataFrame]":
    """A row for each non-projective arc, indexed by its slot, and for each root of its gap."""
    from pandas import DataFrame

    marks, head = punctuation_marks(treebank), treebank.head
    arc, root, dominant = gap_roots(treebank.start, head)
    column = treebank.upos if by is Grouping.UPOS else treebank.deprel
    names, labels = np.array([*column.values, ""]), np.array([*treebank.deprel.values, ""])
    first = treebank.start[np.searchsorted(treebank.start, root, side="right") - 1]
    gaps = DataFrame({"arc": arc, "word": root - first, "name": names[column.codes[root]]})
    gaps = gaps.assign(mark=marks[root], dominant=dominant)
    of_arc = gaps.groupby("arc")[["mark", "dominant"]].agg(["all", "any"])
    slot = of_arc.index.to_numpy()
    sentence = np.searchsorted(treebank.start, slot, side="right")
    word = slot - treebank.start[sentence - 1]
    if by is Grouping.CONSTRUCTION:
        kinds = np.where(of_arc["dominant", "any"], "extraction", "interruption")
        group = np.char.add(kinds, np.where(word < head[slot], " to the left", " to the right"))
    else:
        group = names[column.codes[slot]]
    arcs = DataFrame({"group": group, "sentence": sentence, "dependent": word}, index=slot)
    return arcs.assign(
        head=head[slot],
        label=labels[treebank.deprel.codes[slot]],
        length=abs(head[slot] - word),
        apart=marks[slot] | of_arc["mark", "all"],
        words=treebank.sentence_length[sentence - 1],
    ), gaps


def _row(group: str | None, arcs: "DataFrame", gaps: "DataFrame", examples: int) -> dict:
    kept = arcs[~arcs.apart]
    crossed = gaps[gaps.arc.isin(kept.index) & ~gaps.mark]
    shortest = kept.sort_values(["words", "sentence", "dependent"]).drop_duplicates("sentence")
    return {
        "group": group,
        "nonprojective": len(kept),
        "punctuation": len(arcs) - len(kept),
        "total_length": int(kept.length.sum()),
        "longest": int(kept.length.max()) if len(kept) else 0,
        "labels": _counted(kept.label),
        "gap": _counted(crossed.name),
        "examples": [
            {name: int(row[name]) for name in ("sentence", "dependent", "head")}
            | {"gap": crossed.word[crossed.arc == slot].tolist()}
            for slot, row in shortest.head(examples if group is not None else 0).iterrows()
        ],
    }


def _counted(names: Iterable[str]) -> dict[str, int]:
    """How often each name occurs, the most frequent first."""
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))
