"""Trial of one parser in a process of its own, which shows its time and memory.

    python -m nonproj.recommendation.trial FOLDER NAME FORMAT SEED

trains on FOLDER/train, parses FOLDER/dev, and leaves a model, a parse and a file of costs."""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time

from nonproj.errors import NonprojError
from nonproj.memory import most_memory

WARM_UP = 20  # sentences, which compile what is not compiled yet
LEAST = 1e-4  # seconds that can be measured


@dataclass(frozen=True)
class Trial:
    """Costs of a parser with one thread."""

    training: float  # seconds of a processor
    parsing: float
    elapsed: float  # seconds by the clock until it was trained
    words: int  # parsed
    memory: int  # bytes, the most of the process
    size: int  # bytes of the model


@dataclass(frozen=True)
class Files:
    """The paths in a trial's folder."""

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
    """Train, parse and write; compile kernels before the clock starts."""
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
