"""Files of taggers that several parsers share."""

from pathlib import Path

from nonproj.data.declared import as_declared
from nonproj.errors import NonprojError
from nonproj.parsers.model_files import read_archive, write_declared
from nonproj.tagging.taggers import Taggers, TaggersContent, taggers_of


def save_tagger(path: str | Path, tagger: Taggers) -> None:
    write_declared(path, *tagger.stored)


def load_tagger(path: str | Path) -> Taggers:
    """Load a tagger from a file; raise NonprojError if the file is not valid."""
    content, arrays = read_archive(path)
    try:
        return taggers_of(as_declared(content, TaggersContent, "header"), arrays)
    except NonprojError as error:
        raise NonprojError(f"{path}: {error}") from None
