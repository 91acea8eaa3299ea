"""The steps from a treebank to advice: split, profile, trials, assessment, page."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from time import monotonic

from nonproj.data.conll import read_treebank, warn_of_telling_tags, write_treebank
from nonproj.data.files import atomic_write
from nonproj.data.folds import split_folds
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.machine import ENDING_SIGNALS
from nonproj.parsers.families import variant_named
from nonproj.recommendation.assessment import advise, assess
from nonproj.recommendation.candidates import candidates
from nonproj.recommendation.page import page_of
from nonproj.recommendation.profile import profile_of
from nonproj.recommendation.result import Recommendation, Request, as_json
from nonproj.recommendation.trial import N_FOLDS, WITH_PREDICTED, Files
from nonproj.recommendation.trials import Trials
from nonproj.tagging.jackknife import train_and_tag
from nonproj.trees.projectivity import nonprojective_arcs

HELD_OUT = 0  # the set of sentences to hold out if there is no development set
FEWEST = 20  # the smallest number of sentences for training and testing
PAGE, FIGURES = "index.html", "recommendation.json"
POINTLESS = "the treebank has no non-projective arc"


def recommend(request: Request, tell: Callable[[str, str], None]) -> Recommendation:
    """Try as many parsers as time allows, and write models, figures and a page.

    `tell` is called with each parser and the outcome of its trial."""
    _check_folder(request.folder)
    names = candidates(request.names, request.tags)
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
    before = {n: signal.signal(n, lambda number, _: sys.exit(128 + number)) for n in ENDING_SIGNALS}
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
