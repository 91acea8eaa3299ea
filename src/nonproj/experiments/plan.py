"""Which parsers the runs of the studies need, and where their files are.

A training is what a parser learns from: `train`, the first K of Nilsson's sets 1-8 (`setsK`), or
all sets but one (`cvI`). A target is what it parses: `dev`, `test`, or what was `heldout`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonproj.data.folds import N_SETS
from nonproj.experiments.blends import Blend
from nonproj.experiments.study import Run, Study
from nonproj.parsers.families import variant_named

WORK = "data/work"
APPROXIMATION = "carreras+npa"
TRAINING_SETS = 8  # sets 1-8 train, sets 0 and 9 are held out (Nilsson 2009, 5.2)
SPLIT_OF = {"cv": "train-cv10"}  # others: the target, or dev20 where it was held out


@dataclass(frozen=True)
class Parse:
    """One parser on one target."""

    treebank: str
    training: str
    target: str
    variant: str

    @property
    def folder(self) -> str:
        return f"{WORK}/{self.treebank}/{self.training}"

    @property
    def parsed(self) -> str:
        """What the parser wrote."""
        return f"{self.folder}/{self.variant}/{self.target}.parsed.conll"

    @property
    def final(self) -> str:
        """The same after the transformations of the variant were undone."""
        if not variant_named(self.variant).inverts:
            return self.parsed
        return f"{self.folder}/{self.variant}/{self.target}.conll"

    @property
    def counts(self) -> str:
        """What parsing took."""
        return f"{self.folder}/{self.variant}/{self.target}.counts.json"

    @property
    def gold(self) -> str:
        return gold_file(self.treebank, self.training, self.target)


@dataclass(frozen=True)
class Blended:
    """A blend of the parses of one treebank."""

    treebank: str
    training: str
    target: str
    blend: Blend

    @property
    def file(self) -> str:
        return (
            f"{WORK}/{self.treebank}/{self.training}/blends/{self.target}/{self.blend.slug}.conll"
        )

    def parses(self, target: str) -> list[Parse]:
        """What its parsers make of a target."""
        return [Parse(self.treebank, self.training, target, v) for v in self.blend.parsers]


def training_file(treebank: str, training: str) -> str:
    folder = f"{WORK}/{treebank}"
    return f"{folder}/train.conll" if training == "train" else f"{folder}/{training}/train.conll"


def gold_file(treebank: str, training: str, target: str) -> str:
    folder = f"{WORK}/{treebank}"
    if target == "heldout":
        return f"{folder}/{training}/heldout.conll"
    return f"{folder}/{target}.conll"


def model_file(models: Mapping[str, str], treebank: str, training: str, variant: str) -> str:
    """The model that a variant applies: its own, or that of the variant that `models` names."""
    return f"{WORK}/{treebank}/{training}/{models.get(variant, variant)}/model.npz"


def prepared_file(treebank: str, training: str, variant: str) -> str:
    """What the parser is trained on: the training file after the steps of the variant."""
    steps = variant_named(variant).preparation
    if not steps:
        return training_file(treebank, training)
    return f"{WORK}/{treebank}/{training}/prepared/{steps}.conll"


def sets_of(training: str) -> tuple[list[int], list[int]]:
    """Training sets and held-out sets of `setsK` or `cvI`."""
    number = int(training.removeprefix("sets").removeprefix("cv"))
    if training.startswith("cv"):
        return [s for s in range(N_SETS) if s != number], [number]
    return list(range(1, number + 1)), [0, TRAINING_SETS + 1]


@dataclass(frozen=True)
class Scored:
    """A table of scores: all parsers of one training on one target, folds pooled, and blends."""

    treebank: str
    training: str  # as in Parse; `cv` for all ten folds
    target: str

    @property
    def name(self) -> str:
        return f"{self.training}-{self.target}"

    @property
    def split(self) -> str:
        heldout = SPLIT_OF.get(self.training, "dev20")
        return heldout if self.target == "heldout" else self.target

    @property
    def labels(self) -> list[str]:
        """The split and the settings under which the scores are kept.

        Sets 1-8 are both the usual training data and the last point of a learning curve. What was
        trained on sets 1-9 is told from what was trained on all."""
        if self.training == "cv0":
            return [self.split, "train=90%"]
        sets = self.training.removeprefix("sets")
        if not sets.isdecimal():
            return [self.split, ""]
        whole = [""] if int(sets) == TRAINING_SETS else []
        return [self.split, *whole, f"train={sets}0%"]


class Plan:
    """The parses of all studies on the treebanks that can be had."""

    def __init__(
        self,
        studies: Iterable[Study],
        availability: Mapping[str, Mapping],
        ten_folds_below: int,
        cross_validate: bool = False,
    ):
        self.availability = availability
        self.ten_folds_below = ten_folds_below
        studies = list(studies)
        self.runs = [run.settled(cross_validate) for study in studies for run in study.runs]
        self.selecting = {s.id: s.selection for s in studies if s.selection is not None}

    @cached_property
    def parses(self) -> list[Parse]:
        return list(dict.fromkeys(parse for _, parse in self._of_runs(self.runs)))

    def _of_runs(self, runs: Sequence[Run]) -> Iterator[tuple[Scored, Parse]]:
        """Every parse and the table that it would be scored in."""
        for treebank in self.availability:
            for run in (run for run in runs if self._has(treebank, run)):
                for training in self._trainings(treebank, run.training):
                    pooled = run.training in ("folds", "cv10") and training.startswith("cv")
                    scored = Scored(treebank, "cv" if pooled else training, run.target)
                    for variant in run.variants:
                        yield scored, Parse(treebank, training, run.target, variant)

    def _has(self, treebank: str, run: Run) -> bool:
        splits = self.availability[treebank]["splits"]
        wanted = treebank not in run.without and treebank in (run.treebanks or [treebank])
        return wanted and "train" in splits and run.target in (*splits, "heldout")

    def _trainings(self, treebank: str, training: str) -> list[str]:
        if training == "curve":
            return [f"sets{k}" for k in range(1, TRAINING_SETS + 1)]
        if training == "folds":
            few = self.availability[treebank]["words"] < self.ten_folds_below
            training = "cv10" if few else f"sets{TRAINING_SETS}"
        return [f"cv{i}" for i in range(N_SETS)] if training == "cv10" else [training]

    @cached_property
    def scored(self) -> dict[Scored, list[Parse]]:
        """The tables of scores and what they are made of, parses in order of variants and folds."""
        tables: dict[Scored, dict[Parse, None]] = {}
        for scored, parse in self._of_runs([run for run in self.runs if run.scored]):
            tables.setdefault(scored, {}).setdefault(parse)
        return {scored: list(parses) for scored, parses in tables.items()}

    def blends(self, scored: Scored) -> list[Blended]:
        """The blends in a table of scores."""
        place = scored.treebank, scored.training, scored.target
        return [
            Blended(*place, blend)
            for run in self.runs
            if (run.training, run.target) == place[1:] and self._has(scored.treebank, run)
            for blend in run.blends
        ]

    @cached_property
    def oracles(self) -> dict[tuple[str, str], list[str]]:
        """Variants whose oracle coverage is wanted, by treebank and split."""
        wanted: dict[tuple[str, str], list[str]] = {}
        for treebank in self.availability:
            for run in self.runs:
                if run.oracle and self._has(treebank, run):
                    variants = wanted.setdefault((treebank, run.target), [])
                    variants += [v for v in run.variants if v not in variants]
        return wanted

    @cached_property
    def selections(self) -> list[tuple[str, str]]:
        """Treebanks and studies for which parsers are selected."""
        return [
            (treebank, study)
            for treebank, found in self.availability.items()
            for study, selection in self.selecting.items()
            if {"train", selection.target} <= {*found["splits"]}
        ]

    def selected(self, treebank: str, study: str) -> tuple[list[Parse], list[Parse]]:
        """The parses of the target and of the held-out data, in the order of the parsers."""
        selection = self.selecting[study]
        parses, heldout = (
            [Parse(treebank, selection.training, target, v) for v in selection.parsers]
            for target in (selection.target, "heldout")
        )
        return parses, heldout

    @cached_property
    def approximated(self) -> dict[Scored, list[Parse]]:
        """Parses of the tables of scores whose non-projective approximation is explained.

        Those of one variant; with other thresholds the same model is only applied."""
        tables = {
            scored: [parse for parse in parses if parse.variant == APPROXIMATION]
            for scored, parses in self.scored.items()
        }
        return {scored: parses for scored, parses in tables.items() if parses}

    def table(self, treebank: str, name: str) -> Scored:
        """The table of scores `name` of a treebank."""
        return next(s for s in self.scored if (s.treebank, s.name) == (treebank, name))
