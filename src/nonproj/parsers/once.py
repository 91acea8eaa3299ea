"""Labels that a word gives to at most one of its dependents, such as the label of its subject.

A parser labels each arc by itself, so that a verb can get two subjects. Here, a word's dependents
are labelled together: among the choices in which no group of relations occurs twice, the one with
the best total score is taken. Heads do not change."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain

import numpy as np
from scipy.optimize import linear_sum_assignment

from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.given import ParserWithGiven, core_of, is_empty
from nonproj.parsers.interface import ParserModel

OUTER = ":outer"  # in UD, a clause that serves as a predicate has its own subject and an outer one
UNLIMITED = -1  # the group of labels that may occur any number of times
LABELLING = "neural parsers without steps can, and bundles that contain one"


@dataclass(frozen=True)
class Once:
    """Groups of relations, and a parser that scores labels."""

    groups: tuple[tuple[str, ...], ...]
    parser: ParserModel

    @classmethod
    def of(cls, model: ParserModel, once: str) -> "Once":
        """Return the groups of a text such as nsubj+csubj,obj."""
        parser = _parser_with_label_scores(model)
        if parser is None:
            raise NonprojError(
                f"{model.variant.name} cannot label dependents together; {LABELLING}"
            )
        found = cls(tuple(tuple(group.split("+")) for group in once.split(",")), parser)
        labels = parser.network.labels
        for relation in chain(*found.groups):
            if not any(_is(label, relation) for label in labels):
                known = ", ".join(sorted(labels))
                raise NonprojError(f"{once}: {relation!r}; expected labels of the model: {known}")
        if UNLIMITED not in map(found.group_of, labels):
            raise NonprojError(f"{once}: no other label is left")
        return found

    def group_of(self, label: str) -> int:
        """Return the number of the first group with this relation, or UNLIMITED."""
        owns = (any(_is(label, relation) for relation in group) for group in self.groups)
        return next((number for number, own in enumerate(owns) if own), UNLIMITED)

    def applied(
        self, model: ParserModel, text: Treebank, parsed: Treebank, threads: int = 1
    ) -> Treebank:
        """Return the parse with new labels for dependents of words that have a group twice.

        Labels of the text that the model has to keep do not change."""
        kept = np.zeros(len(parsed.head), dtype=bool)
        if isinstance(model, ParserWithGiven):
            kept = parsed.is_word & ~is_empty(text.deprel)
        sentence = np.repeat(np.arange(parsed.n_sentences), parsed.sentence_length + 1)
        crowded = self._crowded(parsed, sentence)
        if not crowded:
            return parsed
        scored = np.isin(sentence, sentence[[*crowded]])
        row = np.cumsum(scored) - 1
        scores = self.parser.label_scores(parsed.select(np.unique(sentence[scored])), threads)
        labels, values = parsed.deprel.strings(), self.parser.network.labels
        group = np.array([*map(self.group_of, values)])
        for slots in map(np.array, crowded.values()):
            fixed, free = slots[kept[slots]], slots[~kept[slots]]
            taken = {self.group_of(labels[slot]) for slot in fixed.tolist()}
            codes = best_labels(scores[row[free]], group, taken)
            for slot, code in zip(free.tolist(), codes.tolist(), strict=True):
                labels[slot] = values[code]
        return parsed.with_trees(parsed.head, Column.of(labels))

    def _crowded(self, parsed: Treebank, sentence: np.ndarray) -> dict[int, list[int]]:
        """Return the slots of the words that have a group twice, given each slot's sentence.

        The values are the slots of their dependents with labels in any group."""
        groups = np.array([*map(self.group_of, parsed.deprel.values), UNLIMITED])
        groups = groups[parsed.deprel.codes]
        slots = np.flatnonzero((groups != UNLIMITED) & (parsed.head > 0))
        heads = parsed.start[sentence[slots]] + parsed.head[slots]
        found: dict[int, list[int]] = defaultdict(list)
        for head, slot in zip(heads.tolist(), slots.tolist(), strict=True):
            found[head].append(slot)
        return {head: own for head, own in found.items() if len({*groups[own]}) < len(own)}


def best_labels(scores: np.ndarray, group: np.ndarray, taken: set[int]) -> np.ndarray:
    """Return the labels with the best total score [word, label] that use each group at most once.

    Groups in `taken` are not used. Without groups, each word would get its best free label; the
    words that gain most by a group's label get it instead, one word a group."""
    free = np.where(group == UNLIMITED, scores, -np.inf)
    chosen = free.argmax(1)
    open_groups = [each for each in np.unique(group) if each != UNLIMITED and each not in taken]
    if not open_groups:
        return chosen
    within = np.stack([np.where(group == each, scores, -np.inf) for each in open_groups], 1)
    gain = np.maximum(within.max(-1) - free.max(-1)[:, None], 0.0)
    for word, column in zip(*linear_sum_assignment(gain, maximize=True), strict=True):
        if gain[word, column] > 0:
            chosen[word] = within[word, column].argmax()
    return chosen


def _is(label: str, relation: str) -> bool:
    """Return whether a label is a relation or a subtype of it, other than an outer one."""
    return label == relation or (label.startswith(f"{relation}:") and not label.endswith(OUTER))


def _parser_with_label_scores(model: ParserModel) -> ParserModel | None:
    """Return the parser, or the first one of a bundle, that scores the labels of any tree."""
    core = core_of(model)
    for parser in map(core_of, getattr(core, "parsers", [core])):
        if hasattr(parser, "label_scores") and not parser.variant.steps:
            return parser
    return None
