"""A function that combines parsers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonproj.api.arguments import checked
from nonproj.combination import bundles
from nonproj.combination.schemes import Weights
from nonproj.data.treebank import Treebank
from nonproj.errors import one_of
from nonproj.option_types import WeightsChoice
from nonproj.parsers.interface import ParserModel


@checked
def bundle(
    models: Sequence[ParserModel],
    weights: WeightsChoice = "eq",
    heldout: Treebank | None = None,
    accumulate: bool = False,
    threads: int = 1,
) -> ParserModel:
    """Combine models into one model that parses with each of them and blends the parses.

    If all parses of a sentence have a single root, the blend also has a single root. Raw text is
    split by the first tokenizer among the models. weights: how to weight votes (see `blend`).
    Weights are estimated on `heldout`."""
    scheme = one_of(Weights, weights, "weights")
    with_tokenizer = next((each for each in models if hasattr(each, "tokenizer")), None)
    parsers = [each.parser if hasattr(each, "tokenizer") else each for each in models]
    bundled = bundles.bundle(parsers, scheme, heldout, accumulate, threads)
    scheme.warn_if_one_decides(len(models))
    return replace(with_tokenizer, parser=bundled) if with_tokenizer else bundled
