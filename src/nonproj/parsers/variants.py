"""Parser variants by name: SYSTEM[-OPTION][~FEATURES][+STEP[-OPTION]]...[@LEARNER].

Examples are `arc-standard`, `arc-eager-r2l+head@maxent`, `covington-dinf` and `carreras+npa`. The
bare name of a projective system means training on projectivized trees without encoded labels (P0,
p0 or baseline in the papers); `+raw` means training on trees that are not projectivized (Nilsson's
None). With `+head`, an encoded label is chosen in one decision, as in the papers' parsers; with
`+head-split`, in two. `covington-dinf~nivre-2007` uses the feature model nivre-2007 instead of the
system's own. Each family interprets its own names (see `families`), without importing compiled
code."""

import re
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from nonproj.costs import Cost
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.registry import EXPLORE, ONLINE
from nonproj.parsers.steps import ANY_LENGTH, Restructured, Step, fit_steps, preparation_of
from nonproj.systems.registry import system_named


class SystemRow(Protocol):
    """The properties of a system that do not depend on options, as listed in a registry."""

    longest: int | None  # the sentence length, in words, that takes a minute or 2 GB
    timed: bool  # True if a paper reports how long parsing takes


class ParserSystem(Protocol):
    """Interface for systems, such as transition systems and decoders, with their options."""

    name: str
    code: int  # systems with the same code are trained in the same way
    row: SystemRow
    cost: Cost  # for 1,000 words of training data
    projective: bool  # trained on projective trees
    implied_step: str = ""  # the step that prepares training trees by default
    options: tuple[str, ...] = ()  # options that are written like steps in a name
    baseline: str = ""  # the projective system that it extends
    strategy: str = ""  # how the system builds non-projective trees, for users
    columns: tuple[str, ...] = ()  # columns read besides FORM; a feature model may read others
    learns_by_word: bool = False  # can learn from sentences in which some words have no head


