"""The candidate parsers for trials, as listed in `candidates.yaml`."""

from collections.abc import Sequence
from pathlib import Path

from nonproj.data.yaml_files import read_declared
from nonproj.errors import NonprojError, did_you_mean
from nonproj.parsers.families import variant_named


def candidates(names: Sequence[str] = ()) -> list[str]:
    """Return the candidates with these names (by default all), plus their projective baselines."""
    known = read_declared(Path(__file__).with_name("candidates.yaml"), tuple[str, ...])
    for name in names:
        if name not in known:
            listed = ", ".join(known) + did_you_mean(name, known)
            raise NonprojError(f"strategy {name!r} is not known; expected one of {listed}")
    chosen = {*(names or known)}
    chosen |= {variant_named(name).baseline for name in chosen}
    return [name for name in known if name in chosen]
