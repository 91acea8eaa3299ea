"""Variants of graph-based parsers by name: eisner, mst, carreras, carreras+npa, carreras+head, ...

As for transition systems (see `variants`), the bare name of a projective decoder is the papers'
baseline: trained on projectivized trees with nothing encoded. Decoders that find non-projective
trees, mst and carreras+npa, are trained on the trees as they are (Björkelund & Kuhn 2012, 3)."""

from dataclasses import dataclass

from nonproj.errors import NonprojError
from nonproj.parsers.variants import Variant, steps_named

# What compiled code knows a decoder by; the first two score each arc by itself.
EISNER, MST, CARRERAS = range(3)
_CODES = {"eisner": EISNER, "mst": MST, "carreras": CARRERAS}
NPA = "npa"
PASSIVE_AGGRESSIVE = "passive-aggressive"


@dataclass(frozen=True)
class GraphSystem:
    """A decoder, followed by the non-projective approximation or not."""

    name: str
    code: int
    npa: bool

    @property
    def projective(self) -> bool:
        """Whether its trees are projective."""
        return self.code != MST and not self.npa


class GraphVariant(Variant):
    """A graph-based parser; its `system` is a GraphSystem."""

    system: GraphSystem


def is_graph_variant(name: str) -> bool:
    """Whether the name begins with one of the decoders."""
    return name.partition("+")[0] in _CODES


def parse_graph_variant(name: str) -> GraphVariant:
    """The variant of a name; NonprojError lists what exists where a part is not known."""
    decoder, *steps = name.split("+")
    if decoder not in _CODES:
        raise NonprojError(f"variant {name!r}: decoder {decoder!r} is none of {', '.join(_CODES)}")
    npa = NPA in steps
    if npa:
        steps.remove(NPA)
        if _CODES[decoder] != CARRERAS:
            raise NonprojError(f"variant {name!r}: only carreras can be followed by +npa")
    system = GraphSystem(decoder, _CODES[decoder], npa)
    try:
        prepared = steps_named(system, steps)
    except NonprojError as error:
        raise NonprojError(f"variant {name!r}: {error}") from None
    variant = GraphVariant(name, system, prepared, PASSIVE_AGGRESSIVE)
    if not system.projective and variant.encoding is not None:
        raise NonprojError(f"variant {name!r}: its trees are not projective, nothing to encode")
    return variant
