"""The trial of one parser in its own process, so that time and memory can be measured.

    python -m nonproj.recommendation.trial FOLDER NAME FORMAT SEED

trains on FOLDER/train, parses FOLDER/dev, and writes a model, a parse and a file with the costs."""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time

from nonproj.errors import NonprojError
from nonproj.memory import most_memory

WARM_UP = 20  # sentences parsed first, so that everything is compiled
LEAST = 1e-4  # the shortest time that can be measured, in seconds


@dataclass(frozen=True)
class Trial:
    """The costs of a parser that uses one thread."""

    training: float  # processor seconds
    parsing: float
    elapsed: float  # wall-clock seconds of training
    words: int  # words parsed
    memory: int  # the peak memory of the process in bytes
    size: int  # the size of the model in bytes


@dataclass(frozen=True)
class Files:
    """The paths in the folder of trials."""

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
    from nonproj.parsers.families import train, variant_named
    from nonproj.parsers.interface import Training

    variant, how = variant_named(name), Training(seed)
    training, dev = (read_treebank(files.text(split), files.format) for split in ("train", "dev"))
    few = training.select(range(min(WARM_UP, training.n_sentences)))
    train(variant, few, how).parse(few)
    clock, begin = perf_counter(), process_time()
    model = train(variant, training, how)
    elapsed, trained = perf_counter() - clock, process_time()
    parsed = model.parse(dev).treebank
    parsing = max(process_time() - trained, LEAST)
    model.save(files.model(name))
    write_treebank(parsed, files.parse(name))
    size = files.model(name).stat().st_size
    trial = Trial(trained - begin, parsing, elapsed, dev.n_words, most_memory(), size)
    atomic_write(files.costs(name), json.dumps(asdict(trial)))


if __name__ == "__main__":
    folder, name, format, seed = sys.argv[1:]
    try:
        run(Files(Path(folder), format), name, int(seed))
    except NonprojError as error:
        sys.exit(str(error))
