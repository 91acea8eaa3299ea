"""Training of a committee: its members and the weights of their votes."""

from dataclasses import replace

from nonproj.data.folds import split_folds
from nonproj.data.treebank import Treebank
from nonproj.parsers.interface import Progress, Training, begin
from nonproj.parsers.roots import Root, root_mode_of
from nonproj.parsers.transition.training import train as train_member
from nonproj.parsers.variants import Variant
from nonproj.parsers.voting.family import members_of
from nonproj.parsers.voting.model import VotingModel, voting_model
from nonproj.systems.moves import MULTIPLE

HELD_OUT = 0


def train(
    variant: Variant, treebank: Treebank, how: Training, prepared: Treebank | None = None
) -> VotingModel:
    """Train the members on sets 1-9 of ten, and weight their votes by their accuracy on set 0.

    See Nilsson (2009), 7.2. Committees with equal votes need no held-out data, but their members
    are trained in the same way. The trees in `prepared` are not used, because they cover the whole
    treebank."""
    variant.require_length(treebank)
    if root_mode_of(treebank, Root(how.root)) == MULTIPLE:  # even if only set 0 has such trees
        how = replace(how, root=Root.MULTIPLE)
    training, heldout = split_folds(treebank, [HELD_OUT])
    variant, prepared, _ = begin(variant, training, how, None)
    members, parses = [], []
    for member in members_of(variant):
        watched = replace(how, progress=_of_member(how.progress, member.learner))
        members.append(train_member(member, training, watched, prepared))
        parses.append(members[-1].parse(heldout, how.threads).treebank)
    return voting_model(variant, members, heldout, parses)


def _of_member(progress: Progress, learner: str) -> Progress:
    """Return a progress function that adds the learner's name to each stage."""
    return lambda stage, share: progress(f"{learner}: {stage}", share)
