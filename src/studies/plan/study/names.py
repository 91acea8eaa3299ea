"""Names of systems; experiments and claims use only these names and the names of variants."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from nonproj.public.errors import NonprojError
from nonproj.public.trees import IN_A_STYLE, MOVES
from nonproj.public.variants import NEURAL, Variant, variant_named

# Treebanks, tree classes and encodings, which have values without a parser.
TREES = ("gold", "projective", "mh4", "p0", "pH", "pP", "pHP", "headpath30")
# Round trips of transformations, without a parser.
RESTRUCTURED = (*IN_A_STYLE, *MOVES)
# Parsers with generic transformations, single and blended, as named by Nilsson (2009, 9.3).
GENERIC = (
    "base", "base+9-inv", "base+9-noinv", "best-inv", "best-noinv",
    "asc-inv", "asc-noinv", "desc-inv", "desc-noinv", "generic",
)  # fmt: skip
# Combinations of an experiment's parsers.
BLENDS = ("tl-eq", "tl-acc", "tl-typeacc", "gl-eq", "gl-acc", "gl-typeacc", "blend", "ensemble")
# Other people's parsers, for which the papers print values.
PRINTED = ("lth-parser", "ilp-parser", "mcdonald-2006", "nivre-2006")

# Nilsson (2009, T7.3, T8.3, T6.6) compares Pre, Post and roles of other parsers with these.
REFERENCES = ("arc-eager+head", "arc-eager+own-root+head@svm2-split-cpos", "arc-eager+raw")


@cache
def is_neural(variant: str) -> bool:
    """Check whether a variant is a neural parser."""
    return variant_named(variant).family == NEURAL


def require_variants(names: Iterable[str]) -> None:
    """Raise NonprojError for a name that is not a variant."""
    for name in names:
        variant_named(name)


def require_parsers(names: Iterable[str]) -> None:
    """Raise NonprojError for unknown variants, and for two names of the same parser."""
    seen: dict[Variant, str] = {}
    for name in names:
        first = seen.setdefault(replace(variant_named(name), name=""), name)
        if first != name:
            raise NonprojError(f"{first!r} and {name!r} are names of one and the same parser")


def require_systems(names: Iterable[str]) -> None:
    """Raise NonprojError for a name that is neither listed in this module nor a variant."""
    known = TREES + RESTRUCTURED + GENERIC + BLENDS + PRINTED
    require_variants(name for name in names if name not in known)
