"""Variants of graph-based parsers by name: eisner, mst, carreras, carreras+npa, carreras+head, ...
`carreras+npa-t0.1` is `carreras+npa` with another threshold, in training and parsing.

As for transition systems (see `variants`), the bare name of a projective decoder is the papers'
baseline: trained on projectivized trees with nothing encoded. Decoders that find non-projective
trees, mst and carreras+npa, are trained on the trees as they are (Björkelund & Kuhn 2012, 3)."""

import re
from dataclasses import dataclass

from nonproj.decoders.npa import THRESHOLD
from nonproj.errors import NonprojError
from nonproj.parsers.variants import Variant, steps_named, system_part

# What compiled code knows a decoder by; the first two score each arc by itself.
EISNER, MST, CARRERAS = range(3)
DECODERS = {"eisner": EISNER, "mst": MST, "carreras": CARRERAS}
NPA = re.compile(r"npa(?:-t([0-9]+(?:\.[0-9]+)?))?")
PASSIVE_AGGRESSIVE = "passive-aggressive"


@dataclass(frozen=True)
class GraphSystem:
    """A decoder, followed by the non-projective approximation or not."""

    name: str
    code: int
    npa: bool
    threshold: float = THRESHOLD  # what a move of the approximation must gain

    @property
    def projective(self) -> bool:
        """Whether its trees are projective."""
        return self.code != MST and not self.npa


class GraphVariant(Variant):
    """A graph-based parser; its `system` is a GraphSystem."""

    system: GraphSystem


def is_graph_variant(name: str) -> bool:
    """Whether the name begins with one of the decoders."""
    return system_part(name) in DECODERS


def parse_graph_variant(name: str) -> GraphVariant:
    """The variant of a name; NonprojError lists what exists where a part is not known."""
    parser, at, learner = name.partition("@")
    decoder, *steps = parser.split("+")
    if decoder not in DECODERS:
        raise NonprojError(
            f"variant {name!r}: decoder {decoder!r} is none of {', '.join(DECODERS)}"
        )
    if at:
        raise NonprojError(
            f"variant {name!r}: the learner of {decoder} is {PASSIVE_AGGRESSIVE}: no @{learner}"
        )
    climbs = [match for match in map(NPA.fullmatch, steps) if match]
    steps = [step for step in steps if not NPA.fullmatch(step)]
    if climbs and (DECODERS[decoder] != CARRERAS or len(climbs) > 1):
        raise NonprojError(f"variant {name!r}: only carreras can be followed by +npa, and once")
    threshold = float((climbs and climbs[0][1]) or THRESHOLD)
    system = GraphSystem(decoder, DECODERS[decoder], bool(climbs), threshold)
    try:
        prepared = steps_named(system, steps)
    except NonprojError as error:
        raise NonprojError(f"variant {name!r}: {error}") from None
    variant = GraphVariant(name, system, prepared, PASSIVE_AGGRESSIVE)
    if not system.projective and variant.encoding is not None:
        raise NonprojError(f"variant {name!r}: its trees are not projective, nothing to encode")
    return variant
