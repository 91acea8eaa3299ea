"""Model files of every kind: single parsers and bundles, whose code is imported on demand."""

from importlib import import_module
from pathlib import Path

import numpy as np

from nonproj.parsers.families import model_of
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.model_files import load_archive

BUNDLES, BUNDLE = "nonproj.combination.bundles", "bundle"  # the module, and the kind in model files


def load_model(path: str | Path) -> ParserModel:
    """Load a bundle or a single parser; raise NonprojError if the file is neither."""
    return load_archive(path, _model_of)


def _model_of(content: dict, arrays: dict[str, np.ndarray]) -> ParserModel:
    if content.get("kind") == BUNDLE:
        return import_module(BUNDLES).load(content, arrays)
    return model_of(content, arrays)
