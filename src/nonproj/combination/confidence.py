"""Probabilities of the arcs in a blend, from the share of the votes for each head."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from nonproj.combination.blending import blend
from nonproj.combination.weights import Weights, votes
from nonproj.data.misc import confidence_of, has_confidence, require_misc, with_confidence
from nonproj.data.treebank import Treebank
from nonproj.learners.calibration import Calibration
from nonproj.parsers.calibrated import calibrated
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.roots import Root
from nonproj.results.confidence import doubts
from nonproj.results.metrics import MILLION
from nonproj.results.values import Key, Value


def with_confidence_of_blend(blended: Treebank, *how: Any) -> Treebank:
    """Return a blend with the probabilities of `confidence_of_blend` in MISC."""
    require_misc(blended)
    return with_confidence(blended, confidence_of_blend(blended, *how))


def confidence_of_blend(
    blended: Treebank,
    parses: Sequence[Treebank],
    weights: Weights | str = Weights.EQ,
    heldout_gold: Treebank | None = None,
    heldout_parses: Sequence[Treebank] = (),
    accumulate: bool = False,
    root: Root | str = Root.MULTIPLE,
) -> np.ndarray:
    """Return the probability of each arc of a blend that `blend` made with the same arguments.

    Without a held-out gold standard, this is the share of the votes for the head, whatever the
    label. With a held-out gold standard, the shares are calibrated on the blend of the held-out
    parses. If all parses have probabilities in MISC, votes are weighted by these probabilities."""
    how = Weights(weights), heldout_gold, heldout_parses
    stated = all(map(has_confidence, [*parses, *heldout_parses]))
    shares = shares_of_votes(blended, parses, votes(how[0], parses, *how[1:]), stated)
    if heldout_gold is None:
        return shares
    heldout = blend(heldout_parses, *how, accumulate, root)
    words = heldout_gold.is_word
    cast = votes(how[0], heldout_parses, *how[1:])
    right = heldout.head == heldout_gold.head
    of_heldout = shares_of_votes(heldout, heldout_parses, cast, stated)
    return Calibration.fit(of_heldout[words], right[words])(shares)


def shares_of_votes(
    blended: Treebank, parses: Sequence[Treebank], cast: np.ndarray, stated: bool = False
) -> np.ndarray:
    """Return each head's share of the votes; 0 for words on which no parser has a vote.

    `stated`: weight each vote by the probability that MISC states for its arc."""
    for_head = np.stack([parse.head for parse in parses]) == blended.head
    if stated:
        for_head = for_head * np.stack([confidence_of(parse) for parse in parses])
    return (cast * for_head).sum(axis=0) / np.maximum(cast.sum(axis=0), 1)


def confidence_values(
    key: Key,
    dev: Treebank,
    gold: Treebank,
    models: Mapping[str, ParserModel],
    blends: Mapping[str, tuple[str, Sequence[str]]],
) -> Iterator[Value]:
    """Evaluate arc probabilities on `gold` for parsers and blends calibrated on `dev`.

    `blends` maps the name of a blend to its weights and the names of its members."""
    parses = {}
    for name, model in models.items():
        sure = calibrated(model, dev)
        parses[name] = [sure.parse(text, 1, "predict", True).annotated for text in (gold, dev)]
        yield from _qualities(key._replace(system=name), parses[name][0], gold)
    for name, (weights, members) in blends.items():
        of_gold, of_dev = zip(*(parses[member] for member in members), strict=True)
        blended = blend(of_gold, weights, dev, of_dev)
        sure = with_confidence_of_blend(blended, of_gold, weights, dev, of_dev)
        yield from _qualities(key._replace(system=name), sure, gold)


def _qualities(key: Key, parse: Treebank, gold: Treebank) -> Iterator[Value]:
    quality = doubts(parse, gold).quality
    error, found = round(quality.calibration_error * MILLION), quality.errors_found
    yield key.value("calibration-error", "percent", error, MILLION)
    yield key.value("errors-in-doubtful-tenth", "percent", found.correct, found.total)
