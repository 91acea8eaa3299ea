"""The runs that a suite's studies need, on any treebanks."""

import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import astuple, replace
from functools import cache, cached_property
from typing import TypeVar

from nonproj.public.errors import NonprojError
from nonproj.public.variants import uncapped, variant_named
from studies.plan.blended import Blended
from studies.plan.parses import WORK, Parser, PlannedParse
from studies.plan.study.blends import Blend
from studies.plan.study.names import is_neural
from studies.plan.study.pools import GenericParsers, Selection
from studies.plan.study.study import Run, Study
from studies.plan.treebanks.config import JACKKNIFED, RUN_LEVELS, SuiteConfig

Group = TypeVar("Group", bound=Hashable)
V = TypeVar("V", bound=Hashable)


def unique(items: Iterable[V]) -> list[V]:
    """List the items without repetitions, in order of first occurrence."""
    return list(dict.fromkeys(items))


def grouped(pairs: Iterable[tuple[Group, V]]) -> dict[Group, list[V]]:
    """Group values by key, without repeated values, in order of first occurrence."""
    groups: dict[Group, dict[V, None]] = {}
    for key, value in pairs:
        groups.setdefault(key, {}).setdefault(value)
    return {key: list(values) for key, values in groups.items()}


def prepared(parser: Parser) -> str:
    """Return the path of a parser's training file after the steps of its variant."""
    if not (steps := _preparation(parser.variant)):
        return parser.original
    return f"{WORK}/{parser.treebank}/{parser.training}/prepared/{steps}.conll"


@cache
def _preparation(variant: str) -> str:
    return variant_named(variant).preparation


class Runs:
    """The runs that the studies need; `seed` is used for runs that name no seed.

    `level`: the suite's level; `neural`: include runs of neural parsers; `public`: the suite's
    public treebanks, to which a run can be restricted."""

    def __init__(
        self,
        studies: Sequence[Study],
        seed: int,
        cross_validate: bool = False,
        level: str = "all",
        neural: bool = True,
        public: Collection[str] = (),
    ):
        self.seed, self.level, self.public = seed, level, {*public}
        self.cross_validate = cross_validate
        self.by_study = [
            (study.id, run)
            for study in studies
            for run in study.runs
            if RUN_LEVELS.index(run.level) <= RUN_LEVELS.index(level) and (neural or not run.neural)
        ]
        self.all = [run for _, run in self.by_study]
        self.variants = {v for run in self.all if run.trained for v in run.variants}
        self.models = {ours: other for run in self.all for ours, other in run.models.items()}
        self.printed = {study.id: {*study.labels} for study in studies}  # the papers' treebanks
        parsed = [study for study in studies if level != RUN_LEVELS[0]]
        self.generic = {study.id: study.generic for study in parsed if study.generic}
        self.selections = {study.id: study.selection for study in parsed if study.selection}

    @classmethod
    def of_suite(
        cls, studies: Sequence[Study], seed: int, suite: SuiteConfig, public: Collection[str] = ()
    ) -> "Runs":
        """Return the runs that a suite needs."""
        neural = suite.neural != "none"
        return cls(studies, seed, suite.cross_validate, suite.level, neural, public)

    def on(self, treebank: str, found: Mapping) -> list[tuple[str, Run]]:
        """List the runs that include an available treebank, each with its study.

        A jackknifed treebank is always cross-validated, as its tags are."""
        cross_validate = self.cross_validate or treebank.endswith(JACKKNIFED)
        runs = ((study, run.settled(cross_validate)) for study, run in self.by_study)
        of = found["splits"], found["style"], treebank in self.public
        return [(study, run) for study, run in runs if run.is_possible(treebank, *of)]

    def allows(self, pool: GenericParsers | Selection, treebank: str, found: Mapping) -> bool:
        """Check whether a pool of parsers includes an available treebank."""
        left_out = treebank in self.public and treebank not in (pool.public or self.public)
        return not left_out and {"train", pool.target} <= {*found["splits"]}

    def tokenizer(self, treebank: str) -> tuple[int, int, str]:
        """Return the options of the tokenizer of a treebank."""
        runs = [run for run in self.all if run.tokenizer]
        return astuple(next(r.tokenizer for r in runs if treebank in (r.treebanks or [treebank])))

    @property
    def families(self) -> dict[str, list[str]]:
        """The variants by family, without neural variants, which are compiled model by model."""
        compiled = sorted(variant for variant in self.variants if not is_neural(variant))
        return grouped((variant_named(variant).family, variant) for variant in compiled)

    @cached_property
    def blends(self) -> dict[tuple[str, str, str], Blend]:
        """The blends by training, target and slug (the blend's name in file names)."""
        found: dict[tuple[str, str, str], Blend] = {}
        for run in self.all:
            for blend in run.blends:
                key = run.training, run.target, blend.slug
                if found.setdefault(key, blend) != blend:
                    raise NonprojError(f"{blend.name}: two blends of that name, {', '.join(key)}")
        return found

    def blended(self, treebank: str, training: str, seed: int, target: str, slug: str) -> Blended:
        """Return the blend whose file has a path with these parts."""
        return Blended(treebank, training, seed, target, self.blends[training, target, slug])

    def slugs(self, level: str) -> str:
        """Return a regular expression that matches the slugs of all blends at one level."""
        slugs = unique(re.escape(b.slug) for b in self.blends.values() if b.level == level)
        return "|".join(slugs) or "(?!)"  # (?!) matches nothing

    def model(self, parser: Parser) -> str:
        """Return the path of the model that a parser uses: its own or a different variant's."""
        return replace(parser, variant=self.models.get(parser.variant, parser.variant)).model

    def files_without_cap(self, parser: Parser) -> list[str]:
        """Return the trees and model of the uncapped parser, if that parser is also trained."""
        return [file for other in self.uncapped(parser) for file in (prepared(other), other.model)]

    def uncapped(self, parser: Parser) -> list[Parser]:
        """Return a list with the uncapped parser, or an empty list if it is not trained."""
        other = uncapped(parser.variant)
        return [replace(parser, variant=other)] if other in self.variants else []

    def bases(self, treebank: str, study: str) -> list[PlannedParse]:
        """List the parses by the parser to which generic transformations are added."""
        generic = self.generic[study]
        place = treebank, "sets8", self.seed, generic.parser
        return [PlannedParse(*place, target) for target in generic.targets]

    def folder_of_moves(self, treebank: str, study: str, move: str) -> str:
        """Return the folder of the parses by the parsers of a move."""
        return f"{WORK}/{treebank}/generic/{study}-{self.moved_labels(treebank, study)}-{move}"

    def moved_labels(self, treebank: str, study: str) -> int:
        """Return the number of labels that a study's generic transformations move."""
        generic = self.generic[study]
        every = self.level == RUN_LEVELS[-1] or treebank in generic.thorough
        return generic.labels if every else generic.few_labels
