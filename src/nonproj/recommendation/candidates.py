"""The candidate parsers for trials."""

from collections.abc import Sequence

from nonproj.errors import one_of
from nonproj.parsers.families import variant_named

# Cheap and promising parsers are tried first. The first one is also used to measure the speed of
# this machine. A projective baseline comes before its strategies and is no more expensive, so that
# no strategy is tried if there was no time for its baseline.
CANDIDATES = (
    "arc-standard", "carreras", "carreras+npa", "biaffine-tagged", "arc-standard+head", "swap-lazy",
    "carreras+head", "arc-eager", "arc-eager+head", "attardi", "arc-standard+path", "eisner", "mst",
)  # fmt: skip


def candidates(names: Sequence[str] = ()) -> list[str]:
    """Return the candidates with these names (by default all), plus their projective baselines."""
    chosen = {one_of(CANDIDATES, name, "strategy") for name in names or CANDIDATES}
    chosen |= {variant_named(name).baseline for name in chosen}
    return [name for name in CANDIDATES if name in chosen]
