"""Conversion of labels and commas in coordinations from Alpino to Prague style, and back.

See Nilsson (2009), 6.1.2. In Alpino, the conjunction has the label of the coordination, and each
conjunct has the label cnj. The conversion exchanges these labels. Moreover, Alpino attaches a comma
between two conjuncts to the word before it; the conversion attaches the comma to the conjunction
instead. In the inverse, a conjunction takes the label of its rightmost conjunct. In Collins
style, commas are also attached to the conjunct before them. DEVIATION: alpino-commas"""

import numpy as np
from numba import njit

from nonproj.data.treebank import Treebank
from nonproj.trees.columns import checked_corpus
from nonproj.trees.relabel import column_of
from nonproj.trees.restructuring.bottom_up import bottom_up


def as_in_prague(treebank: Treebank, conjunct: str, comma: str) -> Treebank:
    """Convert Alpino's style to Prague style; `conjunct` and `comma` are labels."""
    return _rewritten(_interchange, treebank, conjunct, comma)


def as_in_alpino(treebank: Treebank, conjunct: str, comma: str) -> Treebank:
    """Convert back to Alpino's style; the inverse of `as_in_prague`."""
    return _rewritten(_change_back, treebank, conjunct, comma)


def _rewritten(kernel, treebank: Treebank, conjunct: str, comma: str) -> Treebank:
    labels = tuple(dict.fromkeys((*treebank.deprel.values, conjunct, comma)))
    codes = labels.index(conjunct), labels.index(comma)
    corpus = checked_corpus(treebank.start, treebank.head)
    head, label = kernel(*corpus, treebank.deprel.codes, *codes)
    return treebank.with_trees(head, column_of(label, labels))


@njit(cache=True)
def _interchange(start, head, label, conjunct, comma):
    head, label = head.copy(), label.copy()
    for s in range(len(start) - 1):
        tree, own = head[start[s] : start[s + 1]], label[start[s] : start[s + 1]]
        if not (own == conjunct).any():
            continue
        is_conjunct = own == conjunct
        _raise_commas(tree, own == comma, is_conjunct)
        for base in bottom_up(tree, np.ones(len(tree), np.bool_))[::-1]:
            conjuncts = is_conjunct & (tree == base)
            if conjuncts.any():
                for c in np.flatnonzero(conjuncts):
                    own[c] = own[base]
                own[base] = conjunct
    return head, label


@njit(cache=True)
def _raise_commas(tree, is_comma, is_conjunct):
    """Attach each comma to the innermost coordination with conjuncts on both sides of the comma."""
    given = tree.copy()
    for s in range(2, len(tree)):
        if not is_comma[s] or given[s] != s - 1 or (given == s).any():
            continue
        node = s - 1
        while node > 0:
            base = given[node]
            follows = (is_conjunct[s + 1 :] & (given[s + 1 :] == base)).any()
            if base > 0 and is_conjunct[node] and node < s and follows:
                tree[s] = base
                break
            node = base


@njit(cache=True)
def _change_back(start, head, label, conjunct, comma):
    head, label = head.copy(), label.copy()
    for s in range(len(start) - 1):
        tree, own = head[start[s] : start[s + 1]], label[start[s] : start[s + 1]]
        if not (own == conjunct).any():
            continue
        is_base = own == conjunct
        for base in bottom_up(tree, is_base):
            conjuncts = np.flatnonzero((tree == base) & (own != comma))
            if len(conjuncts):
                own[base] = own[conjuncts[-1]]
                for c in conjuncts:
                    own[c] = conjunct
            for d in range(2, len(tree)):
                if tree[d] == base and own[d] == comma and not (tree == d).any():
                    tree[d] = d - 1
    return head, label
