"""Bundles: models that contain several parsers and blend the parses of these parsers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from nonproj.combination.blending import blend_by, one_root_of
from nonproj.combination.confidence import shares_of_votes
from nonproj.combination.schemes import Weights
from nonproj.combination.weights import confident_votes, equal_weights, votes_by, weights_of
from nonproj.data.arrays import named, owned
from nonproj.data.declared import Declared, Stored, as_content, as_declared
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.parsers.families import model_of
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.roots import Root, require_trees
from nonproj.parsers.variants import Variant
from nonproj.parsers.voting.weights import VoteWeights

BUNDLE = "bundle"  # the kind in model files


class BundleContent(Declared):
    """The header of a bundle, which contains the headers of its parsers."""

    kind: Literal[BUNDLE]
    parsers: Annotated[tuple[dict[str, Any], ...], Field(min_length=1)]
    weights: Weights
    votes: tuple[VoteWeights, ...]
    accumulate: bool
    calibration: Calibration | None = None
    share_tags: bool = False  # files without this field are older than it

    def __post_init__(self) -> None:
        if len(self.votes) != len(self.parsers):
            raise ValueError(f"votes of {len(self.votes)} parsers; expected {len(self.parsers)}")


@dataclass(frozen=True, repr=False)
class Bundle(ParserModel):
    """Parsers with the weights of their votes; their parses are blended with Root.AUTO.

    With `share_tags`, all parsers read the tags that `tag` predicts. Otherwise, as in older files,
    a parser with a tagger reads the tags of its own tagger."""

    KEEPING = "nonproj.combination.given"  # see `nonproj.parsers.given`

    parsers: tuple[ParserModel, ...]
    weights: Weights
    votes: tuple[VoteWeights, ...]
    accumulate: bool
    calibration: Calibration | None = None
    share_tags: bool = False

    @cached_property
    def variant(self) -> Variant:
        """The variant with the lowest length limit, without steps; its name lists all parsers."""
        variants = [parser.variant for parser in self.parsers]
        limits = [(each.system.row.longest or np.inf, i) for i, each in enumerate(variants)]
        name = "blend of " + ", ".join(each.name for each in variants)
        return replace(variants[min(limits)[1]], name=name, steps=())

    @property
    def predicts(self) -> Sequence[str]:
        return list(dict.fromkeys(c for parser in self.parsers for c in parser.predicts))

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        """Fill columns, and blend the parses."""
        text = self.tag(treebank, threads, fill) if fill else treebank
        parses, probabilities = self._parses(text, threads, fill)
        return self._blend(parses, probabilities, one_root_of(parses, Root.AUTO)), {}

    def _blend(
        self,
        parses: Sequence[Treebank],
        probabilities: Sequence[np.ndarray],
        one_root: np.ndarray,
    ) -> Treebank:
        if self.weights is Weights.CONFIDENCE:
            cast = confident_votes(probabilities)
        else:
            cast = votes_by(self.weights, self.votes, parses)
        return blend_by(cast, parses, self.accumulate, one_root)

    def certainty(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        """Parse the text again with each parser, and return the share of votes for each head."""
        parses, probabilities = self._parses(parsed, threads)
        by_confidence = self.weights is Weights.CONFIDENCE
        shares = np.stack(probabilities) if by_confidence else 1.0
        return shares_of_votes(parsed, parses, votes_by(self.weights, self.votes, parses), shares)

    def _parses(
        self, text: Treebank, threads: int, fill: Sequence[str] = ()
    ) -> tuple[list[Treebank], list[np.ndarray]]:
        """Return all parses, and the probabilities of arcs if the votes are weighted by them."""
        parses, by_confidence = [], self.weights is Weights.CONFIDENCE
        for parser in self.parsers:
            own = [c for c in fill if c in parser.predicts and not self.share_tags]
            parses.append(parser.parse_filling(text, threads, own, by_confidence))
        return [parse.treebank for parse in parses], [parse.confidence for parse in parses]

    def tag(self, treebank: Treebank, threads: int = 1, columns: Sequence[str] = ()) -> Treebank:
        """Fill columns; each column is predicted by the first parser that can predict it.

        With `share_tags`, parsers that predict tags themselves, such as biaffine, come before
        parsers with a tagger."""
        if not self.predicts:
            return self.parsers[0].tag(treebank)  # raises an error because there is no tagger
        wanted = [*(columns or self.predicts)]
        taggers_last = sorted(self.parsers, key=lambda parser: hasattr(parser, "tagger"))
        for parser in taggers_last if self.share_tags else self.parsers:
            if own := [column for column in wanted if column in parser.predicts]:
                treebank = parser.tag(treebank, threads, own)
                wanted = [column for column in wanted if column not in own]
        return treebank

    def applied_as(self, variant: Variant) -> "Bundle":
        raise NonprojError(f"a {self.variant.name} cannot parse as {variant.name}")

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        """Return the values of a column that at least one parser has seen in training."""
        found = [parser.vocabulary_of(column) for parser in self.parsers]
        if all(values is None for values in found):
            return None
        return list(dict.fromkeys(value for values in found for value in values or ()))

    @property
    def columns_read(self) -> Sequence[str]:
        return list(dict.fromkeys(c for parser in self.parsers for c in parser.columns_read))

    @property
    def stored(self) -> Stored:
        of_parsers = [parser.stored for parser in self.parsers]
        contents, arrays = tuple(as_content(each.content) for each in of_parsers), {}
        for i, each in enumerate(of_parsers):
            arrays |= named(f"parser{i}", each.arrays)
        how = self.weights, self.votes, self.accumulate, self.calibration, self.share_tags
        return Stored(BundleContent(BUNDLE, contents, *how), arrays)


def bundle(
    parsers: Sequence[ParserModel],
    weights: Weights | str = Weights.EQ,
    heldout: Treebank | None = None,
    accumulate: bool = False,
    threads: int = 1,
) -> Bundle:
    """Return one model that blends the parses of several parsers.

    CONFIDENCE needs calibrated parsers. ACC, TYPEACC and POSACC are estimated from parses of a
    held-out treebank. If a parser predicts tags, all parsers read the same predicted tags."""
    scheme = Weights(weights)
    if not parsers or any(isinstance(parser, Bundle) for parser in parsers):
        raise NonprojError("a bundle needs at least one parser and cannot contain bundles")
    if scheme is Weights.CONFIDENCE:
        for number, parser in enumerate(parsers, 1):
            parser.require_calibration(f"model {number}")
    if (heldout is None) is scheme.estimated:
        raise NonprojError(
            f"weights {scheme.value} and held-out trees: acc, typeacc and posacc need such trees, "
            "the other weights take none"
        )
    votes = tuple(equal_weights(len(parsers)))
    model = Bundle(tuple(parsers), scheme, votes, accumulate, share_tags=True)
    if heldout is None:
        return model
    require_trees(heldout, "estimate weights on")
    text = model.tag(heldout, threads) if model.predicts else heldout
    parses = [parser.parse(text, threads, "keep").treebank for parser in parsers]
    return replace(model, votes=tuple(weights_of(scheme, heldout, parses)))


def load(content: dict, arrays: dict[str, np.ndarray]) -> Bundle:
    """Build a bundle from a file's content; raise NonprojError if the content is invalid."""
    header = as_declared(content, BundleContent, "header")
    parts = [owned(f"parser{i}", arrays) for i in range(len(header.parsers))]
    if sum(map(len, parts)) < len(arrays):
        raise NonprojError("arrays that belong to no parser")
    parsers = tuple(map(model_of, header.parsers, parts))
    how = header.weights, header.votes, header.accumulate, header.calibration, header.share_tags
    return Bundle(parsers, *how)
