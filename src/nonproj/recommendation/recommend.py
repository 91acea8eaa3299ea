"""The path from a treebank to advice: split, profile, trials, assessment, page."""

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple

import pandas as pd

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.data.files import atomic_write
from nonproj.data.folds import split_folds
from nonproj.data.reading.warnings import warn_of_telling_tags
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.recommendation.assessment import advise, assess
from nonproj.recommendation.candidates import candidates
from nonproj.recommendation.page import page_of
from nonproj.recommendation.profile import profile_of
from nonproj.recommendation.trial import Files
from nonproj.recommendation.trials import Trials
from nonproj.trees.projectivity import nonprojective_arcs

HELD_OUT = 0  # the set of sentences that is held out if there is no development set
FEWEST = 20  # sentences needed for both training and testing
PAGE, FIGURES = "index.html", "recommendation.json"
ENDING = (signal.SIGTERM, signal.SIGHUP)
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
    name: str = ""  # the treebank's name, if it differs from the file's name

    @property
    def title(self) -> str:
        return self.name or Path(self.train.name).name


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
    missing: dict[str, str]  # parsers that were not tried, with reasons

    @property
    def split(self) -> str:
        return "held out" if self.request.dev is None else "dev"

    @property
    def commands(self) -> list[str]:
        """Return the commands for all recommended parsers without repetition."""
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
        return [
            f"nonproj train --variant {name} --seed {request.seed}{format} {train} -o {name}.npz",
            f"nonproj parse --model {name}.npz{format} TEXT -o parsed-{name}.{suffix}",
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
    if not nonprojective_arcs(train.start, train.head).any():  # baselines do the same
        missing = {name: POINTLESS for name in names if variant_named(name).baseline}
    with _new_folder(request.folder):
        files = Files(request.folder, train.format.value)
        write_treebank(train, files.text("train"))
        write_treebank(dev, files.text("dev"))
        options = request.budget, request.workers, request.seed, tell
        trials = Trials(files, train.n_words, *options)
        tried = trials.run([name for name in names if name not in missing])
        missing |= trials.missing
        if not tried:
            reasons = "; ".join(dict.fromkeys(missing.values()))
            raise NonprojError(f"no strategy could be tried: {reasons}")
        parses = {name: read_treebank(files.parse(name), files.format) for name in tried}
        costs = {name: files.read_trial(name) for name in tried}
        parsers, gains = assess(dev, parses, costs, request.seed)
        missing = {name: missing[name] for name in names if name in missing}
        tables = profile, parsers, gains, advise(parsers)
        found = Recommendation(request, files.format, dev.n_words, *tables, missing)
        atomic_write(request.folder / FIGURES, as_json(found))
        atomic_write(request.folder / PAGE, page_of(found))
    return found


@contextmanager
def _new_folder(folder: Path) -> Iterator[None]:
    """Make a folder, but remove it after an error or a signal, so that the user can retry."""
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
        raise NonprojError(f"{folder}: exists already; choose another --output")
    parent = next(p for p in folder.absolute().parents if p.exists())
    if not os.access(parent, os.W_OK):
        raise NonprojError(f"{folder}: no permission to write to {parent}")


def _split(request: Request) -> tuple[Treebank, Treebank]:
    """Return the training and development sets; hold out a part if there is no development set."""
    train, dev = request.train, request.dev
    if dev is None:
        if train.n_sentences < FEWEST:
            raise NonprojError(
                f"{train.name}: {train.n_sentences} sentences; expected {FEWEST} or more, or --dev"
            )
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
