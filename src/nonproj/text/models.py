"""A model file that holds a tokenizer beside a parser, so that the model parses raw text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from nonproj.data.arrays import Array, check_arrays, named, owned
from nonproj.data.declared import Declared, Stored, as_content, as_declared
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.variants import Variant
from nonproj.text.learning import Learning
from nonproj.text.tokenizer import Tokenizer, train

__all__ = ["Learning", "TextParser", "Tokenizer", "load", "train"]
READS_TEXT = "text"  # the kind in model files
PARSER_ENTRY, TOKENIZER = "parser", "tokenizer"
TOKENIZER_ARRAYS = {TOKENIZER: Array("uint8", ("n",), "the tokenizer, in UDPipe's format")}


class TextContent(Declared):
    """The header of the file, which contains the header of the parser."""

    kind: Literal[READS_TEXT]
    parser: dict[str, Any]


@dataclass(frozen=True, eq=False, repr=False)
class TextParser(ParserModel):
    """A parser of any kind, and a tokenizer for the text that it parses."""

    parser: ParserModel
    tokenizer: Tokenizer

    @property
    def variant(self) -> Variant:
        return self.parser.variant

    @property
    def calibration(self) -> Calibration | None:
        return self.parser.calibration

    def with_calibration(self, calibration: Calibration) -> "TextParser":
        return replace(self, parser=self.parser.with_calibration(calibration))

    def with_variant(self, variant: Variant) -> "TextParser":
        return replace(self, parser=self.parser.with_variant(variant))

    def applied_as(self, variant: Variant) -> "TextParser":
        return replace(self, parser=self.parser.applied_as(variant))

    @property
    def predicts(self) -> Sequence[str]:
        return self.parser.predicts

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        return self.parser.predict(treebank, threads, fill)

    def tag(self, treebank: Treebank, threads: int = 1, columns: Sequence[str] = ()) -> Treebank:
        return self.parser.tag(treebank, threads, columns)

    def certainty(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        return self.parser.certainty(parsed, threads)

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        return self.parser.vocabulary_of(column)

    @property
    def columns_read(self) -> Sequence[str]:
        return self.parser.columns_read

    @property
    def stored(self) -> Stored:
        of_parser = self.parser.stored
        arrays = named(PARSER_ENTRY, of_parser.arrays)
        arrays[TOKENIZER] = np.frombuffer(self.tokenizer.data, np.uint8)
        return Stored(TextContent(READS_TEXT, as_content(of_parser.content)), arrays)


def load(
    load_parser: Callable[[dict, dict], ParserModel], content: dict, arrays: dict[str, np.ndarray]
) -> TextParser:
    """Build a model from a file's content; raise NonprojError if the content is invalid."""
    header = as_declared(content, TextContent, "header")
    of_parser = owned(PARSER_ENTRY, arrays)
    if header.parser.get("kind") == READS_TEXT:
        raise NonprojError("a parser with two tokenizers")
    rest = {k: v for k, v in arrays.items() if not k.startswith(f"{PARSER_ENTRY}.")}
    check_arrays(rest, TOKENIZER_ARRAYS)
    return TextParser(load_parser(header.parser, of_parser), Tokenizer(rest[TOKENIZER].tobytes()))
