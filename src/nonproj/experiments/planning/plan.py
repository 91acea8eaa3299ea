"""Which parsers the runs of the studies need, what they parse, and what is computed from it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from nonproj.data.folds import TRAINING_SETS
from nonproj.errors import NonprojError, did_you_mean
from nonproj.experiments.planning.parses import WORK, Blended, Parse, Parser, receipts
from nonproj.experiments.study.blends import Blend, pairs_to_test
from nonproj.experiments.study.names import is_neural
from nonproj.experiments.study.study import Run, Study
from nonproj.experiments.study.trainings import Regime
from nonproj.parsers.families import variant_named
from nonproj.parsers.variants import uncapped
from nonproj.trees.restructuring.schemes import MOVES

APPROXIMATION = "carreras+npa"
SPLIT_OF = {"cv": "train-cv10"}  # others: the target, or dev20 where it was held out


@dataclass(frozen=True)
class Scored:
    """A table of scores: all parsers of one training on one target, and blends.

    Folds are pooled, and so are seeds, which are scored apart from parsers of one seed."""

    treebank: str
    training: str  # as in Parser; `cv` for all ten folds
    target: str
    seeds: int = 1

    @property
    def name(self) -> str:
        name = f"{self.training}-{self.target}"
        return name if self.seeds == 1 else f"{name}-seeds{self.seeds}"

    @property
    def split(self) -> str:
        heldout = SPLIT_OF.get(self.training, "dev20")
        return heldout if self.target == "heldout" else self.target

    @property
    def labels(self) -> list[str]:
        """The split and the settings under which the scores are kept.

        Sets 1-8 are both the usual training data and the last point of a learning curve. What was
        trained on sets 1-9 is kept apart from what was trained on all."""
        split, *settings = self._labels
        if self.seeds > 1:
            settings = [";".join(filter(None, (s, f"seeds={self.seeds}"))) for s in settings]
        return [split, *settings]

    @property
    def _labels(self) -> list[str]:
        if self.training == "cv0":
            return [self.split, "train=90%"]
        sets = self.training.removeprefix("sets")
        if not sets.isdecimal():
            return [self.split, ""]
        whole = [""] if int(sets) == TRAINING_SETS else []
        return [self.split, *whole, f"train={sets}0%"]


class Runs:
    """The runs of all studies, whatever the treebank; `seed` is for those that name none.

    `core`: the short ones of each study alone; `neural`: those of neural parsers, too; parsers that
    are left out take their blends, selections and generic transformations with them."""

    def __init__(
        self,
        studies: Iterable[Study],
        seed: int,
        cross_validate: bool = False,
        core: bool = False,
        neural: bool = True,
        left_out: Collection[str] = (),
    ):
        self.seed, self.studies, self.core = seed, list(studies), core
        whole = [
            [
                run.settled(cross_validate)
                for run in study.runs
                if not (core and run.extra) and (neural or not run.neural)
            ]
            for study in self.studies
        ]
        known = {variant for runs in whole for run in runs for variant in run.variants}
        for name in sorted({*left_out} - known):
            hint = did_you_mean(name, known)
            raise NonprojError(f"leave_out: {name!r} is none of the parsers of the suite{hint}")
        self.left_out = left_out
        self.by_study = [
            [left for run in runs if (left := run.leaving_out(left_out)).variants] for runs in whole
        ]
        self.all = [run for runs in self.by_study for run in runs]
        self.variants = {variant for run in self.all for variant in run.variants}
        self.models = {ours: other for run in self.all for ours, other in run.models.items()}

    @property
    def families(self) -> dict[str, list[str]]:
        """The variants by family of parsers, but neural ones, which are compiled for each model."""
        found: dict[str, list[str]] = {}
        for variant in sorted(v for v in self.variants if not is_neural(v)):
            found.setdefault(variant_named(variant).family, []).append(variant)
        return found

    def blends(self, level: str, training: str, target: str) -> list[Blend]:
        """The blends of one level of what was trained and parsed."""
        runs = [run for run in self.all if (run.training, run.target) == (training, target)]
        return [blend for run in runs for blend in run.blends if blend.level == level]

    def blended(self, level: str) -> list[tuple[str, str]]:
        """The trainings and targets that have blends of a level, each once."""
        return list(
            dict.fromkeys(
                (run.training, run.target)
                for run in self.all
                if any(blend.level == level for blend in run.blends)
            )
        )

    def model(self, parser: Parser) -> str:
        """The model that a parser applies: its own, or that of the variant that its run names."""
        variant = self.models.get(parser.variant, parser.variant)
        return Parser(parser.treebank, parser.training, parser.seed, variant).model

    def uncapped(self, parser: Parser) -> list[Parser]:
        """The same without the cap, if it is trained, too."""
        other = uncapped(parser.variant)
        return [replace(parser, variant=other)] if other in self.variants else []

    def members(self, level: str, training: str, target: str) -> list[str]:
        """The variants in these blends, each once."""
        blends = self.blends(level, training, target)
        return list(dict.fromkeys(variant for blend in blends for variant in blend.parsers))


class Plan:
    """The parses of all runs on the treebanks that are available."""

    def __init__(self, runs: Runs, availability: Mapping[str, Mapping], ten_folds_below: int):
        self.runs, self.availability = runs, availability
        self.ten_folds_below = ten_folds_below
        left_out = set(runs.left_out)
        self.generics = {
            s.id: s.generic for s in runs.studies if s.generic and s.generic.parser not in left_out
        }
        self.selecting = {
            s.id: s.selection
            for s in runs.studies
            if s.selection and not left_out.intersection(s.selection.parsers)
        }

    @cached_property
    def parses(self) -> list[Parse]:
        return list(dict.fromkeys(parse for _, parse in self._of(self.runs.all)))

    @cached_property
    def _by_training(self) -> dict[tuple, list[Parse]]:
        by_parser: dict[Parser, list[Parse]] = {}
        for parse in self.parses:
            by_parser.setdefault(parse.parser, []).append(parse)
        found: dict[tuple, list[Parse]] = {}
        for of, parses in by_parser.items():
            found.setdefault((of.treebank, of.training, of.seed), []).extend(parses)
        return found

    @cached_property
    def to_train(self) -> list[Parser]:
        """The parsers with models of their own."""
        parsers = dict.fromkeys(parse.parser for parse in self.parses)
        return [parser for parser in parsers if self.runs.model(parser) == parser.model]

    def parses_of(self, treebank: str, training: str, seed: int) -> list[Parse]:
        """The parses by the parsers of one training, those of a parser together."""
        return self._by_training[treebank, training, seed]

    def _of(self, runs: Sequence[Run]) -> Iterator[tuple[Scored, Parse]]:
        """Every parse and the table that it would be scored in."""
        for treebank in self.availability:
            for run in (run for run in runs if self._has(treebank, run)):
                regime = Regime(run.training)
                large = self.availability[treebank]["words"] >= self.ten_folds_below
                for training in regime.trainings(large, self.runs.core):
                    seeds = run.seeds or [self.runs.seed]
                    table = regime.table(training)
                    scored = Scored(treebank, table, run.target, len(seeds))
                    for seed in seeds:
                        for variant in run.variants:
                            parser = Parser(treebank, training, seed, variant)
                            yield scored, Parse(parser, run.target)

    def _has(self, treebank: str, run: Run) -> bool:
        found = self.availability[treebank]
        splits, styles = found["splits"], run.styles or [found["style"]]
        wanted = treebank not in run.without and treebank in (run.treebanks or [treebank])
        fits = wanted and found["style"] in styles
        learnt = {"train", "dev"} if run.neural else {"train"}  # dev: to choose an epoch by
        return fits and learnt <= {*splits} and run.target in (*splits, "heldout")

    @cached_property
    def scored(self) -> dict[Scored, list[Parse]]:
        """The tables of scores and their parses, in order of variants, folds and seeds."""
        tables: dict[Scored, dict[Parse, None]] = {}
        for scored, parse in self._of([run for run in self.runs.all if run.scored]):
            tables.setdefault(scored, {}).setdefault(parse)
        for scored, parses in tables.items():
            variants = [parse.variant for parse in parses]
            if len({variants.count(variant) for variant in variants}) > 1:
                raise NonprojError(f"{scored.treebank}: {scored.name}: runs differ in their seeds")
        return {scored: list(parses) for scored, parses in tables.items()}

    @cached_property
    def own_models(self) -> list[tuple[Scored, list[Parse]]]:
        """The tables of scores with the parses of parsers that do not borrow another's model."""
        borrowed = set(self.runs.models) - set(self.runs.models.values())
        return [
            (scored, [parse for parse in parses if parse.variant not in borrowed])
            for scored, parses in self.scored.items()
        ]

    @cached_property
    def timed(self) -> list[tuple[Scored, Parse]]:
        """Parses to time, one of each parser on each of its texts that are scored."""
        return [
            (scored, parse)
            for scored, parses in self.scored.items()
            for parse in parses
            if variant_named(parse.variant).timed
            and scored.training in ("sets8", "train")
            and scored.seeds == 1
        ]

    @cached_property
    def browsed(self) -> dict[str, list[Parse]]:
        """For each treebank one parse by each parser of the text that most of them parse."""
        texts: dict[tuple[str, str], dict[str, Parse]] = {}
        for parse in (parse for _, parses in self.own_models for parse in parses):
            text = parse.parser.treebank, parse.gold
            texts.setdefault(text, {}).setdefault(parse.variant, parse)
        most: dict[str, list[Parse]] = {}
        for (treebank, _), parses in texts.items():
            if len(parses) > len(most.get(treebank, ())):
                most[treebank] = list(parses.values())
        return most

    def table(self, treebank: str, name: str) -> Scored:
        """The table of scores `name` of a treebank."""
        return next(s for s in self.scored if (s.treebank, s.name) == (treebank, name))

    def files_to_score(self, scored: Scored) -> dict[str, list[str]]:
        """What a table of scores is computed from."""
        parses = self.scored[scored]
        return {
            "gold": [parse.gold for parse in parses],
            "parses": receipts(parses),
            "blends": [blended.file for blended in self.blends(scored)],
        }

    def pairs(self, scored: Scored) -> list[tuple[str, str]]:
        """The pairs of systems that are tested for a difference, each of one study.

        None over several seeds, whose parses of one text are not independent."""
        if scored.seeds > 1:
            return []
        blends = [blended.blend for blended in self.blends(scored)]
        return list(
            dict.fromkeys(
                pair
                for variants, runs in zip(self._compared[scored], self.runs.by_study, strict=True)
                for pair in pairs_to_test(
                    list(variants), [b for b in blends if any(b in run.blends for run in runs)]
                )
            )
        )

    @cached_property
    def _compared(self) -> dict[Scored, list[dict[str, None]]]:
        """The variants of each study in each table of scores."""
        found: dict[Scored, list[dict[str, None]]] = {}
        for number, runs in enumerate(self.runs.by_study):
            for scored, parse in self._of([run for run in runs if run.scored]):
                of_studies = found.setdefault(scored, [{} for _ in self.runs.by_study])
                of_studies[number].setdefault(parse.variant)
        return found

    def blends(self, scored: Scored) -> list[Blended]:
        """The blends in a table of scores."""
        place = scored.treebank, scored.training, self.runs.seed, scored.target
        return [
            Blended(*place, blend)
            for run in self.runs.all
            if (run.training, run.target, 1) == (scored.training, scored.target, scored.seeds)
            and self._has(scored.treebank, run)
            for blend in run.blends
        ]

    @cached_property
    def oracles(self) -> dict[tuple[str, str], list[str]]:
        """Variants whose oracle coverage is wanted, by treebank and split."""
        wanted: dict[tuple[str, str], list[str]] = {}
        for treebank in self.availability:
            for run in self.runs.all:
                if run.oracle and self._has(treebank, run):
                    variants = wanted.setdefault((treebank, run.target), [])
                    variants += [v for v in run.variants if v not in variants]
        return wanted

    @cached_property
    def generic(self) -> list[tuple[str, str]]:
        """Treebanks and studies for which generic transformations are tried."""
        return [
            (treebank, study)
            for treebank, found in self.availability.items()
            for study, generic in self.generics.items()
            if {"train", generic.target} <= {*found["splits"]}
            and found["words"] < generic.words_below
        ]

    @cached_property
    def generic_parsers(self) -> list[tuple[str, str, str]]:
        """All parsers with generic transformations: treebank, base, and the file of their scores.

        Which labels are the frequent ones is not known yet."""
        return [
            (treebank, self.generics[study].parser, self._generic_file(treebank, study))
            for treebank, study in self.generic
            for _ in range(1 + len(MOVES) * self.labels_of_generic(study))
        ]

    def labels_of_generic(self, study: str) -> int:
        """How many labels are moved."""
        generic = self.generics[study]
        return generic.core_labels if self.runs.core else generic.labels

    def _generic_file(self, treebank: str, study: str, kind: str = ".csv") -> str:
        """Scores, or another kind of results; the name says how many labels are moved."""
        return f"{WORK}/{treebank}/generic/{study}-{self.labels_of_generic(study)}{kind}"

    @cached_property
    def selections(self) -> list[tuple[str, str]]:
        """Treebanks and studies for which parsers are selected."""
        return [
            (treebank, study)
            for treebank, found in self.availability.items()
            for study, selection in self.selecting.items()
            if {"train", selection.target} <= {*found["splits"]}
        ]

    def labels_of_selection(self, treebank: str, study: str) -> list[str]:
        """The split and the setting of its values."""
        selection = self.selecting[study]
        return Scored(treebank, selection.training, selection.target).labels

    def selected(self, treebank: str, study: str) -> list[Parse]:
        """The parses of the target, in the order of the parsers."""
        selection = self.selecting[study]
        return [
            Parse(Parser(treebank, selection.training, self.runs.seed, v), selection.target)
            for v in selection.parsers
        ]

    @cached_property
    def approximated(self) -> dict[Scored, list[Parse]]:
        """Parses of the tables of scores whose non-projective approximation is explained.

        Those of one variant; with other thresholds the same model is only applied."""
        tables = {
            scored: [parse for parse in parses if parse.variant == APPROXIMATION]
            for scored, parses in self.scored.items()
            if scored.seeds == 1
        }
        return {scored: parses for scored, parses in tables.items() if parses}

    @cached_property
    def score_files(self) -> list[str]:
        """Files of values that are not counted from the frames of words."""
        return [
            *(f"{WORK}/{treebank}/selection/{study}.csv" for treebank, study in self.selections),
            *(self._generic_file(treebank, study) for treebank, study in self.generic),
            *(f"{WORK}/{s.treebank}/approximation/{s.name}.csv" for s in self.approximated),
        ]

    @property
    def text_files(self) -> list[str]:
        """Frames of words of all parses."""
        return [
            *(f"{WORK}/{s.treebank}/words/{s.name}.npz" for s in self.scored),
            *(f"{WORK}/{treebank}/oracles/{split}.npz" for treebank, split in self.oracles),
            *(self._generic_file(treebank, study, ".npz") for treebank, study in self.generic),
        ]
