"""Parsers that are combined: what a blend is made of, where it is, what it is tested against."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from nonproj.parsers.parser import variant_named
from nonproj.parsers.voting.committees import committee_name

GRAPH, TRANSITION = LEVELS = "graph", "transition"


@dataclass(frozen=True)
class Blend:
    """Parsers of one run as one, and the name under which the result is measured."""

    system: str
    setting: str
    level: str  # graph: a blend of parses; transition: a vote at every transition
    weights: str
    parsers: tuple[str, ...]  # variants; the first is the one to improve on
    accumulate: bool = False
    compared: bool = False  # to every other system

    @property
    def name(self) -> str:
        """Items of the setting are part of the name, as in tests of pairs."""
        return ";".join(filter(None, (self.system, self.setting)))

    @property
    def slug(self) -> str:
        """The name in that of a file."""
        return self.name.replace(";", "-").replace("=", "-")

    @property
    def variant(self) -> str:
        """Of a vote: the parser all of whose members vote; they differ in their learners alone."""
        system = self.parsers[0].partition("@")[0]
        learners = tuple(variant_named(parser).learner for parser in self.parsers)
        return f"{system}@{committee_name(self.weights, learners)}"

    @property
    def is_one_system(self) -> bool:
        """Whether its parsers differ in their learners alone."""
        return len({parser.partition("@")[0] for parser in self.parsers}) == 1


def pairs_to_test(parsers: Sequence[str], blends: Iterable[Blend]) -> list[tuple[str, str]]:
    """Every two parsers, a blend and its first parser, a blend to be compared and everything else.

    Names of parsers are their variants. The fewer tests, the less Holm's adjustment costs."""
    blends = list(blends)
    first = {blend.name: blend.parsers[0] for blend in blends}
    compared = {blend.name for blend in blends if blend.compared}
    return [
        (a, b)
        for a, b in combinations([*parsers, *first], 2)
        if b not in first or first[b] == a or compared & {a, b}
    ]
