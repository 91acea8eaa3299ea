"""A parser whose transitions a committee of classifiers votes for, in memory and in one file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.interface import Instances
from nonproj.parsers.model_files import write_archive
from nonproj.parsers.transition.actions import NOBODY, Actions
from nonproj.parsers.transition.loops import Features, SystemCode
from nonproj.parsers.transition.model import Model, below, model_of, named
from nonproj.parsers.transition.proposals import EVERY_MOVE
from nonproj.parsers.transition.symbols import Vocabulary
from nonproj.parsers.variants import Variant, parse_variant
from nonproj.parsers.voting.kernel import elect
from nonproj.parsers.voting.weights import FULL_VOTE, worth
from nonproj.trees.labels import parse

VOTING = "voting"
WEIGHTS = "weights"


@dataclass(frozen=True)
class VotingModel:
    """Members that differ in their classifiers alone; see `elect` for `weights`."""

    variant: Variant
    members: tuple[Model, ...]
    weights: np.ndarray  # int64[member, 1 + label]; at 0 that of transitions without label

    kind = VOTING

    def __post_init__(self) -> None:
        expected = len(self.variant.committee.members), 1 + len(self.vocabulary.labels)
        if self.weights.shape != expected or len(self.members) != len(self.weights):
            raise NonprojError(
                f"{self.variant.name}: {self.weights.shape} weights of {len(self.members)} members "
                f"for {expected[0]} members and {expected[1] - 1} labels"
            )

    @property
    def _chair(self) -> Model:
        return self.members[self.variant.committee.chair]

    @property
    def vocabulary(self) -> Vocabulary:
        return self.members[0].vocabulary

    @property
    def features(self) -> Features:
        return self.members[0].features

    @property
    def template(self) -> np.ndarray:
        return self.members[0].template

    @property
    def actions(self) -> Actions:
        return self.members[0].actions

    @property
    def code(self) -> SystemCode:
        return self.members[0].code

    def applied_as(self, name: str) -> "VotingModel":
        """The model itself: what a committee learnt is for its own variant."""
        if name != self.variant.name:
            raise NonprojError(f"a model of {self.variant.name} cannot parse as {name}")
        return self

    def decide(self, instances: Instances, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The (move, label) that wins the vote; the chair's best where nothing is admissible."""
        every = np.full(len(masks), EVERY_MOVE)
        proposals = [member.decide(instances, every) for member in self.members]
        moves, labels = (np.stack(part) for part in zip(*proposals, strict=True))
        winners = elect(moves, labels, masks, self.weights, self.variant.committee.chair)
        row = np.maximum(winners, 0), np.arange(len(masks))
        move, label = moves[row], labels[row]
        stuck = np.flatnonzero(winners == NOBODY)
        if len(stuck):
            move[stuck], label[stuck] = self._chair.decide(instances[stuck], masks[stuck])
        return move, label

    def save(self, path: str | Path) -> None:
        """What the members share is stored once."""
        first = self.members[0]
        content = {
            "kind": self.kind,
            "variant": self.variant.name,
            "refined": [member.refiner is not None for member in self.members],
            **first.frame_content,
        }
        arrays = {WEIGHTS: self.weights, **first.frame_arrays}
        for i, member in enumerate(self.members):
            arrays |= named(f"member{i}", member.classifier_arrays)
        write_archive(path, content, arrays)

    @classmethod
    def of(cls, content: dict, arrays: dict[str, np.ndarray], place: str) -> "VotingModel":
        """The model of what the file at `place` holds."""
        variant = parse_variant(content["variant"])
        members = [
            model_of(
                content | {"variant": variant.member(learner).name, "refined": refined},
                arrays | below(f"member{i}", arrays),
                place,
            )
            for i, (learner, refined) in enumerate(
                zip(variant.committee.members, content["refined"], strict=True)
            )
        ]
        return cls(variant, tuple(members), arrays[WEIGHTS])


def voting_model(
    variant: Variant,
    members: Sequence[Model],
    heldout_gold: Treebank,
    heldout_parses: Sequence[Treebank],
) -> VotingModel:
    """A committee of trained parsers; heldout_parses[i] is what member i makes of heldout_gold."""
    expected = [variant.member(learner).name for learner in variant.committee.members]
    given = [member.variant.name for member in members]
    if given != expected or len(heldout_parses) != len(members):
        raise NonprojError(
            f"{variant.name}: needs models of {', '.join(expected)} and a held-out parse of each, "
            f"got models of {', '.join(given)} and {len(heldout_parses)} parses"
        )
    for member in members[1:]:
        _require_same_frame(members[0], member)
    weights = [
        _weights(variant, members[0].vocabulary.labels, heldout_gold, parsed)
        for parsed in heldout_parses
    ]
    return VotingModel(variant, tuple(members), np.array(weights, dtype=np.int64))


def _require_same_frame(a: Model, b: Model) -> None:
    """Actions and features have the same numbers iff both learnt from the same instances."""
    of_a, of_b = a.frame_arrays, b.frame_arrays
    same = all(np.array_equal(of_a[name], of_b[name]) for name in of_a)
    if not same or a.frame_content != b.frame_content:
        raise NonprojError(
            f"{a.variant.name} and {b.variant.name} cannot vote together: they were not trained "
            "on the same treebank with the same features and seed"
        )


def _weights(
    variant: Variant, labels: Sequence[str], gold: Treebank, parsed: Treebank
) -> list[int]:
    """Of transitions without label, then of each label; an encoded label d↑h counts as d."""
    scheme = variant.committee.scheme
    if scheme == "eq":
        return [FULL_VOTE] * (1 + len(labels))
    of_parser = worth(gold, parsed, parsed.deprel)
    if scheme == "acc":
        return [of_parser.overall] * (1 + len(labels))
    plain = [parse(label).label for label in labels] if variant.inverts else labels
    return [of_parser.overall, *of_parser.of(plain)]
