"""Conversion of coordinations from Prague style to Mel'čuk or Collins style, and back.

See Nilsson (2009), 6.1. The variants differ in how the inverse distinguishes D, the conjunction's
dependents other than conjuncts, from the dependents of a conjunct. tau-c does not distinguish them,
tau-c-star relies on a few labels, and tau-c-plus marks D with +. tau-c-plus-star relies on the same
few labels and marks only the tokens in D that have other labels."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.trees.columns import checked_corpus
from nonproj.trees.relabel import column_of
from nonproj.trees.restructuring.coordination import chains, chains_inverse
from nonproj.trees.restructuring.coordination.interchanged import as_in_alpino, as_in_prague
from nonproj.trees.restructuring.marks import OF_THE_COORDINATION, marked, unmarked
from nonproj.trees.restructuring.outcome import Outcome
from nonproj.trees.restructuring.styles import Style


@dataclass(frozen=True)
class Coordination:
    style: Style
    marks_dependents: bool = False  # plus
    lifts_by_label: bool = False  # star
    collins: bool = False

    state = None

    def fit(self, treebank: Treebank) -> "Coordination":
        return self

    def apply(self, treebank: Treebank) -> Outcome:
        treebank = self._adapted(as_in_prague, treebank)
        corpus = checked_corpus(treebank.start, treebank.head)
        labels, member = self._split(treebank.deprel)
        part, lifted, kind = self._parts(treebank, labels)
        by_suffix = bool(self.style.coordination.conjunct_suffix)
        head, member, dependent, counts = chains.transform(
            *corpus, part, member, kind, by_suffix, self.collins
        )
        joined = self._join(labels, member)
        if self.marks_dependents:
            joined = marked(joined, np.where(lifted, 0, dependent), OF_THE_COORDINATION)
        left = dict(zip(chains.CHAINS_LEFT_ALONE, counts.tolist(), strict=False))
        return Outcome(treebank.with_trees(head, joined), int(counts[chains.CHANGED]), left)

    def undo(self, treebank: Treebank) -> Outcome:
        corpus = checked_corpus(treebank.start, treebank.head)
        plain, dependent = treebank.deprel, np.zeros(len(treebank.head), np.int32)
        if self.marks_dependents:
            plain, dependent = unmarked(plain, OF_THE_COORDINATION)
        labels, member = self._split(plain)
        part, lifted, kind = self._parts(treebank, labels)
        by_suffix = bool(self.style.coordination.conjunct_suffix)
        head, member, changed = chains_inverse.invert(
            *corpus, part, member, kind, dependent, lifted, by_suffix, self.collins
        )
        left = {chains_inverse.NOT_IN_A_CHAIN: int((part == chains.CONJUNCTION).sum()) - changed}
        restored = treebank.with_trees(head, self._join(labels, member))
        return Outcome(self._adapted(as_in_alpino, restored), changed, left)

    def classes(self, treebank: Treebank) -> tuple[np.ndarray, np.ndarray]:
        """Mark the conjuncts, and the separators between conjuncts."""
        treebank = self._adapted(as_in_prague, treebank)
        labels, member = self._split(treebank.deprel)
        part, _, kind = self._parts(treebank, labels)
        by_suffix = bool(self.style.coordination.conjunct_suffix)
        corpus = checked_corpus(treebank.start, treebank.head)
        found = chains.classify(*corpus, part, member, kind, by_suffix)
        return found == chains.CONJUNCT, found == chains.LINKING

    def _adapted(self, adapt: Callable, treebank: Treebank) -> Treebank:
        """Apply `adapt` to exchange conjunct and conjunction labels if the style requires this."""
        style = self.style.coordination
        if not style.interchanged:
            return treebank
        return adapt(treebank, style.interchanged, style.separators[0])

    def _split(self, labels: Column) -> tuple[Column, np.ndarray]:
        """Return the labels without conjunct suffixes, and mark the slots that had a suffix."""
        split = [self.style.coordination.split(label) for label in labels.values]
        member = np.array([had for _, had in split] + [False])
        return column_of(labels.codes, [label for label, _ in split]), member[labels.codes]

    def _join(self, labels: Column, member: np.ndarray) -> Column:
        suffix = self.style.coordination.conjunct_suffix
        strings = [label + end for label in labels.values for end in ("", suffix)]
        return column_of(
            np.where(labels.codes < 0, labels.codes, 2 * labels.codes + member), strings
        )

    def _parts(
        self, treebank: Treebank, labels: Column
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the role of each slot, whether its label is in `lifted`, and its kind.

        Tokens with labels in `lifted` are assumed to be dependents of the conjunction. The kind
        consists of the label and the coarse tag; conjuncts without suffixes have one of them in
        common."""
        style = self.style.coordination
        parts = {
            chains.CONJUNCTION: style.conjunctions,
            chains.SEPARATOR: style.separators,
            chains.STAND_IN: style.stand_ins,
            chains.TRANSPARENT: style.transparent,
            chains.SUFFIXLESS: style.suffixless,
        }
        by_label = {label: part for part, names in reversed(parts.items()) for label in names}
        cores = [style.core(label) for label in labels.values]
        part = np.array(
            [by_label.get(c, chains.NO_ROLE) for c in cores] + [chains.NO_ROLE], np.int8
        )
        lifted = np.array([c in style.lifted for c in cores] + [False]) & self.lifts_by_label
        kind = np.stack([labels.codes, treebank.upos.codes])
        return part[labels.codes], lifted[labels.codes], kind
