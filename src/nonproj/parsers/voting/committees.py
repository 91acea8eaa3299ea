"""Committees of classifiers by name: tl-SCHEME[-LEARNER]..., instead of a single learner.

Nilsson (2009), 7.1, combines classifiers at the transition level (TL) with three voting schemes.
In `tl-acc`, the four learners of 7.3 vote; in `tl-acc-svm2-maxent`, svm2 and maxent vote."""

from dataclasses import dataclass

from nonproj.errors import NonprojError
from nonproj.learners.registry import LEARNERS

COMMITTEE_PREFIX = "tl-"
SCHEMES = ("eq", "acc", "typeacc")
SVM_Q = "svm2"
ALL_FOUR = (SVM_Q, "svm1", "maxent", "mbl")


@dataclass(frozen=True)
class Committee:
    """A voting scheme and the learners that vote; the order of learners matters only for ties."""

    scheme: str
    members: tuple[str, ...]

    @property
    def tie_breaker(self) -> int:
        """The index of the member that wins ties and that decides when no proposal is legal.

        This is SVM(Q) if it is a member, otherwise the first member."""
        bases = [name.partition("-")[0] for name in self.members]
        return bases.index(SVM_Q) if SVM_Q in bases else 0


def committee_named(learner: str) -> Committee | None:
    """Return the committee with this name; None if it does not begin with COMMITTEE_PREFIX."""
    if not learner.startswith(COMMITTEE_PREFIX):
        return None
    scheme, *words = learner.removeprefix(COMMITTEE_PREFIX).split("-")
    if scheme not in SCHEMES:
        expected = ", ".join(SCHEMES)
        raise NonprojError(f"learner {learner!r}: scheme {scheme!r} is not one of {expected}")
    members = _members(words)
    if len({*members}) < len(members):
        raise NonprojError(f"learner {learner!r}: a member is named twice")
    return Committee(scheme, tuple(members) or ALL_FOUR)


def _members(words: list[str]) -> list[str]:
    """Join words into learner names, which can contain dashes; prefer the longest known name."""
    members = []
    while words:
        names = ("-".join(words[:n]) for n in range(len(words), 1, -1))
        name = next((name for name in names if name in LEARNERS), words[0])
        members.append(name)
        words = words[name.count("-") + 1 :]
    return members


def committee_name(scheme: str, members: tuple[str, ...]) -> str:
    """Return the shortest name of the committee with this scheme and these members."""
    return COMMITTEE_PREFIX + "-".join([scheme, *(members if members != ALL_FOUR else ())])
