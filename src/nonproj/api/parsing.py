"""Functions that load and apply parsers."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import numpy as np

from nonproj.api.arguments import checked
from nonproj.choices import FillChoice
from nonproj.data.misc import require_misc
from nonproj.data.treebank import Treebank
from nonproj.errors import one_of
from nonproj.parsers.families import model_of
from nonproj.parsers.interface import ParserModel, Progress
from nonproj.parsers.model_files import load_archive
from nonproj.parsers.parts import parse_in_parts

BUNDLES, BUNDLE = "nonproj.combination.bundles", "bundle"  # the module, and the kind in model files


@checked
def load(path: str | Path) -> ParserModel:
    """Load a model from a file written by `model.save`, `nonproj train` or `nonproj bundle`."""
    return load_archive(path, _model_of)


def _model_of(content: dict[str, Any], arrays: dict[str, np.ndarray]) -> ParserModel:
    """Build a model from a file's content; only bundles need the code that blends parses."""
    if content.get("kind") == BUNDLE:
        return import_module(BUNDLES).load(content, arrays)
    return model_of(content, arrays)


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
