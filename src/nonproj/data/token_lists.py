"""Lossless conversion between treebanks and sentences (`TokenList`) of the `conllu` library."""

from collections.abc import Iterable

import conllu
from conllu import TokenList

from nonproj.data.conll import parse_treebank, render
from nonproj.data.reading.formats import Format
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError

NAME = "<token lists>"
FIELDS = {
    Format.CONLLU: conllu.parser.DEFAULT_FIELDS,
    Format.CONLLX: (*conllu.parser.DEFAULT_FIELDS[:8], "phead", "pdeprel"),
}


def from_token_lists(sentences: Iterable[TokenList], heads: str = "required") -> Treebank:
    """Convert sentences to a treebank in CoNLL-X if any token has PHEAD, else in CoNLL-U."""
    sentences = list(sentences)
    extra = any("phead" in token for sentence in sentences for token in sentence)
    data = "".join(sentence.serialize() for sentence in sentences).encode()
    return parse_treebank(data, NAME, Format.CONLLX if extra else Format.CONLLU, heads)


def to_token_lists(treebank: Treebank) -> list[TokenList]:
    """Return one TokenList per sentence; raise NonprojError if the lists would lose any bytes.

    The library normalizes comments and, if a feature is repeated, keeps only the last value."""
    if treebank.format not in FIELDS:
        raise NonprojError(f"{treebank.name}: token lists cannot hold {treebank.format.value}")
    text = render(treebank).decode()
    sentences = conllu.parse(text, fields=FIELDS[treebank.format])
    if "".join(sentence.serialize() for sentence in sentences) != text:
        raise NonprojError(f"{treebank.name}: token lists would lose comments, blanks or features")
    return sentences
