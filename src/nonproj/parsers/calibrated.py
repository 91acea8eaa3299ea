"""Calibration of arc probabilities on trees that the model was not trained on."""

from collections.abc import Callable
from dataclasses import replace

from nonproj.data.treebank import Treebank
from nonproj.learners.calibration import Calibration
from nonproj.parsers.interface import ParserModel, Training, hold_out
from nonproj.parsers.roots import require_trees
from nonproj.parsers.variants import Variant


def calibrated(model: ParserModel, heldout: Treebank, threads: int = 1) -> ParserModel:
    """Return a copy of the model that gives arc probabilities, calibrated on held-out trees."""
    return model.with_calibration(fitted(model, heldout, threads))


def fitted(model: ParserModel, heldout: Treebank, threads: int = 1) -> Calibration:
    """Fit a calibration, which maps a model's confidence in heads to the share of correct heads.

    The model parses the held-out text, for which it predicts every tag column that it can. Words
    without a head are not counted."""
    require_trees(heldout, "calibrate on", partial=True)
    parse = model.parse(heldout, threads, "predict")
    certainty, words = model.certainty(parse.written, threads), heldout.head >= 0
    return Calibration.fit(certainty[words], (parse.treebank.head == heldout.head)[words])


def train(
    train_parser: Callable[..., ParserModel],
    variant: Variant,
    treebank: Treebank,
    how: Training,
    prepared: Treebank | None = None,
) -> ParserModel:
    """Train a parser and calibrate it on the development set.

    Without a development set, a second parser is trained on nine tenths of the sentences and
    calibrated on the remaining tenth; its calibration is then given to the first parser."""
    model = train_parser(variant, treebank, how, prepared)
    if how.dev is not None:
        return calibrated(model, how.dev, how.threads)
    otherwise = "; name held-out trees by --dev"
    training, heldout, how = hold_out(variant, treebank, how, otherwise)
    second = train_parser(variant, training, replace(how, checkpoint=None, tagging=None), None)
    return model.with_calibration(fitted(second, heldout, how.threads))
