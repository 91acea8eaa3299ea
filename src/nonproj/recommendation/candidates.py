"""The candidate parsers for trials."""

from collections.abc import Sequence

from nonproj.errors import one_of
from nonproj.option_types import LearntTagsChoice
from nonproj.parsers.families import variant_named

# Cheap and promising parsers are tried first. The first one is also used to measure the speed of
# this machine. A projective baseline comes before its strategies and is no more expensive, so that
# no strategy is tried if there was no time for its baseline.
CANDIDATES = (
    "arc-standard", "carreras", "carreras+npa", "biaffine-tagged", "biaffine", "arc-standard+head",
    "swap-lazy", "carreras+head", "arc-eager", "arc-eager+head", "attardi",
    "arc-standard+path", "eisner", "mst",
)  # fmt: skip
# One of two neural parsers reads tags, the other predicts them. By `tags`: the one not tried.
NOT_TRIED = {"given": "biaffine", "predicted": "biaffine-tagged"}


def candidates(names: Sequence[str] = (), tags: LearntTagsChoice = "given") -> list[str]:
    """Return the candidates with these names, plus their projective baselines.

    By default, these are all candidates that suit the tags with which parsers are tried."""
    usual = [name for name in CANDIDATES if name != NOT_TRIED[tags]]
    chosen = {one_of(CANDIDATES, name, "strategy") for name in names or usual}
    chosen |= {variant_named(name).baseline for name in chosen}
    return [name for name in CANDIDATES if name in chosen]
