"""Graph-based parsers by name: eisner, mst, carreras, carreras+npa, carreras+head, ...

`carreras+npa-t0.1` is `carreras+npa` with another threshold, in training and parsing. As for
transition systems, the bare name of a projective decoder is the papers' baseline: trained on
projectivized trees with nothing encoded. Decoders that find non-projective trees, mst and
carreras+npa, are trained on the trees as they are (Björkelund & Kuhn 2012, 3)."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonproj.data.declared import as_declared
from nonproj.decoders import NPA_THRESHOLD
from nonproj.errors import NonprojError
from nonproj.parsers.interface import ParserModel, Training
from nonproj.parsers.steps import steps_named
from nonproj.parsers.variants import Variant, parts_of, reject_features, reject_labels

if TYPE_CHECKING:
    import numpy as np

    from nonproj.data.treebank import Treebank

GRAPH = "graph"
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
    threshold: float = NPA_THRESHOLD  # what a move of the approximation must gain

    @property
    def projective(self) -> bool:
        """Its trees are projective."""
        return self.code != MST and not self.npa

    @property
    def implied_step(self) -> str:
        return "baseline" if self.projective else ""


class GraphFamily:
    """A decoder finds the tree whose factors score best."""

    name = GRAPH
    label = "graph-based"

    def forms(self) -> tuple[str, ...]:
        return tuple(DECODERS)

    def explained(self) -> tuple[str, ...]:
        return (
            f"Graph-based parsers: {', '.join(DECODERS)}, carreras+npa, carreras+npa-tT, where T "
            "is what a move of the non-projective approximation must gain, "
            f"{NPA_THRESHOLD} by default.",
        )

    def recognises(self, name: str) -> bool:
        return parts_of(name).system in DECODERS

    def variant(self, name: str) -> Variant:
        parts = parts_of(name)
        reject_features(parts)
        decoder, _, steps, learner = parts
        if learner is not None:
            raise NonprojError(f"the learner of {decoder} is {PASSIVE_AGGRESSIVE}: no @{learner}")
        climbs = [match for match in map(NPA.fullmatch, steps) if match]
        steps = [step for step in steps if not NPA.fullmatch(step)]
        if climbs and (DECODERS[decoder] != CARRERAS or len(climbs) > 1):
            raise NonprojError("only carreras can be followed by +npa, and once")
        threshold = float((climbs and climbs[0][1]) or NPA_THRESHOLD)
        system = GraphSystem(decoder, DECODERS[decoder], bool(climbs), threshold)
        prepared = steps_named(system, steps, ["after carreras npa[-tT]"])
        variant = Variant(name, self.name, system, prepared, PASSIVE_AGGRESSIVE)
        reject_labels(variant)
        return variant

    def train(
        self,
        variant: Variant,
        treebank: "Treebank",
        how: Training,
        prepared: "Treebank | None" = None,
    ) -> ParserModel:
        from nonproj.parsers.graph.training import train

        return train(variant, treebank, how, prepared)

    def load(self, content: dict, arrays: dict[str, "np.ndarray"]) -> ParserModel:
        from nonproj.parsers.graph.model import GraphContent, GraphModel

        return GraphModel.of(as_declared(content, GraphContent, "header"), arrays)
