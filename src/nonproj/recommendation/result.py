"""The request for a recommendation, and its result."""

import json
import shlex
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from nonproj.data.treebank import Treebank
from nonproj.option_types import LearntTagsChoice
from nonproj.recommendation.assessment import headline
from nonproj.recommendation.trials import NO_TIME, STOPPED
from nonproj.tagging.columns import TAGGED_COLUMNS

TAGS_OPTIONS = {
    "given": ("", ""),
    "predicted": (" --tags predicted", " --tags predict"),
}  # of commands
SMALL_TREEBANK = 2000  # a smaller treebank without a development set is divided into five folds


@dataclass(frozen=True)
class Request:
    """The input, limits and output of a recommendation."""

    train: Treebank
    dev: Treebank | None
    budget: float  # seconds
    folder: Path
    names: tuple[str, ...] = ()
    workers: int = 2
    seed: int = 1
    format: str | None = None
    name: str = ""  # the treebank's name, if it differs from the file name
    tags: LearntTagsChoice = "given"

    @property
    def title(self) -> str:
        return self.name or Path(self.train.name).name

    @property
    def folds(self) -> bool:
        """True if parsers are tried by five-fold cross-validation on the training set."""
        return self.dev is None and self.train.n_sentences < SMALL_TREEBANK


@dataclass(frozen=True)
class Recommendation:
    """Tables that describe a treebank, the trials and the recommended parsers."""

    request: Request
    format: str  # the treebank's format
    n_dev: int  # words in the development set
    profile: pd.DataFrame
    parsers: pd.DataFrame
    gains: pd.DataFrame
    advice: pd.DataFrame
    missing: dict[str, str]  # parsers that were not tried, and reasons
    seconds: float = 0.0  # estimated budget for trying all parsers

    @property
    def split(self) -> str:
        if self.request.folds:
            return "five folds"
        return "held out" if self.request.dev is None else "dev"

    @property
    def headline(self) -> str:
        return headline(self.parsers)

    @property
    def with_tags(self) -> str:
        """Say with which tags the parsers were scored, and which text they can therefore parse."""
        columns = [c for c in TAGGED_COLUMNS if not self.request.train.lacks(c)]
        if not columns:
            return "Scored from words alone, because the treebank has no tags."
        if self.request.tags == "predicted":
            return "Scored with predicted tags, as for text without tags."
        return (
            f"Scored with the treebank's own {', '.join(columns).upper()}, which TEXT in the "
            "commands needs, too; for text without tags, use --tags predicted."
        )

    @property
    def with_more_time(self) -> str:
        """Name the parsers that a larger budget would try; "" if there are none."""
        late = [name for name, why in self.missing.items() if why in (NO_TIME, STOPPED)]
        minutes = ceil(max(self.seconds, self.request.budget + 1) / 60)
        tried = f"A larger budget would also try {', '.join(late)}: --budget {minutes}."
        return tried if late else ""

    @property
    def commands(self) -> list[str]:
        """Return the commands for all recommended parsers, each command once."""
        each = (command for one in self.advice.itertuples() for command in self.commands_of(one))
        return list(dict.fromkeys(each))

    def commands_of(self, one: NamedTuple) -> list[str]:
        """Return the commands that train a parser on the whole treebank and use it to parse."""
        request, name = self.request, one.parser
        train, suffix = shlex.quote(request.train.name), self.format
        if one.blend:
            singles = list(self.parsers[~self.parsers.blend].itertuples())
            parses = " ".join(f"parsed-{single.parser}.{suffix}" for single in singles)
            each = [command for single in singles for command in self.commands_of(single)]
            return [*each, f"nonproj blend {parses} -o blended.{suffix}"]
        format = f" --format {request.format}" if request.format else ""
        learnt, used = TAGS_OPTIONS[request.tags]
        options = f"--variant {name} --seed {request.seed}{learnt}{format}"
        return [
            f"nonproj train {options} {train} -o {name}.npz",
            f"nonproj parse --model {name}.npz{used}{format} TEXT -o parsed-{name}.{suffix}",
        ]


def as_json(found: Recommendation) -> str:
    """Return a recommendation's tables, unrounded, and the recommended commands."""
    content = {
        "train": found.request.train.name,
        "dev": None if found.request.dev is None else found.request.dev.name,
        "seed": found.request.seed,
        "split": found.split,
        "tags": found.request.tags,
        "with-tags": found.with_tags,
        "headline": found.headline,
        "with-more-time": found.with_more_time,
        "profile": dict(found.profile.itertuples(index=False)),
        "strategies": _records(found.parsers),
        "gains": _records(found.gains),
        "not-tried": found.missing,
        "advice": {
            one.purpose: {"strategy": one.parser, "commands": found.commands_of(one)}
            for one in found.advice.itertuples()
        },
    }
    return json.dumps(content, indent=2)


def _records(table: pd.DataFrame) -> list[dict]:
    return table.astype(object).where(table.notna(), None).to_dict("records")
