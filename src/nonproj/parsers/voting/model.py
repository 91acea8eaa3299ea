"""A trained parser in which several classifiers vote on transitions, stored in one file."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from nonproj.data.arrays import Array, check_arrays, named, owned
from nonproj.data.declared import Stored, as_declared
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.learners.interface import Instances
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.transition.lockstep import certainty_of, parse_in_lockstep
from nonproj.parsers.transition.model import Model, TransitionContent, model_of
from nonproj.parsers.transition.parsing import predict
from nonproj.parsers.transition.proposals import EVERY_MOVE
from nonproj.parsers.variants import Variant
from nonproj.parsers.voting.family import VOTING, committee_of, members_of
from nonproj.parsers.voting.kernel import share_of_votes, winning_members
from nonproj.parsers.voting.weights import FULL_VOTE, vote_weights
from nonproj.systems.moves import NONE
from nonproj.trees.labels import parse

WEIGHTS = "weights"
VOTE_ARRAYS = {
    WEIGHTS: Array(
        "int64", ("members", "labels+1"), "vote weights; first: no label", 0, FULL_VOTE + 1
    )
}


@dataclass(frozen=True, repr=False)
class VotingModel(ParserModel):
    """A trained committee: parsers that differ only in their classifiers, and vote weights."""

    variant: Variant
    members: tuple[Model, ...]
    weights: np.ndarray  # int64[member, 1 + label]; index 0: transitions without a label
    calibration: Calibration | None = None

    def applied_as(self, variant: Variant) -> "VotingModel":
        """Return the model itself; raise NonprojError for any other variant."""
        if variant.name != self.variant.name:
            raise NonprojError(f"a model of {self.variant.name} cannot parse as {variant.name}")
        return self

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        return self.members[0].vocabulary_of(column)

    @property
    def columns_read(self) -> Sequence[str]:
        return self.members[0].columns_read

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        find = partial(parse_in_lockstep, self.members[0], decide=self.decide)
        return predict(self.members[0], treebank, find)

    def certainty(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        parse = partial(parse_in_lockstep, decide=self.decide)
        return certainty_of(self.members[0], parsed, parse)

    def decide(
        self, instances: Instances, masks: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Choose, for each instance, the (move, label) that wins the vote.

        If no proposal is legal, the tie-breaker's best legal transition is chosen. The third result
        is the move's share of the votes."""
        every = np.full(len(masks), EVERY_MOVE)
        proposals = [member.decide(instances, every) for member in self.members]
        moves, labels, _ = (np.stack(part) for part in zip(*proposals, strict=True))
        first = committee_of(self.variant).tie_breaker
        winners = winning_members(moves, labels, masks, self.weights, first)
        row = np.maximum(winners, 0), np.arange(len(masks))
        move, label = moves[row], labels[row]
        stuck = np.flatnonzero(winners == NONE)
        if len(stuck):
            found = self.members[first].decide(instances[stuck], masks[stuck])
            move[stuck], label[stuck], _ = found
        return move, label, share_of_votes(moves, labels, self.weights, move)

    @property
    def stored(self) -> Stored:
        """The header and arrays of the model's file; parts that members share are stored once."""
        first = self.members[0]
        arrays = {WEIGHTS: self.weights, **first.frame_arrays}
        for i, member in enumerate(self.members):
            arrays |= named(f"member{i}", member.classifier_arrays)
        return Stored(first.content_as(VOTING, self.variant, self.calibration), arrays)


def load(variant: Variant, content: dict, arrays: dict[str, np.ndarray]) -> VotingModel:
    """Build a model from a file's content; raise NonprojError if the content is invalid."""
    header = as_declared(content, TransitionContent, "header")
    variant = variant.with_states(header.steps)
    expected = members_of(variant)
    own = {name: array for name, array in arrays.items() if name in VOTE_ARRAYS}
    check_arrays(own, VOTE_ARRAYS, members=len(expected), labels=len(header.labels))
    members = (
        model_of(member, header, arrays | owned(f"member{i}", arrays))
        for i, member in enumerate(expected)
    )
    return VotingModel(variant, tuple(members), arrays[WEIGHTS], header.calibration)


def voting_model(
    variant: Variant,
    members: Sequence[Model],
    heldout_gold: Treebank,
    heldout_parses: Sequence[Treebank],
) -> VotingModel:
    """Build a committee from parsers and, in the same order, their parses of held-out text."""
    expected = [member.name for member in members_of(variant)]
    given = [member.variant.name for member in members]
    if given != expected or len(heldout_parses) != len(members):
        raise NonprojError(
            f"{variant.name}: needs models of {', '.join(expected)} and a held-out parse of each; "
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
    """Raise NonprojError unless two members number actions and features in the same way."""
    of_a, of_b = a.frame_arrays, b.frame_arrays
    same = all(np.array_equal(of_a[name], of_b[name]) for name in of_a)
    if not same or a.content_as(VOTING, a.variant) != b.content_as(VOTING, a.variant):
        raise NonprojError(
            f"{a.variant.name} and {b.variant.name} cannot vote together: they were not trained "
            "on the same treebank with the same features and seed"
        )


def _weights(
    variant: Variant, labels: Sequence[str], gold: Treebank, parsed: Treebank
) -> list[int]:
    """Return a member's weights: the one for no label, then one per label (d↑h counts as d)."""
    scheme = committee_of(variant).scheme
    if scheme == "eq":
        return [FULL_VOTE] * (1 + len(labels))
    of_parser = vote_weights(gold, parsed, parsed.deprel)
    if scheme == "acc":
        return [of_parser.overall] * (1 + len(labels))
    plain = [parse(label).label for label in labels] if variant.marks_labels else labels
    return [of_parser.overall, *of_parser.of(plain)]
