"""Taggers for several columns, trained together and stored with a parser."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from nonproj.data.arrays import Array, check_arrays, named, offsets, owned
from nonproj.data.declared import Declared, Stored
from nonproj.data.retag import retagged
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.tagging.columns import LEMMA, TAGGED_COLUMNS, as_tags, from_tags
from nonproj.tagging.lemma_rules import is_rule
from nonproj.tagging.tagger import N_BITS, WITH_MARGIN, Reads, Recipe, Tagger, train_tagger

PERCEPTRONS = "perceptrons"  # the value of `kind` in model files
TAGGER_ARRAYS = {
    "begin": offsets("features", "pairs", "(feature, tag) pairs of each feature"),
    "tag": Array("int32", ("pairs",), "tag of each pair", 0, "tags"),
    "weight": Array("float32", ("pairs",), "averaged weight of each pair"),
}


class TaggersContent(Declared):
    """The header for taggers, with the tags of each column; for lemmas, the tags are rules."""

    kind: Literal[PERCEPTRONS]
    values: dict[str, Annotated[tuple[str, ...], Field(min_length=1)]]
    # What the taggers read; files of version 1.0 do not say it.
    affix: Annotated[int, Field(ge=3, le=16)] = 4
    gram: Annotated[int, Field(ge=0, le=8)] = 0
    reach: Annotated[int, Field(ge=0, le=4)] = 2

    def __post_init__(self) -> None:
        if unknown := self.values.keys() - {*TAGGED_COLUMNS}:
            raise ValueError(f"column {sorted(unknown)[0]!r}; expected {', '.join(TAGGED_COLUMNS)}")
        for rule in self.values.get(LEMMA, ()):
            if not is_rule(rule):
                raise ValueError(f"{rule!r} is not a lemma rule")


@dataclass(frozen=True)
class Taggers:
    """A set of taggers, each of which predicts one column."""

    by_column: dict[str, Tagger]

    @property
    def predicts(self) -> tuple[str, ...]:
        return tuple(self.by_column)

    def tag(self, treebank: Treebank, threads: int = 1, columns: Sequence[str] = ()) -> Treebank:
        """Predict these columns (by default, all that have a tagger) in parallel threads."""
        chosen = columns or self.predicts
        with ThreadPoolExecutor(threads) as pool:
            tagged = pool.map(lambda name: self.by_column[name].tag_words(treebank), chosen)
            tags = dict(zip(chosen, tagged, strict=True))
        return retagged(treebank, {c: from_tags(treebank, c, tags[c]) for c in chosen})

    @property
    def stored(self) -> Stored:
        values = {name: tagger.values for name, tagger in self.by_column.items()}
        arrays: dict[str, np.ndarray] = {}
        for name, tagger in self.by_column.items():
            arrays |= named(name, {each: getattr(tagger, each) for each in TAGGER_ARRAYS})
        reads = next((tagger.reads for tagger in self.by_column.values()), WITH_MARGIN.reads)
        return Stored(TaggersContent(PERCEPTRONS, values, *reads), arrays)


def train_taggers(
    treebank: Treebank,
    columns: Sequence[str] = TAGGED_COLUMNS,
    seed: int = 1,
    threads: int = 1,
    others: Sequence[int] = (),
    recipe: Recipe = WITH_MARGIN,
) -> Taggers:
    """Train taggers in parallel, one for each column that is not empty in the treebank."""
    filled = [name for name in columns if not treebank.lacks(name)]

    def train(name: str) -> Tagger:
        return train_tagger(treebank, as_tags(treebank, name), seed, others, recipe)

    with ThreadPoolExecutor(threads) as pool:
        return Taggers(dict(zip(filled, pool.map(train, filled), strict=True)))


def taggers_of(content: TaggersContent, arrays: dict[str, np.ndarray]) -> Taggers:
    """Build taggers from a file's content; raise NonprojError if the content is invalid."""
    by_column, reads = {}, Reads(content.affix, content.gram, content.reach)
    for name, values in content.values.items():
        own = owned(name, arrays)
        try:
            check_arrays(own, TAGGER_ARRAYS, features=1 << N_BITS, tags=len(values))
        except NonprojError as error:
            raise NonprojError(f"tagger of {name.upper()}: {error}") from None
        by_column[name] = Tagger(values, **own, reads=reads)
    taggers = Taggers(by_column)
    if arrays.keys() - taggers.stored.arrays.keys():
        raise NonprojError("some arrays belong to no tagger")
    return taggers
