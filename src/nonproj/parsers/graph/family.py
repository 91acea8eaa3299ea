"""Graph-based parsers by name: eisner, mst, carreras, carreras+npa, carreras+head, ...

`carreras+npa-t0.1` is `carreras+npa` with a threshold of 0.1 in training and in parsing. As with
transition systems, the bare name of a projective decoder stands for the baseline, which is trained
on projectivized trees without encoded labels. Decoders that find non-projective trees (mst and
carreras+npa) are trained on unchanged trees (Björkelund & Kuhn 2012, 3)."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from nonproj.costs import Cost
from nonproj.decoders import NPA_THRESHOLD
from nonproj.errors import NonprojError
from nonproj.parsers.steps import steps_named
from nonproj.parsers.variants import Variant, parts_of, reject_features, reject_labels

GRAPH = "graph"
# Numbers that identify a decoder in compiled code; the first two score each arc independently.
EISNER, MST, CARRERAS = range(3)


class Decoder(NamedTuple):
    """The properties of a decoder, as a row of DECODERS; see `ParserSystem`."""

    code: int
    cost: Cost
    baseline: str = ""
    strategy: str = ""
    longest: int | None = None  # None if memory sets the limit, see `memory`
    timed: bool = False


DECODERS = {
    "eisner": Decoder(EISNER, Cost(0.9, 3), longest=2500),
    "mst": Decoder(MST, Cost(0.9, 3), "eisner", "maximum spanning tree", longest=5000),
    "carreras": Decoder(CARRERAS, Cost(7, 4.5), timed=True),
}
NPA = re.compile(r"npa(?:-t([0-9]+(?:\.[0-9]+)?))?")
PASSIVE_AGGRESSIVE = "passive-aggressive"


@dataclass(frozen=True)
class GraphSystem:
    """A decoder, with or without the non-projective approximation (NPA)."""

    name: str
    npa: bool
    threshold: float = NPA_THRESHOLD  # the minimum gain of a move in the approximation
    options: tuple[str, ...] = field(default=(), compare=False)  # the part of the name for NPA
    columns = ("upos",)
    learns_by_word = True

    @property
    def row(self) -> Decoder:
        return DECODERS[self.name]

    @property
    def code(self) -> int:
        return self.row.code

    @property
    def projective(self) -> bool:
        """True if the decoder's trees are projective."""
        return not self.baseline

    @property
    def baseline(self) -> str:
        return self.name if self.npa else self.row.baseline

    @property
    def strategy(self) -> str:
        return "non-projective approximation" if self.npa else self.row.strategy

    @property
    def cost(self) -> Cost:
        return self.row.cost

    @property
    def implied_step(self) -> str:
        return "baseline" if self.projective else ""


class GraphFamily:
    """Parsers whose decoder searches for the tree with the highest sum of factor scores."""

    name = GRAPH
    label = "graph-based"
    training = "nonproj.parsers.graph.training"
    model = "nonproj.parsers.graph.model"

    def forms(self) -> tuple[str, ...]:
        return tuple(DECODERS)

    def explained(self) -> tuple[str, ...]:
        return (
            f"Graph-based parsers: {', '.join(DECODERS)}, carreras+npa, carreras+npa-tT, where T "
            "is the minimum gain of a move in the non-projective approximation, "
            f"{NPA_THRESHOLD} by default.",
        )

    def recognises(self, name: str) -> bool:
        return parts_of(name).system in DECODERS

    def variant(self, name: str) -> Variant:
        parts = parts_of(name)
        reject_features(parts)
        decoder, _, steps, learner = parts
        if learner is not None:
            raise NonprojError(
                f"the learner of {decoder} is {PASSIVE_AGGRESSIVE}; remove @{learner}"
            )
        climbs = [match for match in map(NPA.fullmatch, steps) if match]
        steps = [step for step in steps if not NPA.fullmatch(step)]
        if climbs and (DECODERS[decoder].code != CARRERAS or len(climbs) > 1):
            raise NonprojError("only carreras can be followed by +npa, and only once")
        threshold = float((climbs and climbs[0][1]) or NPA_THRESHOLD)
        options = tuple(match[0] for match in climbs)
        system = GraphSystem(decoder, bool(climbs), threshold, options)
        prepared = steps_named(system, steps, ["after carreras npa[-tT]"])
        variant = Variant(name, self.name, system, prepared, PASSIVE_AGGRESSIVE)
        reject_labels(variant)
        return variant
