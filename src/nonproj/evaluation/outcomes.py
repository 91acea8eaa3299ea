"""Right and wrong words of a parse: the one comparison that all scores are counted from."""

from dataclasses import dataclass, replace

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.evaluation.options import Labels, Metric, Punctuation
from nonproj.evaluation.punctuation import scored_words
from nonproj.trees.align import require_heads, require_same_text
from nonproj.trees.relabel import column_of

EXACT_MATCH = {Metric.LEM: Metric.LAS, Metric.UEM: Metric.UAS}


@dataclass(frozen=True)
class Outcomes:
    """Two trees over each sentence and where they agree; arrays have one item per slot."""

    gold: Treebank  # with the labels that are compared
    system: Treebank
    scored: np.ndarray  # bool: words that count
    head: np.ndarray  # bool: right head
    label: np.ndarray  # bool: right label

    def correct(self, labelled: bool) -> np.ndarray:
        """bool per slot: the arc is right, with its label or without."""
        return self.head & self.label if labelled else self.head

    def observations(self, metric: Metric) -> np.ndarray:
        """bool per scored word, or per sentence with a scored word: right or wrong."""
        if metric in EXACT_MATCH:
            correct, total = self.sentence_counts(metric)
            return correct[total > 0] > 0
        return self._words(metric)[self.scored]

    def sentence_counts(self, metric: Metric) -> tuple[np.ndarray, np.ndarray]:
        """int64 per sentence: right and all observations; exact match is one observation."""
        words = self._words(EXACT_MATCH.get(metric, metric))
        correct, total = self.per_sentence(words & self.scored), self.per_sentence(self.scored)
        if metric in EXACT_MATCH:
            some = total > 0
            return ((correct == total) & some).astype(np.int64), some.astype(np.int64)
        return correct, total

    def per_sentence(self, mask: np.ndarray) -> np.ndarray:
        return np.add.reduceat(mask.astype(np.int64), self.gold.start[:-1])

    def _words(self, metric: Metric) -> np.ndarray:
        return self.label if metric is Metric.LABEL else self.correct(metric is Metric.LAS)


def outcomes_of(
    gold: Treebank,
    system: Treebank,
    punctuation: Punctuation | str = Punctuation.INCLUDE,
    labels: Labels | str = Labels.FULL,
) -> Outcomes:
    """Compare two treebanks of the same text; texts that differ raise TextMismatchError. O(n)."""
    require_same_text(gold, system)
    require_heads(gold, system)
    if Labels(labels) is Labels.UNIVERSAL:
        gold, system = _without_subtypes(gold), _without_subtypes(system)
    label = gold.deprel.codes == system.deprel.recoded(gold.deprel.values)
    return Outcomes(
        gold,
        system,
        scored_words(gold, Punctuation(punctuation)),
        (gold.head == system.head) & gold.is_word,
        label & gold.is_word,
    )


def _without_subtypes(treebank: Treebank) -> Treebank:
    universal = [value.split(":")[0] for value in treebank.deprel.values]
    return replace(treebank, deprel=column_of(treebank.deprel.codes, universal))
