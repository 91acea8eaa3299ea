"""Conversion of coordinations headed by their first conjunct, as in UD, to other styles and back.

In Prague style, the conjunction is the head; Mel'čuk and Collins styles use chains. Labels stay on
their words. In Nilsson (2009), all treebanks are in Prague style before conversion."""

from dataclasses import dataclass, replace

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.trees.columns import checked_corpus
from nonproj.trees.restructuring.coordination import first_conjunct_chains as chains
from nonproj.trees.restructuring.coordination import first_conjunct_heads as heads
from nonproj.trees.restructuring.marks import OF_THE_COORDINATION, marked, unmarked
from nonproj.trees.restructuring.outcome import Outcome
from nonproj.trees.restructuring.styles import FirstConjunctStyle


@dataclass(frozen=True)
class FirstConjunct:
    """A conversion of coordinations from first-conjunct heads to a different style.

    `on_first`, which is learned from trees, is true if separators attach to the first conjunct, as
    in UD 1."""

    style: FirstConjunctStyle
    conjunction_heads: bool = False  # Prague style
    collins: bool = False
    marks_exceptions: bool = False  # plus
    on_first: bool = False

    @property
    def state(self) -> dict:
        return {"on_first": self.on_first}

    def fit(self, treebank: Treebank) -> "FirstConjunct":
        """Learn whether conjunctions attach more often to the first conjunct than to the next."""
        corpus = checked_corpus(treebank.start, treebank.head)
        on_first, on_next = _count_conjunctions(*corpus, self._parts(treebank))
        return replace(self, on_first=on_first > on_next)

    def apply(self, treebank: Treebank) -> Outcome:
        corpus = checked_corpus(treebank.start, treebank.head)
        part, labels = self._parts(treebank), treebank.deprel
        if self.conjunction_heads:
            head, counts = heads.to_bases(*corpus, part, self.on_first)
            reasons = heads.HEADS_LEFT_ALONE
        else:
            head, marks, _, counts = chains.to_chains(
                *corpus, part, self.on_first, self.collins, self.marks_exceptions
            )
            reasons = chains.CONJUNCTS_LEFT_ALONE
            if self.marks_exceptions:
                labels = marked(labels, marks, OF_THE_COORDINATION)
        left = dict(zip(reasons, counts.tolist(), strict=False))
        return Outcome(treebank.with_trees(head, labels), int(counts[-1]), left)

    def undo(self, treebank: Treebank) -> Outcome:
        corpus = checked_corpus(treebank.start, treebank.head)
        labels, marks = treebank.deprel, np.zeros(len(treebank.head), np.int32)
        if self.marks_exceptions:
            labels, marks = unmarked(labels, OF_THE_COORDINATION)
        plain = replace(treebank, deprel=labels)
        part = self._parts(plain)
        if self.conjunction_heads:
            head, changed, without = heads.from_bases(*corpus, part, self.on_first)
            left = {heads.NOT_HEADED: without}
        else:
            head, changed = chains.from_chains(*corpus, part, self.on_first, self.collins, marks)
            left = {chains.NOT_CHAINED: int((part == chains.IS_CONJUNCT).sum()) - changed}
        return Outcome(treebank.with_trees(head, labels), int(changed), left)

    def classes(self, treebank: Treebank) -> tuple[np.ndarray, np.ndarray]:
        """Mark conjuncts, including first conjuncts, and the separators between conjuncts."""
        corpus = checked_corpus(treebank.start, treebank.head)
        part = self._parts(treebank)
        words = np.flatnonzero(treebank.head > 0)
        first = np.repeat(treebank.start[:-1], np.diff(treebank.start))
        heads = first[words] + treebank.head[words]
        conjuncts = part == chains.IS_CONJUNCT
        conjuncts[heads[part[words] == chains.IS_CONJUNCT]] = True
        _, _, links, _ = chains.to_chains(*corpus, part, self.on_first, False, False)
        return conjuncts, links

    def _parts(self, treebank: Treebank) -> np.ndarray:
        """Return the role of each word in a coordination, judging by its label without subtype."""
        parts = {
            chains.IS_CONJUNCT: self.style.conjuncts,
            chains.IS_CONJUNCTION: self.style.conjunctions,
            chains.IS_SEPARATOR: self.style.separators,
        }
        by_type = {name: part for part, names in parts.items() for name in names}
        types = [label.partition(":")[0] for label in treebank.deprel.values]
        table = np.array(
            [by_type.get(t, chains.IS_OTHER) for t in types] + [chains.IS_OTHER], np.int8
        )
        return table[treebank.deprel.codes]


@njit(cache=True)
def _count_conjunctions(start, head, part):
    """Count the conjunctions attached to a first conjunct, and those attached to the next one."""
    on_first, on_next = 0, 0
    for s in range(len(start) - 1):
        tree, role = head[start[s] : start[s + 1]], part[start[s] : start[s + 1]]
        for d in range(1, len(tree)):
            if role[d] != chains.IS_CONJUNCTION:
                continue
            for x in range(d + 1, len(tree)):
                if role[x] == chains.IS_CONJUNCT and 0 < tree[x] < d:
                    on_first += tree[d] == tree[x]
                    on_next += tree[d] == x
    return on_first, on_next
