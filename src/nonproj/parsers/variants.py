"""Variants of parsers by name: SYSTEM[-OPTION][+STEP[-OPTION]]...[@LEARNER].

`arc-standard`, `arc-eager-r2l+head@maxent`, `covington-dinf`, `swap-lazy`, ... Instead of a learner
a committee of them may vote: `arc-eager@tl-acc` (see `committees`). The bare name of a projective
system means training on projectivized trees with nothing encoded (the papers' P0, p0
and baseline); `+raw` is training on the trees as they are (Nilsson's None)."""

import re
from dataclasses import dataclass

from nonproj.errors import NonprojError
from nonproj.learners.registry import DEFAULT_LEARNER, check_learner
from nonproj.parsers.implied_steps import WithinMh4
from nonproj.parsers.steps import PseudoProjective, Step, step_named
from nonproj.parsers.voting.committees import Committee, committee_named
from nonproj.systems.table import MH4, System, system_named
from nonproj.trees.pseudo_projective import Encoding

RAW = "raw"


@dataclass(frozen=True)
class Variant:
    """A transition system, the steps around it in the order of training, and a learner."""

    name: str
    system: System
    steps: tuple[Step, ...]
    learner: str

    @property
    def encoding(self) -> PseudoProjective | None:
        """The projectivization among the steps."""
        return next((s for s in self.steps if isinstance(s, PseudoProjective)), None)

    @property
    def inverts(self) -> bool:
        """Whether its parses carry marks that tell what is to be undone."""
        return self.encoding is not None and self.encoding.encoding is not Encoding.BASELINE

    @property
    def preparation(self) -> str:
        """A name for what is done to the training trees, "" for nothing."""
        return "+".join(step.name for step in self.steps)

    @property
    def committee(self) -> Committee | None:
        """The learners that vote, where there are several."""
        return committee_named(self.learner)

    def member(self, learner: str) -> "Variant":
        """The same system with one learner."""
        parser = self.name.partition("@")[0]
        return parse_variant(parser if learner == DEFAULT_LEARNER else f"{parser}@{learner}")


def system_part(name: str) -> str:
    """What a variant's name begins with."""
    return re.split("[+@]", name)[0]


def parse_variant(name: str) -> Variant:
    """The variant of a name; NonprojError lists what exists where a part is not known."""
    parser, at, learner = name.partition("@")
    learner = learner if at else DEFAULT_LEARNER
    system_name, *step_names = parser.split("+")
    try:
        committee = committee_named(learner)
        for name_of_learner in committee.members if committee else (learner,):
            check_learner(name_of_learner)
        system = system_named(system_name)
        steps = steps_named(system, step_names)
        if system.code == MH4 and not steps:
            steps = (WithinMh4(system.right_to_left),)
    except NonprojError as error:
        raise NonprojError(f"variant {name!r}: {error}") from None
    return Variant(name, system, steps, learner)


def steps_named(system: System, names: list[str]) -> tuple[Step, ...]:
    """The steps of a variant; a projective system is trained on projectivized trees by default."""
    if RAW in names:
        if not system.projective:
            raise NonprojError(f"{system.name} is not trained on projectivized trees: no +raw")
        if len(names) > 1:
            raise NonprojError("+raw excludes every other step")
        return ()
    steps = tuple(step_named(name) for name in names)
    encodings = [step for step in steps if isinstance(step, PseudoProjective)]
    if len(encodings) > 1 or (encodings and steps[-1] is not encodings[0]):
        raise NonprojError("there can be one encoding, and as the last step")
    if system.projective and not encodings:
        steps = (*steps, PseudoProjective(Encoding.BASELINE))
    return steps
