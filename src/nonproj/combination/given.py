"""Bundles that parse texts in which some heads and labels are given.

Parsers that can keep given arcs do so, and any other parser votes for the given arcs in place of
its own. All votes for a word with a given head thus go to this head, and the spanning tree has it.
There is such a tree, because the parse by one of the parsers is one."""

from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np

from nonproj.combination.blending import one_root_of
from nonproj.combination.bundles import Bundle
from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.data.treebank import Column, Treebank
from nonproj.parsers.given import ParserWithGiven
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.roots import Root


class BundleWithGiven(Bundle):
    """A bundle that keeps the heads and labels of a text."""

    def around(self, parsers: tuple[ParserModel, ...]) -> "BundleWithGiven":
        """Return the bundle with other parsers, of which at least one keeps heads and labels."""
        return replace(self, parsers=parsers)

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        """Blend the parses of a text whose tags have been filled."""
        parses, probabilities = self._parses(treebank, threads, fill)
        keeps = [isinstance(parser, ParserWithGiven) for parser in self.parsers]
        model = parses[keeps.index(True)]
        voting = [
            parse if kept else voting_for_given(parse, model, treebank)
            for parse, kept in zip(parses, keeps, strict=True)
        ]
        return self._blend(voting, probabilities, one_root_of(parses, Root.AUTO)), {}


def with_given(model: Bundle) -> BundleWithGiven:
    """Return a bundle that keeps the heads and labels of a text; see `BundleWithGiven.around`."""
    return BundleWithGiven(**{f.name: getattr(model, f.name) for f in fields(model)})


def voting_for_given(parse: Treebank, model: Treebank, text: Treebank) -> Treebank:
    """Return a parse with the given heads and labels of a text; it need not be a tree.

    A word whose head changes takes its label from `model`, a parse that has the given heads."""
    changed = (text.head >= 0) & (parse.head != text.head)
    labels = zip(
        *(each.deprel.strings() for each in (text, parse, model)), changed.tolist(), strict=True
    )
    chosen = (
        given if given not in (None, UNSPECIFIED) else of_model if moved else own
        for given, own, of_model, moved in labels
    )
    return parse.with_trees(np.where(changed, text.head, parse.head), Column.of(chosen))
