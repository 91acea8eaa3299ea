"""Files of taggers that several parsers share."""

from pathlib import Path

import numpy as np

from nonproj.data.declared import as_declared
from nonproj.parsers.model_files import load_archive, write_declared
from nonproj.tagging.taggers import Taggers, TaggersContent, taggers_of


def save_tagger(path: str | Path, tagger: Taggers) -> None:
    write_declared(path, *tagger.stored)


def load_tagger(path: str | Path) -> Taggers:
    """Load a tagger from a file; raise NonprojError if the file is not valid."""

    def made(content: dict, arrays: dict[str, np.ndarray]) -> Taggers:
        return taggers_of(as_declared(content, TaggersContent, "header"), arrays)

    return load_archive(path, made)
