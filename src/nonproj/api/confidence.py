"""Functions for the probabilities of arcs."""

from __future__ import annotations

from nonproj.api.arguments import checked, require_confidence
from nonproj.data.treebank import Treebank
from nonproj.parsers.calibrated import calibrated
from nonproj.parsers.interface import ParserModel
from nonproj.results.confidence import Doubts, doubts


@checked
def calibrate(model: ParserModel, heldout: Treebank, threads: int = 1) -> ParserModel:
    """Calibrate a model's arc probabilities on trees that it was not trained on."""
    require_confidence(model.variant)
    return calibrated(model, heldout, threads)


@checked
def doubtful(parse: Treebank, gold: Treebank | None = None) -> Doubts:
    """Rank the sentences and arcs of a parse by HeadConf, from most to least doubtful.

    With a gold standard, `quality` holds the share of all errors that the first 10 % of arcs
    contain, and the expected calibration error."""
    return doubts(parse, gold)
