"""The runs that a suite's studies need, on any treebanks."""

import re
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from nonproj.errors import NonprojError, did_you_mean
from nonproj.experiments.planning.parses import Blended, Parser
from nonproj.experiments.study.blends import Blend
from nonproj.experiments.study.names import is_neural
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.config import SuiteConfig
from nonproj.parsers.families import variant_named
from nonproj.parsers.variants import uncapped

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)


def unique(items: Iterable[V]) -> list[V]:
    """List the items without repetitions, in order of first occurrence."""
    return list(dict.fromkeys(items))


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Group values by key, without repeated values, in order of first occurrence."""
    groups: dict[K, dict[V, None]] = {}
    for key, value in pairs:
        groups.setdefault(key, {}).setdefault(value)
    return {key: list(values) for key, values in groups.items()}


class Runs:
    """The runs that the studies need; `seed` is used for runs that name no seed.

    `core`: leave out extra runs; `neural`: include runs of neural parsers; `left_out`: parsers to
    leave out, together with the blends, selections and generic transformations that need them."""

    def __init__(
        self,
        studies: Sequence[Study],
        seed: int,
        cross_validate: bool = False,
        core: bool = False,
        neural: bool = True,
        left_out: Collection[str] = (),
    ):
        self.seed, self.core = seed, core
        runs = [
            (study.id, run.settled(cross_validate))
            for study in studies
            for run in study.runs
            if not (core and run.extra) and (neural or not run.neural)
        ]
        known = {variant for _, run in runs for variant in run.variants}
        for name in sorted({*left_out} - known):
            hint = did_you_mean(name, known)
            raise NonprojError(f"leave_out: {name!r} is not a parser of the suite{hint}")
        kept = ((study, run.leaving_out(left_out)) for study, run in runs)
        self.by_study = [(study, run) for study, run in kept if run.variants]
        self.all = [run for _, run in self.by_study]
        self.variants = {v for run in self.all if run.trained for v in run.variants}
        self.models = {ours: other for run in self.all for ours, other in run.models.items()}
        self.printed = {study.id: {*study.labels} for study in studies}  # the papers' treebanks
        generic = {s.id: s.generic for s in studies if s.generic}
        self.generic = {s: g for s, g in generic.items() if g.parser not in left_out}
        selections = {s.id: s.selection for s in studies if s.selection}
        self.selections = {
            study: of for study, of in selections.items() if not {*left_out} & {*of.parsers}
        }

    @classmethod
    def of_suite(cls, studies: Sequence[Study], seed: int, suite: SuiteConfig) -> "Runs":
        """Return the runs that a suite needs."""
        core, neural = suite.runs == "core", suite.neural != "none"
        return cls(studies, seed, suite.cross_validate, core, neural, suite.leave_out)

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

    def files_to_vote(self, blended: Blended) -> dict[str, list[str]]:
        """Return the models of a blend's members, and the members' parses of the held-out part."""
        heldout = blended.parses("heldout")
        models = [self.model(parse) for parse in heldout]
        return {"models": models, "heldout": [parse.file for parse in heldout]}

    def model(self, parser: Parser) -> str:
        """Return the path of the model that a parser uses: its own or a different variant's."""
        return replace(parser, variant=self.models.get(parser.variant, parser.variant)).model

    def files_without_cap(self, parser: Parser) -> list[str]:
        """Return the trees and model of the uncapped parser, if that parser is also trained."""
        return [file for other in self.uncapped(parser) for file in (other.prepared, other.model)]

    def uncapped(self, parser: Parser) -> list[Parser]:
        """Return a list with the uncapped parser, or an empty list if it is not trained."""
        other = uncapped(parser.variant)
        return [replace(parser, variant=other)] if other in self.variants else []

    def moved_labels(self, study: str) -> int:
        """Return the number of labels that a study's generic transformations move."""
        generic = self.generic[study]
        return generic.core_labels if self.core else generic.labels
