"""The trial of one parser in its own process, so that time and memory can be measured.

    python -m nonproj.recommendation.trial FOLDER NAME FORMAT SEED

trains on FOLDER/train, parses FOLDER/dev, and leaves a model, a parse and a file of costs. Without
FOLDER/dev, it trains on four fifths of FOLDER/train and parses the other fifth, five times. If
FOLDER/train-predicted and FOLDER/dev-predicted exist, parsers that read tags use these texts."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import numpy as np

from nonproj.errors import NonprojError
from nonproj.machine import most_memory

if TYPE_CHECKING:
    from nonproj.data.treebank import Treebank

N_FOLDS = 5  # used without a development set
WITH_PREDICTED = "-predicted"  # suffix for texts with predicted tags
WARM_UP = 20  # sentences that are parsed first to compile kernels
LEAST = 1e-4  # the shortest time, in seconds, that can be measured


@dataclass(frozen=True)
class Trial:
    """The costs of a parser on one thread."""

    training: float  # processor seconds, averaged over all trainings
    parsing: float
    elapsed: float  # wall-clock seconds for all trainings
    words: int  # number of words parsed
    memory: int  # bytes, the process's peak
    size: int  # bytes of the model


@dataclass(frozen=True)
class Files:
    """The paths of the files in a folder of trials."""

    folder: Path
    format: str

    def text(self, split: str) -> Path:
        return self.folder / f"{split}.{self.format}"

    def model(self, name: str) -> Path:
        return self.folder / "models" / f"{name}.npz"

    def parse(self, name: str) -> Path:
        return self.folder / "parses" / f"{name}.{self.format}"

    def costs(self, name: str) -> Path:
        return self.folder / "trials" / f"{name}.json"

    def log(self, name: str) -> Path:
        return self.folder / "trials" / f"{name}.log"

    def read_trial(self, name: str) -> Trial:
        return Trial(**json.loads(self.costs(name).read_text()))


def run(files: Files, name: str, seed: int) -> None:
    """Train a parser, parse, and write the results; kernels are compiled before timing starts."""
    from nonproj.data.conll import read_treebank, write_treebank
    from nonproj.data.files import atomic_write
    from nonproj.parsers.families import reads_tags, train, variant_named
    from nonproj.parsers.interface import Training

    variant, how = variant_named(name), Training(seed)
    predicted = reads_tags(variant) and files.text("train" + WITH_PREDICTED).exists()
    tags = WITH_PREDICTED if predicted else ""
    paths = [files.text(split + tags) for split in ("train", "dev")]
    texts = [read_treebank(path, files.format) for path in paths if path.exists()]
    few = texts[0].select(range(min(WARM_UP, texts[0].n_sentences)))
    train(variant, few, how).parse(few)
    training = parsing = elapsed = 0.0
    parses, splits = [], [texts] if len(texts) > 1 else [*folds_of(texts[0])]
    for number, (learnt, parsed) in enumerate(splits, 1):
        clock, begin = perf_counter(), process_time()
        model = train(variant, learnt, how)
        elapsed, trained = elapsed + perf_counter() - clock, process_time()
        parses.append(model.parse(parsed).treebank)
        training += (trained - begin) / len(splits)
        parsing += max(process_time() - trained, LEAST)
        path = files.model(name if len(splits) == 1 else f"{name}-{number}")
        model.save(path)
    parse = parses[0] if len(splits) == 1 else in_order(parses)
    write_treebank(parse, files.parse(name))
    size = path.stat().st_size
    trial = Trial(training, parsing, elapsed, parse.n_words, most_memory(), size)
    atomic_write(files.costs(name), json.dumps(asdict(trial)))


def folds_of(treebank: "Treebank") -> Iterator[tuple["Treebank", "Treebank"]]:
    """Yield each fold's training and test sentences; every fifth sentence is in the same fold."""
    fold = np.arange(treebank.n_sentences) % N_FOLDS
    for number in range(N_FOLDS):
        yield tuple(treebank.select(np.flatnonzero(of)) for of in (fold != number, fold == number))


def in_order(folds: list["Treebank"]) -> "Treebank":
    """Join the test sentences of all folds in their original order."""
    from nonproj.data.joining import joined

    n = sum(fold.n_sentences for fold in folds)
    places = np.concatenate([np.arange(number, n, N_FOLDS) for number in range(N_FOLDS)])
    return joined(folds).select(np.argsort(places))


if __name__ == "__main__":
    folder, name, format, seed = sys.argv[1:]
    try:
        run(Files(Path(folder), format), name, int(seed))
    except NonprojError as error:
        sys.exit(str(error))
