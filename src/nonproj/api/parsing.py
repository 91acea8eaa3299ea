"""Functions that load and apply parsers."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from nonproj.api.arguments import checked
from nonproj.choices import FillChoice
from nonproj.combination.loading import load_model
from nonproj.data.misc import require_misc
from nonproj.data.treebank import Treebank
from nonproj.errors import one_of
from nonproj.parsers.interface import ParserModel, Progress
from nonproj.parsers.parts import parse_in_parts


@checked
def load(path: str | Path) -> ParserModel:
    """Load a model from a file written by `model.save`, `nonproj train` or `nonproj bundle`."""
    return load_model(path)


@checked
def parse(
    model: ParserModel,
    treebank: Treebank,
    threads: int = 1,
    tags: FillChoice = "fill",
    progress: Progress | None = None,
    confidence: bool = False,
) -> Treebank:
    """Parse the sentences of a treebank, ignoring its heads and labels.

    tags: the columns to predict, if the model can: the columns that are empty in the treebank
        ("fill"), all columns ("predict"), or none ("keep"). Use "predict" to score a parser as it
        parses text without tags.
    progress: a function to call with each stage and the share of it that is done.
    confidence: write the probability of each arc to MISC, as in HeadConf=0.93. This requires
        CoNLL-U and a calibrated model (see `calibrate` and `train`)."""
    fill = one_of(get_args(FillChoice), tags, "tags")
    model.require_tags(treebank)
    if confidence:
        model.require_calibration()
        require_misc(treebank)
    if progress is None:
        return model.parse(treebank, threads, fill, confidence).annotated
    return parse_in_parts(model, treebank, threads, fill, progress, confidence=confidence)


@checked
def tag(model: ParserModel, treebank: Treebank, threads: int = 1) -> Treebank:
    """Predict UPOS, XPOS, FEATS and LEMMA with a parser's tagger; keep the trees.

    Neural parsers and parsers trained with tags="predicted" have a tagger."""
    return model.tag(treebank, threads)
