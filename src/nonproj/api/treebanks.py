"""Functions that read and write treebanks."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from nonproj.api import SplitTextChoice
from nonproj.api.arguments import checked
from nonproj.data.conll import parse_treebank, read_treebank, write_treebank
from nonproj.data.reading.encodings import read_bytes
from nonproj.data.token_lists import from_token_lists, to_token_lists
from nonproj.data.treebank import Treebank
from nonproj.data.vectors import with_vectors
from nonproj.errors import NonprojError
from nonproj.option_types import FormatChoice, HeadsChoice, TagsChoice

if TYPE_CHECKING:
    from conllu import TokenList

SPLIT_TEXT = "nonproj.text.formats"  # the module that reads text which is split into words


@checked
def read(
    source: str | Path | bytes | Iterable[TokenList],
    format: FormatChoice | SplitTextChoice | None = None,
    heads: HeadsChoice = "required",
    tags: TagsChoice = "predicted",
    vectors: str | Path | None = None,
) -> Treebank:
    """Read a treebank from a file, from bytes or from sentences of the `conllu` library.

    format: conllu, conllx or conll2009, which are detected by default; or text without trees: plain
        (a sentence on each line, spaces between words) or words (a word on each line, an empty
        line after each sentence). `tokenize` splits raw text.
    heads: "ignored" for text to be parsed, "partial" for trees in which some heads are `_`.
    tags: with "gold", the gold columns of CoNLL-2009 are read.
    vectors: a file of word vectors, for neural parsers that were trained with vectors."""
    if format in get_args(SplitTextChoice) and isinstance(source, str | Path | bytes):
        name, data = named_bytes(source)
        treebank = read_split_text(data, name, format)
    elif isinstance(source, str | Path):
        treebank = read_treebank(source, format, heads, tags)
    elif isinstance(source, bytes):
        treebank = parse_treebank(source, format=format, heads=heads, tags=tags)
    elif format is not None or tags != "predicted":
        raise NonprojError("format and tags apply to files and bytes, not to sentences in memory")
    else:
        treebank = from_token_lists(source, heads)
    return with_vectors(treebank, vectors) if vectors else treebank


def named_bytes(source: str | Path | bytes) -> tuple[str, bytes]:
    """Return the name and the content of a file, or of bytes in memory."""
    return ("<memory>", source) if isinstance(source, bytes) else (str(source), read_bytes(source))


def read_split_text(data: bytes, name: str, format: SplitTextChoice) -> Treebank:
    """Read text that is split into sentences and words; the result is a treebank without trees."""
    content = import_module(SPLIT_TEXT).words_to_conllu(data, name, format == "words")
    return parse_treebank(content, name, "conllu", "ignored")


@checked
def write(treebank: Treebank, path: str | Path, keep_deps: bool = True) -> None:
    """Write a treebank in its original format, with its current trees and predicted tags.

    With keep_deps=False, DEPS becomes `_`, because the enhanced graph may not match new trees."""
    write_treebank(treebank, path, keep_deps)


@checked
def to_conllu(treebank: Treebank) -> list[TokenList]:
    """Convert a treebank to sentences of the `conllu` library, which `read` converts back."""
    return to_token_lists(treebank)


def _html(treebank: Treebank) -> str:
    """Return the HTML that a notebook displays for a treebank."""
    from nonproj.drawing.tree import as_html

    return as_html(treebank)


Treebank._repr_html_ = _html  # set here because drawing belongs to a layer above treebanks
