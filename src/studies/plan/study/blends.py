"""Blends of parsers: their members, and the tests that compare them with other systems."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Annotated

from pydantic import Field

from nonproj.public.combination import SCHEMES, Weights, committee_name
from nonproj.public.files import Declared, Name, whole
from nonproj.public.values import Subject, items_of, text_of

_ITEM = "[a-z0-9-]+(=[a-z0-9-]+)?"


class Level(StrEnum):
    """What is voted on: the arcs of a sentence, or each transition of a transition system."""

    GRAPH = "graph"
    TRANSITION = "transition"


LEVEL_PREFIX = {Level.GRAPH: "gl", Level.TRANSITION: "tl"}
# Names of committees -> the position of the classifier that does not vote.
COMMITTEES = {"all4": None, "no-svm-l": 1, "no-mbl": 3}


class Blend(Declared):
    """A combination of several parsers from one run, with a name for the combined system."""

    system: Annotated[str, whole("[a-z0-9][a-z0-9-]*")]
    weights: Weights
    # Variants of the run. Ties go to the earlier variant; the blend is compared with the first.
    parsers: Annotated[tuple[Name, ...], Field(min_length=1)]
    level: Level = Level.GRAPH
    # Items of the blend's setting, in addition to the items of the run.
    setting: Annotated[str, whole(f"({_ITEM}(;{_ITEM})*)?")] = ""
    accumulate: bool = False  # score an arc by all its labels, not only the best
    compared: bool = False  # whether the blend is tested against all other systems

    def __post_init__(self) -> None:
        ordered = text_of(items_of(self.setting))
        if self.setting != ordered:
            raise ValueError(f"setting {self.setting!r}; expected the order {ordered!r}")
        if self.level is not Level.TRANSITION:
            return
        if self.weights not in SCHEMES:
            raise ValueError(f"{self.name}: weights {self.weights.value!r} of votes on transitions")
        if self.accumulate:
            raise ValueError(f"{self.name}: only blends of parses accumulate the votes for labels")
        if len({parser.partition("@")[0] for parser in self.parsers}) > 1:
            raise ValueError(f"{self.name}: parsers that vote may differ only in their learners")

    @property
    def name(self) -> str:
        """The blend's name with the items of its setting, as in pairwise tests."""
        return str(Subject(self.system, items_of(self.setting)))

    @property
    def weighed(self) -> bool:
        """True if the blend needs held-out data, to weight votes or to vote on transitions."""
        return self.weights.estimated or self.level == Level.TRANSITION

    @property
    def slug(self) -> str:
        """The blend's name in file names."""
        return self.name.replace(";", "-").replace("=", "-")

    @property
    def variant(self) -> str:
        """The name of the variant in which the classifiers vote on transitions."""
        from nonproj.public.variants import variant_named

        system = self.parsers[0].partition("@")[0]
        learners = tuple(variant_named(parser).learner for parser in self.parsers)
        return f"{system}@{committee_name(self.weights, learners)}"


class Votes(Declared):
    """The blends of one parser trained with four classifiers (Nilsson 2009, 7.3).

    For each weighting scheme, there is a blend of all four, a blend without the linear SVM and a
    blend without MBL. If there are votes at both levels, one more blend accumulates the votes for
    labels, and the best blend is compared with every other system."""

    classifiers: tuple[Name, Name, Name, Name]  # SVM(Q), SVM(L), MaxEnt, MBL
    levels: tuple[Level, ...] = (Level.GRAPH,)
    conditions: str = ""  # conditions of learning and parsing, as in the setting

    def blends(self) -> Iterator[Blend]:
        """Yield a blend for each level, set of classifiers and weighting scheme."""
        both = len(self.levels) > 1
        for level in self.levels:
            for committee, absent in COMMITTEES.items():
                parsers = tuple(p for i, p in enumerate(self.classifiers) if i != absent)
                for weights in SCHEMES:
                    best = (level, committee, weights) == (Level.GRAPH, "no-svm-l", "typeacc")
                    name = f"{LEVEL_PREFIX[level]}-{weights}"
                    setting = self._setting(f"classifiers={committee}")
                    yield Blend(
                        name, Weights(weights), parsers, level, setting, compared=both and best
                    )
        if both:
            rest = Level.GRAPH, self._setting("accumulate", "classifiers=all4"), True
            yield Blend("gl-typeacc", Weights.TYPEACC, self.classifiers, *rest)

    def _setting(self, *items: str) -> str:
        conditions = [f"conditions={self.conditions}"] if self.conditions else []
        return ";".join([*items, *conditions])


def pairs_to_test(parsers: Sequence[str], blends: Iterable[Blend]) -> list[tuple[str, str]]:
    """List the pairs to test: all pairs of parsers, and each blend with its first parser.

    Blends that are `compared` are tested against all other systems. Parsers are named by their
    variants; two parsers with different learners are compared only if nothing else differs. Fewer
    tests mean a smaller adjustment by Holm's method."""
    blends = list(blends)
    first = {blend.name: blend.parsers[0] for blend in blends}
    compared = {blend.name for blend in blends if blend.compared}
    return [
        (a, b)
        for a, b in combinations([*parsers, *first], 2)
        if (b not in first and _differ_in_one_way(a, b)) or first.get(b) == a or compared & {a, b}
    ]


def _differ_in_one_way(a: str, b: str) -> bool:
    """Check whether two variants have the same learner, or differ only in their learners."""
    (parser_a, _, learner_a), (parser_b, _, learner_b) = a.partition("@"), b.partition("@")
    return parser_a == parser_b or learner_a == learner_b
