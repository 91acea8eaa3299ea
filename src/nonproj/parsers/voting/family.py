"""Voting parsers by name, such as arc-eager@tl-acc: a transition system with a committee."""

from dataclasses import replace

from nonproj.learners.registry import DEFAULT_LEARNER, check_learner
from nonproj.parsers.transition.family import TRANSITION, transition_variant
from nonproj.parsers.variants import Variant, parts_of
from nonproj.parsers.voting.committees import COMMITTEE_PREFIX, SCHEMES, Committee, committee_named
from nonproj.systems.registry import is_system

VOTING = "voting"


class VotingFamily:
    """Parsers with several classifiers that vote on every transition."""

    name = VOTING
    label = "transition-based"
    training = "nonproj.parsers.voting.training"
    model = "nonproj.parsers.voting.model"

    def forms(self) -> tuple[str, ...]:
        return ()

    def explained(self) -> tuple[str, ...]:
        committees = ", ".join(f"@{COMMITTEE_PREFIX}{scheme}" for scheme in SCHEMES)
        return (
            f"Learners that vote on every transition: {committees}. To choose the members, name "
            f"them, as in @{COMMITTEE_PREFIX}acc-svm2-mbl. They are trained on nine tenths of the "
            "data; the other tenth determines how much each vote counts.",
        )

    def recognises(self, name: str) -> bool:
        parts = parts_of(name)
        return is_system(parts.system) and (parts.learner or "").startswith(COMMITTEE_PREFIX)

    def variant(self, name: str) -> Variant:
        parts = parts_of(name)
        for learner in committee_named(parts.learner).members:
            check_learner(learner)
        return transition_variant(name, self.name, parts, parts.learner)


def committee_of(variant: Variant) -> Committee:
    return committee_named(variant.learner)


def members_of(variant: Variant) -> list[Variant]:
    """Return a variant for each member, in order: the parser with only this member."""
    parts, found = parts_of(variant.name), []
    for learner in committee_of(variant).members:
        name = parts._replace(learner=None if learner == DEFAULT_LEARNER else learner).name
        found.append(replace(variant, name=name, family=TRANSITION, learner=learner))
    return found
