"""The steps from a treebank to advice: split, profile, trials, assessment, page."""

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import NamedTuple

import pandas as pd

from nonproj.choices import LearntTagsChoice
from nonproj.data.conll import read_treebank, warn_of_telling_tags, write_treebank
from nonproj.data.files import atomic_write
from nonproj.data.folds import split_folds
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.recommendation.assessment import advise, assess, headline
from nonproj.recommendation.candidates import candidates
from nonproj.recommendation.page import page_of
from nonproj.recommendation.profile import profile_of
from nonproj.recommendation.trial import N_FOLDS, WITH_PREDICTED, Files
from nonproj.recommendation.trials import NO_TIME, STOPPED, Trials
from nonproj.tagging.columns import TAGGED_COLUMNS
from nonproj.tagging.jackknife import train_and_tag
from nonproj.trees.projectivity import nonprojective_arcs

HELD_OUT = 0  # the set of sentences to hold out if there is no development set ...
SMALL = 2000  # ... and there are at least this many sentences; otherwise, five folds
FEWEST = 20  # the smallest number of sentences for training and testing
PAGE, FIGURES = "index.html", "recommendation.json"
ENDING = (signal.SIGTERM, signal.SIGHUP)
TAGS = {"given": ("", ""), "predicted": (" --tags predicted", " --tags predict")}  # of commands
POINTLESS = "the treebank has no non-projective arc"


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
        return self.dev is None and self.train.n_sentences < SMALL


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
        learnt, used = TAGS[request.tags]
        options = f"--variant {name} --seed {request.seed}{learnt}{format}"
        return [
            f"nonproj train {options} {train} -o {name}.npz",
            f"nonproj parse --model {name}.npz{used}{format} TEXT -o parsed-{name}.{suffix}",
        ]


def recommend(request: Request, tell: Callable[[str, str], None]) -> Recommendation:
    """Try as many parsers as time allows, and write models, figures and a page.

    `tell` is called with each parser and the outcome of its trial."""
    _check_folder(request.folder)
    names = candidates(request.names)
    train, dev = _split(request)
    warn_of_telling_tags(train)
    profile = profile_of(train)
    missing = {}
    if not nonprojective_arcs(train.start, train.head).any():  # strategies equal their baselines
        missing = {name: POINTLESS for name in names if variant_named(name).baseline}
    with _new_folder(request.folder):
        files, begun = Files(request.folder, train.format.value), monotonic()
        _write_texts(files, request, train, dev)
        left = request.budget - (monotonic() - begun)
        trials = _trials(files, request, train.n_words, left, tell)
        tried = trials.run([name for name in names if name not in missing])
        missing |= trials.missing
        if not tried:
            reasons = "; ".join(dict.fromkeys(missing.values()))
            raise NonprojError(f"no strategy could be tried: {reasons}")
        parses = {name: read_treebank(files.parse(name), files.format) for name in tried}
        costs = {name: files.read_trial(name) for name in tried}
        gold = train if dev is None else dev
        parsers, gains = assess(gold, parses, costs, request.seed)
        missing = {name: missing[name] for name in names if name in missing}
        tables = profile, parsers, gains, advise(parsers)
        seconds = trials.time_for([name for name in names if missing.get(name) != POINTLESS])
        found = Recommendation(request, files.format, gold.n_words, *tables, missing, seconds)
        atomic_write(request.folder / FIGURES, as_json(found))
        atomic_write(request.folder / PAGE, page_of(found))
    return found


def _trials(
    files: Files, request: Request, words: int, budget: float, tell: Callable[[str, str], None]
) -> Trials:
    """Plan trials on this many training words; a parser is trained once, or once for each fold."""
    options = budget, request.workers, request.seed, tell
    if not request.folds:
        return Trials(files, words, *options)
    return Trials(files, words * (N_FOLDS - 1) // N_FOLDS, *options, trainings=N_FOLDS)


def _write_texts(files: Files, request: Request, train: Treebank, dev: Treebank | None) -> None:
    """Write the texts that trials read and, if requested, the same texts with predicted tags.

    `dev` is tagged by a tagger trained on `train`. Each tenth of `train` is tagged by a tagger
    trained on the other nine tenths."""
    texts = {"train": train, "dev": dev}
    if request.tags == "predicted":
        taggers, tagged = train_and_tag(train, request.seed, request.workers)
        texts["train" + WITH_PREDICTED] = tagged
        texts["dev" + WITH_PREDICTED] = dev and taggers.tag(dev, request.workers)
    for name, text in texts.items():
        if text is not None:
            write_treebank(text, files.text(name))


@contextmanager
def _new_folder(folder: Path) -> Iterator[None]:
    """Create a folder; remove it after an error or a signal, so that the user can try again."""
    before = {n: signal.signal(n, lambda number, _: sys.exit(128 + number)) for n in ENDING}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except (KeyboardInterrupt, SystemExit, NonprojError):
        rmtree(folder)
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _check_folder(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NonprojError(f"{folder}: exists already; choose another folder for --output")
    parent = next(p for p in folder.absolute().parents if p.exists())
    if not os.access(parent, os.W_OK):
        raise NonprojError(f"{folder}: no permission to write to {parent}")


def _split(request: Request) -> tuple[Treebank, Treebank | None]:
    """Return the training and development sets; without `dev`, hold a part out or use folds."""
    train, dev = request.train, request.dev
    if dev is None:
        if train.n_sentences < FEWEST:
            raise NonprojError(
                f"{train.name}: {train.n_sentences} sentences; expected {FEWEST} or more, or --dev"
            )
        if request.folds:
            return train, None
        train, dev = split_folds(train, [HELD_OUT])
    if train.format != dev.format:
        raise NonprojError(f"{dev.name}: {dev.format.value}; expected {train.format.value}")
    return train, dev


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
