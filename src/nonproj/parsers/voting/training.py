"""Training of a committee: its members and the weights of their votes."""

from dataclasses import replace

from nonproj.data.treebank import Treebank
from nonproj.parsers.interface import Progress, Training, begin, hold_out
from nonproj.parsers.transition.training import train as train_member
from nonproj.parsers.variants import Variant
from nonproj.parsers.voting.family import members_of
from nonproj.parsers.voting.model import VotingModel, voting_model


def train(
    variant: Variant, treebank: Treebank, how: Training, prepared: Treebank | None = None
) -> VotingModel:
    """Train the members on sets 1-9 of ten, and weight their votes by their accuracy on set 0.

    See Nilsson (2009), 7.2. Committees with equal votes need no held-out data, but their members
    are trained in the same way. The trees in `prepared` are not used, because they cover the whole
    treebank."""
    variant.require_length(treebank)
    training, heldout, how = hold_out(variant, treebank, how)
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
