"""Strategies for non-projectivity, each paired with its projective baseline."""

from typing import NamedTuple

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named


class Strategy(NamedTuple):
    """A parser that can build non-projective trees, and its projective baseline."""

    variant: str
    baseline: str
    label: str


def strategy_of(name: str) -> Strategy | None:
    """Return the strategy of a named parser; None if the parser has no baseline or is unknown."""
    try:
        variant = variant_named(name)
    except NonprojError:
        return None
    return Strategy(name, variant.baseline, variant.strategy) if variant.baseline else None
