"""YAML files with random changes and hostile parts: refused in a line that names the file."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from fuzz.mutations import edited_bytes
from nonproj.data.yaml_files import read_declared
from nonproj.errors import NonprojError
from nonproj.parsers.transition.features import feature_model_of
from samples.hostile_yaml import HOSTILE
from studies.plan.study.load import load
from studies.plan.treebanks.config import Config

ROOT = Path(__file__).parents[2]
READERS = {
    "config.yaml": lambda path: read_declared(path, Config),
    "src/nonproj/parsers/transition/feature_models/arc-eager.yaml": feature_model_of,
    "src/studies/papers/families/study.yaml": load,
    "src/studies/papers/gomez_rodriguez_2018/study.yaml": load,
}
FILES = tuple(READERS)
PARTS = tuple(data for data in HOSTILE.values() if len(data) < 1000)
SIGNS = (b"- ", b"? ", b": ", b"[", b"{", b"}", b"]", b"&a ", b"*a", b"!!int ", b"|\n", b"\t", b"~")


@cache
def content(name: str) -> bytes:
    return (ROOT / name).read_bytes()


def prepare() -> None:
    for name, read in READERS.items():
        read(ROOT / name)


def run_case(number: int) -> str:
    rng = np.random.default_rng(number)
    name = FILES[rng.integers(len(FILES))]
    with TemporaryDirectory() as folder:
        path = Path(folder, *Path(name).parts[-2:])
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(_changed(rng, content(name)))
        try:
            READERS[name](path)
        except NonprojError as error:
            line = str(error)
            assert line.isprintable(), line
            assert line.startswith(str(path)), line
            assert len(line) < 3000
            return "refused"
    return "accepted"


def _changed(rng: np.random.Generator, data: bytes) -> bytes:
    """The file with text moved, signs and hostile parts put in, or bytes changed."""
    for _ in range(rng.integers(1, 4)):
        kind, lines = rng.integers(5), data.split(b"\n")
        place = rng.integers(len(lines))
        if kind == 0:
            lines[place : place + 1] = []
        elif kind == 1:
            lines.insert(place, lines[rng.integers(len(lines))])
        elif kind == 2:
            value = PARTS[rng.integers(len(PARTS))].removeprefix(b"KEY: ")
            lines[place] = lines[place].partition(b":")[0] + b": " + value
        elif kind == 3:
            column = rng.integers(len(lines[place]) + 1)
            sign = SIGNS[rng.integers(len(SIGNS))]
            lines[place] = lines[place][:column] + sign + lines[place][column:]
        data = edited_bytes(rng, data) if kind == 4 else b"\n".join(lines)
    return data
