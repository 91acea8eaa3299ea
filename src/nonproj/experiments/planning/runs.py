"""The runs of a suite's studies, whatever treebanks are available."""

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from nonproj.errors import NonprojError, did_you_mean
from nonproj.experiments.planning.parses import Parser
from nonproj.experiments.study.blends import Blend
from nonproj.experiments.study.names import is_neural
from nonproj.experiments.study.study import Study
from nonproj.parsers.families import variant_named
from nonproj.parsers.variants import uncapped

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)


def unique(items: Iterable[V]) -> list[V]:
    """List the items without repetitions, in the order of their first occurrence."""
    return list(dict.fromkeys(items))


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Group values by their keys, each once, in the order of their first occurrence."""
    groups: dict[K, dict[V, None]] = {}
    for key, value in pairs:
        groups.setdefault(key, {}).setdefault(value)
    return {key: list(values) for key, values in groups.items()}


class Runs:
    """The runs of studies. `seed` is for those that name none.

    `core`: without extra runs; `neural`: with those of neural parsers. Parsers that are left out
    take their blends, selections and generic transformations with them."""

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
            raise NonprojError(f"leave_out: {name!r} is none of the parsers of the suite{hint}")
        kept = ((study, run.leaving_out(left_out)) for study, run in runs)
        self.by_study = [(study, run) for study, run in kept if run.variants]
        self.all = [run for _, run in self.by_study]
        self.variants = {variant for run in self.all for variant in run.variants}
        self.models = {ours: other for run in self.all for ours, other in run.models.items()}
        generic = {s.id: s.generic for s in studies if s.generic}
        self.generic = {s: g for s, g in generic.items() if g.parser not in left_out}
        selections = {s.id: s.selection for s in studies if s.selection}
        self.selections = {
            study: of for study, of in selections.items() if not {*left_out} & {*of.parsers}
        }

    @property
    def families(self) -> dict[str, list[str]]:
        """The variants by family of parsers, but neural ones, which are compiled for each model."""
        compiled = sorted(variant for variant in self.variants if not is_neural(variant))
        return grouped((variant_named(variant).family, variant) for variant in compiled)

    def blends(self, level: str) -> dict[tuple[str, str], list[Blend]]:
        """Group the blends of one level by training and target."""
        blends = ((run, blend) for run in self.all for blend in run.blends)
        return grouped(((r.training, r.target), b) for r, b in blends if b.level == level)

    def model(self, parser: Parser) -> str:
        """Return the model that a parser applies, its own or that of another variant."""
        return replace(parser, variant=self.models.get(parser.variant, parser.variant)).model

    def uncapped(self, parser: Parser) -> list[Parser]:
        """Return the same parser without its cap, if it is trained, too."""
        other = uncapped(parser.variant)
        return [replace(parser, variant=other)] if other in self.variants else []

    def moved_labels(self, study: str) -> int:
        """Return how many labels the generic transformations of a study move."""
        generic = self.generic[study]
        return generic.core_labels if self.core else generic.labels
