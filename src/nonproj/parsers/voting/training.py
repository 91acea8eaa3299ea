"""Training a committee: its members, and what their votes are worth."""

from nonproj.data.folds import split_folds
from nonproj.data.treebank import Treebank
from nonproj.parsers.progress import Progress
from nonproj.parsers.roots import Root, root_mode_of
from nonproj.parsers.transition.features import FeatureModel
from nonproj.parsers.transition.parsing import parse
from nonproj.parsers.transition.training import fit, prepare
from nonproj.parsers.variants import Variant
from nonproj.parsers.voting.model import VotingModel, voting_model

HELD_OUT = 0


def train_committee(
    variant: Variant,
    treebank: Treebank,
    seed: int = 1,
    threads: int = 1,
    root: str = "auto",
    progress: Progress | None = None,
    feature_model: FeatureModel | None = None,
) -> VotingModel:
    """Train the members on sets 1-9 of ten and weigh their votes by their parses of set 0.

    Nilsson (2009), 7.2. Equal votes need no held-out data, but are given the same members."""
    training, heldout = split_folds(treebank, [HELD_OUT])
    root_mode = root_mode_of(training, Root(root))
    prepared = prepare(variant, training)
    members, parses = [], []
    for learner in variant.committee.members:
        member, told = variant.member(learner), _told(progress, learner)
        members.append(fit(member, prepared, root_mode, seed, threads, told, feature_model))
        parses.append(parse(members[-1], heldout, threads))
    return voting_model(variant, members, heldout, parses)


def _told(progress: Progress | None, learner: str) -> Progress | None:
    """Stages under the name of the learner."""
    return progress and (lambda stage, share: progress(f"{learner}: {stage}", share))
