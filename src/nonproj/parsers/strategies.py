"""Parsers that can build non-projective trees and have a projective baseline."""

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.parsers.variants import Variant


def strategy_of(name: str) -> Variant | None:
    """Return the variant with this name; None if it has no projective baseline or is unknown."""
    try:
        variant = variant_named(name)
    except NonprojError:
        return None
    return variant if variant.baseline else None
