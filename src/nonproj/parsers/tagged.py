"""A parser and a tagger for the columns that the parser reads, stored in one file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from nonproj.data.arrays import named, owned
from nonproj.data.conll import read_treebank
from nonproj.data.declared import Declared, Stored, as_content, as_declared
from nonproj.data.retag import retagged
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.parsers.interface import ParserModel, Training
from nonproj.parsers.tagger_files import load_tagger
from nonproj.parsers.variants import Variant
from nonproj.tagging.jackknife import train_and_tag
from nonproj.tagging.taggers import Taggers, TaggersContent, taggers_of

TAGGED = "tagged"  # the kind in model files
PARSER, TAGGER = "parser", "tagger"


class TaggedContent(Declared):
    """The header of a tagged parser's file, with the headers of the parser and the tagger."""

    kind: Literal[TAGGED]
    parser: dict[str, Any]
    tagger: dict[str, Any]


@dataclass(frozen=True, eq=False, repr=False)
class TaggedParser(ParserModel):
    """A parser that was trained on predicted tags, and the tagger that predicts these tags."""

    parser: ParserModel
    tagger: Taggers

    @property
    def variant(self) -> Variant:
        return self.parser.variant

    @property
    def predicts(self) -> Sequence[str]:
        return self.tagger.predicts

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        text = self.tagger.tag(treebank, threads, fill) if fill else treebank
        return self.parser.predict(text, threads)

    def tag(self, treebank: Treebank, threads: int = 1, columns: Sequence[str] = ()) -> Treebank:
        return self.tagger.tag(treebank, threads, columns)

    def certainty(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        return self.parser.certainty(parsed, threads)

    @property
    def calibration(self) -> Calibration | None:
        return self.parser.calibration

    def with_calibration(self, calibration: Calibration) -> "TaggedParser":
        return replace(self, parser=self.parser.with_calibration(calibration))

    def with_variant(self, variant: Variant) -> "TaggedParser":
        return replace(self, parser=self.parser.with_variant(variant))

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        return self.parser.vocabulary_of(column)

    @property
    def columns_read(self) -> Sequence[str]:
        return self.parser.columns_read

    @property
    def stored(self) -> Stored:
        parser, tagger = self.parser.stored, self.tagger.stored
        contents = as_content(parser.content), as_content(tagger.content)
        arrays = named(PARSER, parser.arrays) | named(TAGGER, tagger.arrays)
        return Stored(TaggedContent(TAGGED, *contents), arrays)


def load(
    load_parser: Callable[[dict, dict], ParserModel], content: dict, arrays: dict[str, np.ndarray]
) -> TaggedParser:
    """Build a model from a file's content; raise NonprojError if the content is invalid."""
    header = as_declared(content, TaggedContent, "header")
    of_parser, of_tagger = owned(PARSER, arrays), owned(TAGGER, arrays)
    if header.parser.get("kind") == TAGGED or len(of_parser) + len(of_tagger) < len(arrays):
        raise NonprojError("expected one parser and one tagger")
    tagger = as_declared(header.tagger, TaggersContent, "header of the tagger")
    return TaggedParser(load_parser(header.parser, of_parser), taggers_of(tagger, of_tagger))


def train(
    train_parser: Callable[..., ParserModel],
    variant: Variant,
    treebank: Treebank,
    how: Training,
    prepared: Treebank | None = None,
) -> TaggedParser:
    """Train a tagger, then train a parser on tags predicted by jackknifing."""
    how.progress("tagging", 0.0)
    if how.tagging:
        tagger, tagged = load_tagger(how.tagging[0]), read_treebank(how.tagging[1])
    else:
        tagger, tagged = train_and_tag(treebank, how.seed, how.threads, how.others)
    if prepared is not None:
        prepared = retagged(prepared, {c: getattr(tagged, c) for c in tagger.predicts})
    dev = how.dev and tagger.tag(how.dev, how.threads)
    parser = train_parser(variant, tagged, replace(how, tags="given", dev=dev), prepared)
    return TaggedParser(parser, tagger)