@dataclass(frozen=True)
class Variant:
    """A system with its steps in training order, a learner and a feature model."""

    name: str
    family: str
    system: ParserSystem
    steps: tuple[Step, ...]
    learner: str
    features: str = ""  # the name of the feature model; "" if the family has none

    @property
    def inverts(self) -> bool:
        """True if a step has to be undone in parses."""
        return any(step.invertible for step in self.steps)

    @property
    def learns_by_word(self) -> bool:
        """True if the parser can be trained on partial trees, which steps cannot transform."""
        return getattr(self.system, "learns_by_word", False) and not self.steps

    @property
    def marks_labels(self) -> bool:
        """True if a step writes marks into the labels of training trees; see `trees.labels`."""
        return any(step.marks_labels for step in self.steps)

    @property
    def splits_labels(self) -> bool:
        """True if the parser chooses encoded labels in two decisions."""
        return any(step.splits_labels for step in self.steps)

    @property
    def baseline(self) -> str:
        """The name of the projective variant to compare this variant with; "" if there is none."""
        parts = parts_of(self.name)
        if self.marks_labels:  # by the last step
            return parts._replace(steps=parts.steps[:-1]).name
        if not self.system.baseline:
            return ""
        steps = [step for step in parts.steps if step not in self.system.options]
        features = parts.features if self.features else None
        learner = parts.learner
        if learner == EXPLORE and not system_named(self.system.baseline).explores:
            learner = ONLINE  # the same learner without a dynamic oracle
        return Parts(self.system.baseline, features, steps, learner).name

    @property
    def strategy(self) -> str:
        """A description of how the parser builds non-projective trees; "" if it does not."""
        return self.steps[-1].strategy if self.marks_labels else self.system.strategy

    @property
    def timed(self) -> bool:
        """True if a paper reports this parser's speed."""
        raw = self.system.projective and not self.steps
        changed = any(isinstance(step, Restructured) for step in self.steps)
        mirrored = getattr(self.system, "right_to_left", False)
        beam = getattr(self.system, "beam", 0)
        usual = parts_of(self.name).learner is None and not self.splits_labels and not beam
        return self.system.row.timed and usual and not (raw or changed or mirrored)

    def require_length(self, treebank: Treebank) -> None:
        """Raise NonprojError if a sentence is longer than the system permits."""
        longest = self.system.row.longest
        if longest is not None and treebank.sentence_length.max(initial=0) > longest:
            sentence = int(treebank.sentence_length.argmax())
            raise NonprojError(
                f"{treebank.name}: sentence {sentence + 1} has "
                f"{treebank.sentence_length[sentence]} words; {self.name} accepts at most "
                f"{longest}; {ANY_LENGTH}"
            )

    @property
    def preparation(self) -> str:
        """The name of all steps together, for use in file names; "" if there are no steps."""
        return preparation_of(self.steps)

    @property
    def trained_as(self) -> tuple:
        """A tuple that is equal for variants that can parse with each other's models.

        The tuple omits thresholds and bounds on degree, although training uses them."""
        direction = getattr(self.system, "right_to_left", False)
        beam = getattr(self.system, "beam", 0)
        how = direction, beam, self.splits_labels, self.learner, self.features
        return self.family, self.system.code, self.preparation, *how

    def prepare(self, treebank: Treebank) -> tuple["Variant", Treebank]:
        """Fit the steps on training trees; return the fitted variant and the transformed trees."""
        steps, prepared = fit_steps(self.steps, treebank)
        return replace(self, steps=steps), prepared

    def fitted(self, treebank: Treebank) -> "Variant":
        """Return the variant with its steps fitted on training trees."""
        learns = any(step.learns for step in self.steps)
        return self.prepare(treebank)[0] if learns else self

    @property
    def states(self) -> dict:
        """The state of each fitted step by name, as stored in a model file."""
        return {step.name: step.state for step in self.steps if step.state is not None}

    def with_states(self, states: dict) -> "Variant":
        """Return the variant with the step states that a model file stores."""
        if states.keys() != (learning := {step.name for step in self.steps if step.learns}):
            raise NonprojError(f"found states of steps {[*states]}; expected {sorted(learning)}")
        steps = (s.with_state(states[s.name]) if s.name in states else s for s in self.steps)
        return replace(self, steps=tuple(steps))


class Parts(NamedTuple):
    """The parts of a variant's name; `features` is None without ~, `learner` is None without @."""

    system: str
    features: str | None
    steps: list[str]
    learner: str | None

    @property
    def name(self) -> str:
        """The name that these parts make up; the inverse of `parts_of`."""
        features = [] if self.features is None else [f"~{self.features}"]
        learner = [] if self.learner is None else [f"@{self.learner}"]
        return "".join([self.system, *features, *(f"+{step}" for step in self.steps), *learner])


def parts_of(name: str) -> Parts:
    parser, at, learner = name.partition("@")
    system, *steps = parser.split("+")
    system, tilde, features = system.partition("~")
    return Parts(system, features if tilde else None, steps, learner if at else None)


def reject_features(parts: Parts) -> None:
    """Raise NonprojError if a name gives a feature model to a parser without transitions."""
    if parts.features is not None:
        raise NonprojError(f"only transition systems have feature models; remove ~{parts.features}")


def reject_labels(variant: Variant) -> None:
    """Raise NonprojError for label-encoding steps that a parser without transitions cannot use."""
    if not variant.system.projective and variant.marks_labels:
        raise NonprojError("this system needs no projective trees, so there is nothing to encode")
    if any(getattr(step, "split", False) for step in variant.steps):
        raise NonprojError("only transition systems choose labels in two decisions; remove -split")


_CAP = re.compile(r"-cap[0-9]+(?=-split|[+@]|$)")


def uncapped(name: str) -> str | None:
    """Return a variant's name without its cap on new labels; None if there is no cap."""
    other = _CAP.sub("", name)
    return other if other != name else None
