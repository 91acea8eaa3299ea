"""Parsing a treebank with a trained model."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.learners.linear import EMPTY_SCORER, LinearModel
from nonproj.parsers.steps import restore
from nonproj.parsers.transition.lockstep import parse_in_lockstep
from nonproj.parsers.transition.loops import parse_range
from nonproj.parsers.transition.model import Model
from nonproj.parsers.transition.symbols import Symbols, max_features
from nonproj.parsers.transition.training import mirrored
from nonproj.parsers.voting.model import VotingModel
from nonproj.systems.direction import mirror_heads, mirror_slots
from nonproj.trees.relabel import column_of


@dataclass(frozen=True)
class Counts:
    """What parsing did: transitions, those a classifier was asked for, rows of pairs read for
    these, and tokens that no transition gave a head."""

    decisions: int
    scored: int
    rows: int
    headless: int


def parse(model: Model | VotingModel, treebank: Treebank, threads: int = 1) -> Treebank:
    """The treebank under the model's trees; its own heads and labels are not looked at."""
    return parse_and_count(model, treebank, threads)[0]


def parse_and_count(
    model: Model | VotingModel, treebank: Treebank, threads: int = 1
) -> tuple[Treebank, Counts]:
    """The parsed treebank and what it took."""
    parsed, counts = parse_encoded(model, treebank, threads)
    return restore(model.variant.steps, parsed), counts


def parse_encoded(
    model: Model | VotingModel, treebank: Treebank, threads: int = 1
) -> tuple[Treebank, Counts]:
    """What the parser itself wrote, before `restore`, and what it took."""
    backwards = model.variant.system.right_to_left
    read = mirrored(treebank) if backwards else treebank
    symbols = model.vocabulary.encode(read)
    if isinstance(model, Model) and isinstance(model.classifier, LinearModel):
        head, label, counts = _parse_linear(model, read, symbols, threads)
    else:
        head, label, counts = parse_in_lockstep(model, read, symbols)
    if backwards:
        head, label = mirror_heads(read.start, head), label[mirror_slots(read.start)]
    parsed = treebank.with_trees(head, column_of(label, model.vocabulary.labels))
    return parsed, Counts(*(int(n) for n in counts))


def _parse_linear(
    model: Model, treebank: Treebank, symbols: Symbols, threads: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Heads, labels and counts, by threads over ranges of about as many tokens each."""
    start = treebank.start
    head, label = np.empty_like(treebank.head), np.empty_like(treebank.head)
    bounds = np.searchsorted(start, np.linspace(0, start[-1], 4 * threads + 1)).tolist()
    width = max(1, max_features(model.features.templates, symbols))
    refiner = model.refiner.scorer if model.refiner else EMPTY_SCORER

    def work(bound: tuple[int, int]) -> np.ndarray:
        return parse_range(
            model.code,
            start,
            *bound,
            model.features,
            symbols,
            model.classifier.scorer,
            refiner,
            model.actions,
            width,
            head,
            label,
        )

    ranges = [(a, b) for a, b in pairwise(bounds) if b > a]
    with ThreadPoolExecutor(threads) as pool:
        counts = list(pool.map(work, ranges))
    return head, label, np.sum(counts, axis=0, dtype=np.int64) if counts else np.zeros(4, np.int64)
