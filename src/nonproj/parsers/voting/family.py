"""Committees by name: a transition system whose learner is a vote, such as arc-eager@tl-acc."""

from typing import TYPE_CHECKING

from nonproj.data.declared import as_declared
from nonproj.learners.registry import DEFAULT_LEARNER, check_learner
from nonproj.parsers.interface import ParserModel, Training
from nonproj.parsers.transition.family import transition_variant
from nonproj.parsers.variants import Variant, parts_of
from nonproj.parsers.voting.committees import PREFIX, SCHEMES, Committee, committee_named
from nonproj.systems.table import is_system

if TYPE_CHECKING:
    import numpy as np

    from nonproj.data.treebank import Treebank

VOTING = "voting"


class VotingFamily:
    """Several classifiers vote on every transition."""

    name = VOTING
    label = "transition-based"

    def forms(self) -> tuple[str, ...]:
        return ()

    def explained(self) -> tuple[str, ...]:
        committees = ", ".join(f"@{PREFIX}{scheme}" for scheme in SCHEMES)
        return (
            f"Learners that vote on every transition: {committees}, or with the members named, "
            f"@{PREFIX}acc-svm2-mbl; they are trained on nine tenths, the rest weighs their votes.",
        )

    def recognises(self, name: str) -> bool:
        parts = parts_of(name)
        return is_system(parts.system) and (parts.learner or "").startswith(PREFIX)

    def variant(self, name: str) -> Variant:
        parts = parts_of(name)
        for learner in committee_named(parts.learner).members:
            check_learner(learner)
        return transition_variant(name, self.name, parts, parts.learner)

    def train(
        self,
        variant: Variant,
        treebank: "Treebank",
        how: Training,
        prepared: "Treebank | None" = None,
    ) -> ParserModel:
        from nonproj.parsers.voting.training import train

        return train(variant, treebank, how)

    def load(self, content: dict, arrays: dict[str, "np.ndarray"]) -> ParserModel:
        from nonproj.parsers.transition.model import TransitionContent
        from nonproj.parsers.voting.model import VotingModel

        return VotingModel.of(as_declared(content, TransitionContent, "header"), arrays)


def committee_of(variant: Variant) -> Committee:
    return committee_named(variant.learner)


def member_name(variant: Variant, learner: str) -> str:
    """The name of the parser that a member is by itself."""
    parser = variant.name.partition("@")[0]
    return parser if learner == DEFAULT_LEARNER else f"{parser}@{learner}"
