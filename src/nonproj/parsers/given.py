"""Parsing of texts in which some heads, labels and tags are given, and the rest is predicted.

The decoder is constrained: the result is the best tree that has what is given. Modules named in
GIVEN_MODULES, or by a bundle's `KEEPING`, do this for one kind of model each. They define
`with_given(model)`, which returns a model of the same kind whose `predict` keeps the heads of a
text and the labels that it knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

import numpy as np

from nonproj.data.declared import Stored
from nonproj.data.partial import head_place, require_no_cycle
from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.data.retag import retagged
from nonproj.data.treebank import Column, Treebank
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.option_types import FillChoice
from nonproj.parsers import interface
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.variants import Variant
from nonproj.systems.moves import SINGLE

GIVEN_MODULES = {
    "GraphModel": "nonproj.parsers.graph.given",
    "NeuralModel": "nonproj.parsers.neural.given",
}
ABLE = "mst, carreras+npa and biaffine can, and bundles that contain one of them"


@dataclass(frozen=True, repr=False)
class ParserWithGiven(ParserModel):
    """A parser that keeps the heads, labels and tags of a text."""

    parser: ParserModel  # without constraint, for tags and for the certainty of predicted arcs
    constrained: ParserModel
    replaced: tuple[str, ...]  # the columns to predict for all words
    completed: tuple[str, ...]  # the columns to predict for words that have `_`

    def parse_filling(
        self, treebank: Treebank, threads: int, fill: Sequence[str], confidence: bool = False
    ) -> interface.Parse:
        """Parse a text around its heads and labels; the probability of a given arc is 1."""
        parse = super().parse_filling(treebank, threads, fill, confidence)
        if parse.confidence is None:
            return parse
        return parse._replace(confidence=np.where(treebank.head >= 0, 1.0, parse.confidence))

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        text = treebank
        if fill:
            tagged = self.parser.tag(treebank, threads, fill)
            text = retagged(treebank, {name: self._tags(treebank, tagged, name) for name in fill})
        parsed, counts = self.constrained.predict(
            text, threads, [c for c in fill if c in self.replaced]
        )
        labels = _filled(treebank.deprel, parsed.deprel, is_empty(treebank.deprel))
        return text.with_trees(parsed.head, labels), counts

    def _tags(self, treebank: Treebank, tagged: Treebank, name: str) -> Column:
        """Return a column with predictions for the words that need one."""
        predicted = getattr(tagged, name)
        if name in self.replaced:
            return predicted
        return _filled(getattr(treebank, name), predicted, open_cells(treebank, name))

    def to_fill(self, treebank: Treebank, tags: FillChoice = "fill") -> tuple[str, ...]:
        return (*self.replaced, *self.completed)

    def certainty(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        return self.parser.certainty(parsed, threads)

    def tag(self, treebank: Treebank, threads: int = 1, columns: Sequence[str] = ()) -> Treebank:
        return self.parser.tag(treebank, threads, columns)

    @property
    def variant(self) -> Variant:
        return self.parser.variant

    @property
    def calibration(self) -> Calibration | None:
        return self.parser.calibration

    @property
    def predicts(self) -> Sequence[str]:
        return self.parser.predicts

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        return self.parser.vocabulary_of(column)

    @property
    def columns_read(self) -> Sequence[str]:
        return self.parser.columns_read

    @property
    def stored(self) -> Stored:
        return self.parser.stored


def parser_with_given(
    model: ParserModel, text: Treebank, tags: FillChoice = "fill"
) -> ParserWithGiven:
    """Return a parser that keeps the heads, labels and tags of this text.

    Raise NonprojError if the parser cannot keep heads, and for heads that no tree of the parser can
    have. With tags="fill", columns that are empty throughout the text are predicted for all words,
    and other columns for words without a value; see `open_cells`."""
    if not is_able(model):
        raise NonprojError(f"{model.variant.name} cannot keep given heads; {ABLE}")
    require_no_cycle(text)
    if allows_one_root(model):
        _require_one_root(text)
    replaced = model.to_fill(text, tags)
    completed = [c for c in model.predicts if tags == "fill" and c not in replaced]
    some = [column for column in completed if open_cells(text, column).any()]
    return _wrapped(model, replaced, some)


def _wrapped(
    model: ParserModel, replaced: Sequence[str], completed: Sequence[str]
) -> ParserWithGiven:
    core = core_of(model)
    module = import_module(getattr(core, "KEEPING", GIVEN_MODULES.get(type(core).__name__)))
    own = tuple(column for column in replaced if column in model.predicts)
    constrained = module.with_given(core)
    if hasattr(core, "parsers"):
        members = (
            _wrapped(member, own, ()) if is_able(member) else member for member in core.parsers
        )
        constrained = constrained.around(tuple(members))
    return ParserWithGiven(model, constrained, own, tuple(completed))


def core_of(model: ParserModel) -> ParserModel:
    """Return the parser that a model with a tagger or a tokenizer contains."""
    while hasattr(model, "parser"):
        model = model.parser
    return model


def is_able(model: ParserModel) -> bool:
    """Return whether a parser can keep heads; for a bundle, whether one of its parsers can."""
    core = core_of(model)
    if hasattr(core, "parsers"):
        return any(map(is_able, core.parsers))
    variant = core.variant
    return (
        type(core).__name__ in GIVEN_MODULES
        and variant.learns_by_word
        and not variant.system.projective
    )


def allows_one_root(model: ParserModel) -> bool:
    """Return whether trees have one root, in a bundle those of any parser that keeps heads."""
    core = core_of(model)
    if hasattr(core, "parsers"):
        return any(allows_one_root(member) for member in core.parsers if is_able(member))
    return core.root_mode == SINGLE


def _require_one_root(text: Treebank) -> None:
    """Raise NonprojError if a sentence has two roots."""
    roots = np.flatnonzero(text.head == 0)
    first = text.start[np.searchsorted(text.start, roots, side="right") - 1]
    again = np.flatnonzero(np.diff(first) == 0)
    if len(again):
        word, slot = int(roots[again[0]] - first[again[0]]), int(roots[again[0] + 1])
        raise NonprojError(
            f"{head_place(text, slot)}: 0; word {word} is given as a root, too, and the model "
            "allows one root"
        )


def is_empty(column: Column) -> np.ndarray:
    """Mark the words that have `_`."""
    return column.where(UNSPECIFIED.__eq__)


def open_cells(text: Treebank, name: str) -> np.ndarray:
    """Mark the words whose tag is to be predicted: those that have `_`.

    In FEATS, `_` says of a word with UPOS or XPOS that it has no features."""
    empty = is_empty(getattr(text, name))
    if name == "feats":
        empty &= is_empty(text.upos) & is_empty(text.xpos)
    return empty


def _filled(given: Column, predicted: Column, empty: np.ndarray) -> Column:
    """Return the given strings, and predictions where they are empty."""
    both = zip(given.strings(), predicted.strings(), empty.tolist(), strict=True)
    return Column.of(new if lacks else old for old, new, lacks in both)
