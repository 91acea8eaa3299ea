"""Concatenation of treebanks."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from nonproj.data.reading.formats import Format
from nonproj.data.treebank import Column, Source, Treebank
from nonproj.errors import NonprojError

ALIKE = {Format.CONLLU, Format.CONLLX}  # the columns that we read are in the same positions


def joined(treebanks: Sequence[Treebank]) -> Treebank:
    """Return the sentences of all treebanks, as if they had been read from one file.

    CoNLL-X joined with CoNLL-U becomes CoNLL-U; CoNLL-2009 cannot be joined with other formats."""
    if not treebanks:
        raise NonprojError("nothing to join: no treebank given")
    first, *others = treebanks
    if not others:
        return first
    formats = {each.format for each in treebanks}
    for other in others:
        if other.format != first.format and not formats <= ALIKE:
            raise NonprojError(
                f"{other.name}: {other.format.value} cannot be joined with the "
                f"{first.format.value} of {first.name}"
            )
    sizes = {None if each.vectors is None else each.vectors.shape[1] for each in treebanks}
    if len(sizes) > 1:
        raise NonprojError(
            f"{first.name} and others: expected vectors of the same size for all, or for none"
        )
    lengths = np.concatenate([np.diff(each.start) for each in treebanks])
    columns = (*Treebank.TEXT_COLUMNS, "deprel")
    return Treebank(
        " + ".join(each.name for each in treebanks),
        first.format if len(formats) == 1 else Format.CONLLU,
        np.cumsum([0, *lengths]).astype(np.int32),
        np.concatenate([each.head for each in treebanks]),
        source=_joined_sources(treebanks),
        vectors=None if sizes == {None} else np.concatenate([each.vectors for each in treebanks]),
        **{name: _joined_columns([getattr(each, name) for each in treebanks]) for name in columns},
    )


def _joined_columns(columns: Sequence[Column]) -> Column:
    values = tuple(dict.fromkeys(chain(*(column.values for column in columns))))
    return Column(np.concatenate([column.recoded(values) for column in columns]), values)


def _joined_sources(treebanks: Sequence[Treebank]) -> Source:
    """Join the sources of treebanks; in the result, each sentence ends with an empty line."""
    sources = [each.select(range(each.n_sentences)).source for each in treebanks]
    begins = np.cumsum([0, *(len(source.data) for source in sources)]).tolist()
    spans = {
        name: np.concatenate([getattr(s, name) + a for s, a in zip(sources, begins, strict=False)])
        for name in ("sentence", "head", "deprel")
    }
    return replace(sources[0], data=b"".join(source.data for source in sources), **spans)
