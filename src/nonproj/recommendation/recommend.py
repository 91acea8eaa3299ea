"""From a treebank to advice: split, profile, trials, assessment, page."""

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.data.files import atomic_write
from nonproj.data.folds import split_folds
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.recommendation.advice import Advice, advise
from nonproj.recommendation.assessment import Assessed, assess
from nonproj.recommendation.ladder import Strategy, strategies
from nonproj.recommendation.page import page_of
from nonproj.recommendation.profile import Profile, profile_of
from nonproj.recommendation.schedule import Schedule
from nonproj.recommendation.trial import Files

HELD_OUT = 0  # the set of sentences that is held out where there is no development set
FEWEST = 20  # sentences to train on and test on
PAGE, FIGURES = "index.html", "recommendation.json"
ENDING = (signal.SIGTERM, signal.SIGHUP)
POINTLESS = "the treebank has no non-projective arc"


@dataclass(frozen=True)
class Request:
    """What a user asks for."""

    train: Path
    dev: Path | None
    budget: float  # seconds
    folder: Path
    names: tuple[str, ...] = ()
    workers: int = 2
    seed: int = 1
    format: str | None = None
    name: str = ""  # of the treebank, if not that of its file

    @property
    def title(self) -> str:
        return self.name or self.train.name


@dataclass(frozen=True)
class Recommendation:
    """What was found, with the commands that repeat it."""

    request: Request
    profile: Profile
    format: str  # of the treebank
    n_dev: int  # words
    rows: list[Assessed]
    missing: dict[str, str]  # strategies that were not tried, and why
    advice: list[Advice]

    @property
    def split(self) -> str:
        """How the text was divided, in words."""
        if self.request.dev:
            return f"trained on {self.request.train}, scored on {self.request.dev}"
        return f"every tenth sentence of {self.request.train} is held out for the scores"

    def commands(self, row: Assessed) -> list[str]:
        """How to train a strategy on all of the training treebank, and to parse with it."""
        request, name = self.request, row.name
        train, suffix = shlex.quote(str(request.train)), self.format
        if row.trial is None:
            single = [r for r in self.rows if r.trial]
            parses = " ".join(f"parsed-{r.name}.{suffix}" for r in single)
            each = [command for r in single for command in self.commands(r)]
            return [*each, f"nonproj blend {parses} -o blended.{suffix}"]
        format = f" --format {request.format}" if request.format else ""
        return [
            f"nonproj train --variant {name} --seed {request.seed}{format} {train} -o {name}.npz",
            f"nonproj parse --model {name}.npz{format} TEXT -o parsed-{name}.{suffix}",
        ]


def recommend(
    request: Request,
    describe: Callable[[Profile], None],
    tell: Callable[[str, str], None],
) -> Recommendation:
    """Try as many strategies as fit into the time; write models, figures and a page."""
    _check_folder(request.folder)
    wanted = strategies(request.names)
    train, dev = _split(request)
    profile = profile_of(train)
    describe(profile)
    ladder, missing = _promising(wanted, profile)
    with _terminable(), _new_folder(request.folder):
        files = Files(request.folder, train.format.value)
        write_treebank(train, files.text("train"))
        write_treebank(dev, files.text("dev"))
        words = train.n_words
        schedule = Schedule(files, words, request.budget, request.workers, request.seed, tell)
        tried, untried = schedule.run(ladder)
        if not tried:
            reasons = "; ".join(dict.fromkeys(untried.values()))
            raise NonprojError(f"no strategy could be tried: {reasons}")
        parses = {name: read_treebank(files.parse(name), files.format) for name in tried}
        rows = assess(ladder, files, dev, parses, request.seed)
        rest = rows, missing | untried, advise(rows)
        found = Recommendation(request, profile, train.format.value, dev.n_words, *rest)
        atomic_write(request.folder / FIGURES, json.dumps(figures_of(found), indent=2))
        atomic_write(request.folder / PAGE, page_of(found))
    return found


@contextmanager
def _terminable() -> Iterator[None]:
    """Raise SystemExit on SIGTERM and SIGHUP, so that what was begun is ended."""

    def end(number: int, _: object) -> None:
        sys.exit(128 + number)

    before = {number: signal.signal(number, end) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _new_folder(folder: Path) -> Iterator[None]:
    """Make a folder; remove it if the block is interrupted, so that it can be tried again."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except (KeyboardInterrupt, SystemExit, NonprojError):
        rmtree(folder)
        raise


def _check_folder(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NonprojError(f"{folder}: exists already; choose another --output")
    parent = next(p for p in folder.absolute().parents if p.exists())
    if not os.access(parent, os.W_OK):
        raise NonprojError(f"{folder}: you may not write to {parent}")


def _split(request: Request) -> tuple[Treebank, Treebank]:
    """Training and development set, the latter held out where the user has none."""
    train = read_treebank(request.train, request.format)
    if request.dev:
        dev = read_treebank(request.dev, request.format)
    elif train.n_sentences < FEWEST:
        raise NonprojError(
            f"{request.train}: {train.n_sentences} sentences; expected {FEWEST} or more, or --dev"
        )
    else:
        train, dev = split_folds(train, [HELD_OUT])
    if train.format != dev.format:
        raise NonprojError(f"{request.dev}: {dev.format.value}; expected {train.format.value}")
    return train, dev


def _promising(
    ladder: Sequence[Strategy], profile: Profile
) -> tuple[list[Strategy], dict[str, str]]:
    """Without non-projective arcs, a strategy for them is its twin, but for its cost."""
    if profile.arcs:
        return list(ladder), {}
    projective = [s for s in ladder if not s.twin]
    return projective, {s.name: POINTLESS for s in ladder if s.twin}


def figures_of(found: Recommendation) -> dict:
    """Everything that was counted or measured, as JSON takes it."""
    return {
        "train": str(found.request.train),
        "dev": str(found.request.dev) if found.request.dev else None,
        "seed": found.request.seed,
        "profile": found.profile.sentences_in_words,
        "strategies": [_figures(row) for row in found.rows],
        "not-tried": found.missing,
        "advice": {
            a.purpose: {
                "strategy": a.strategy.name,
                "reason": a.reason,
                "commands": found.commands(a.strategy),
            }
            for a in found.advice
        },
    }


def _figures(row: Assessed) -> dict:
    gains = {"over-twin": row.over_twin, "behind-best": row.behind_best}
    return {
        "name": row.name,
        "las": row.las.as_dict() | {"interval": row.interval.as_dict()},
        "uas": row.uas.as_dict(),
        "nonprojective": row.nonprojective.as_dict(),
        "cost": vars(row.trial) if row.trial else None,
        **{
            name: {
                "other": gain.other,
                "difference": gain.difference,
                "interval": gain.interval.as_dict(),
                "p": gain.p,
            }
            for name, gain in gains.items()
            if gain
        },
    }
