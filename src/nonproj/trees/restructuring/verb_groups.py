"""Conversion of verb groups headed by main verbs to auxiliary heads (Nilsson 2009, 6.2).

In Prague style, the main verb m is the head of its auxiliaries; in Mel'čuk style, the leftmost
auxiliary a is the head of m. Labels stay on their tokens. In 6.2.2, both halves of step 4 contain
the same assignment, so this module follows the text instead: dependents to the left of the
rightmost verb attach to the left verb. DEVIATION: verb-group-sides"""

from dataclasses import dataclass

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.trees.columns import checked_corpus
from nonproj.trees.restructuring.outcome import Outcome
from nonproj.trees.restructuring.styles import Style

VERBS_LEFT_ALONE = (
    "another auxiliary is further left",
    "the head is not a main verb",
    "the auxiliary has dependents",
)


@dataclass(frozen=True)
class VerbGroups:
    style: Style

    state = None

    def fit(self, treebank: Treebank) -> "VerbGroups":
        return self

    def apply(self, treebank: Treebank) -> Outcome:
        head, *counts = _to_chain(*self._columns(treebank))
        left = dict(zip(VERBS_LEFT_ALONE, counts[1:], strict=True))
        return Outcome(treebank.with_trees(head, treebank.deprel), counts[0], left)

    def undo(self, treebank: Treebank) -> Outcome:
        preferred = treebank.deprel.where(self.style.verb_groups.preferred.__contains__)
        head, changed, without = _from_chain(*self._columns(treebank), preferred)
        left = {"no main verb among the dependents": without}
        return Outcome(treebank.with_trees(head, treebank.deprel), changed, left)

    def classes(self, treebank: Treebank) -> np.ndarray:
        """Mark the auxiliaries whose head is a main verb."""
        start, head, auxiliary, main = self._columns(treebank)
        first = np.repeat(start[:-1], np.diff(start))
        return auxiliary & (head > 0) & main[np.where(head > 0, first + head, 0)]

    def _columns(self, treebank: Treebank) -> tuple[np.ndarray, ...]:
        groups = self.style.verb_groups
        corpus = checked_corpus(treebank.start, treebank.head)
        auxiliary = treebank.deprel.where(groups.auxiliaries.__contains__)
        verb = treebank.upos.where(groups.verb_tags.__contains__)
        return *corpus, auxiliary, verb & ~auxiliary


@njit(cache=True)
def _to_chain(start, head, auxiliary, main):
    """Make auxiliaries heads; return heads, and counts of changed and unchanged verb groups."""
    head, turned, further, no_verb, parent = head.copy(), 0, 0, 0, 0
    for s in range(len(start) - 1):
        first, n = start[s], start[s + 1] - start[s]
        tree = head[first : first + n]
        given, has_turned = tree.copy(), np.zeros(n, np.bool_)
        for a in range(1, n):
            if not auxiliary[first + a]:
                continue
            m = given[a]
            if m == 0 or not main[first + m]:
                no_verb += 1
            elif (given == a).any():
                parent += 1
            elif has_turned[m]:
                further += 1
            else:
                _turn(tree, a, m)
                has_turned[m] = True
                turned += 1
    return head, turned, further, no_verb, parent


@njit(cache=True)
def _turn(tree, a, m):
    """Turn h→m→a into h→a→m.

    Dependents of m to the right of both verbs attach to the right verb, others to the left verb."""
    left, right = min(a, m), max(a, m)
    tree[a], tree[m] = tree[m], a
    for d in range(1, len(tree)):
        if tree[d] == m:
            tree[d] = left if d < right else right


@njit(cache=True)
def _from_chain(start, head, auxiliary, main, preferred):
    """Make main verbs heads; return heads, and counts of changed and unchanged verb groups.

    The main verb is one of the verbs that depend on the auxiliary. Only verbs with a preferred
    label are considered, or all of them if none has one. Of these, the verb nearest to the
    auxiliary is chosen; ties go to the left."""
    head, turned, without = head.copy(), 0, 0
    for s in range(len(start) - 1):
        first, n = start[s], start[s + 1] - start[s]
        tree = head[first : first + n]
        for a in range(n - 1, 0, -1):
            if not auxiliary[first + a]:
                continue
            m, governs = 0, False
            for d in range(1, n):
                if tree[d] == a:
                    governs = True
                    better = preferred[first + d] > preferred[first + m] if m else True
                    equal = m != 0 and preferred[first + d] == preferred[first + m]
                    if main[first + d] and (better or (equal and abs(d - a) < abs(m - a))):
                        m = d
            if m == 0:
                without += governs
                continue
            tree[m], tree[a] = tree[a], m
            for d in range(1, n):
                if tree[d] == a:
                    tree[d] = m
            turned += 1
    return head, turned, without
