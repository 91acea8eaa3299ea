"""Parsers from other projects, which are run as shell commands and scored like ours."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from typing import NamedTuple

from nonproj.public.errors import NonprojError
from nonproj.public.files import as_csv, atomic_write, read_rows
from nonproj.public.scores import evaluate
from nonproj.public.treebanks import Treebank, read_treebank
from studies.plan.treebanks.config import FROM_FORMS

# A small process runs a command, because a process counts the memory of the one that starts it.
MEASURED = """
import resource, subprocess, sys
status = subprocess.call(["bash", "-c", sys.argv[1]])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[2], "w") as file:
    print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=file)
sys.exit(status)
"""
PEER_COLUMNS = ("form", "lemma", "upos", "xpos", "feats")


@dataclass(frozen=True)
class PeerResult:
    """How many words another program got right, and what its commands took, start included.

    Training and parsing took CPU seconds; `memory` is the most megabytes that training used, and
    `model` the megabytes of the file MODEL, or of the files in such a folder, if known."""

    treebank: str
    split: str
    peer: str
    words: int
    las: int
    uas: int
    training: float
    parsing: float
    memory: float | None = None
    model: float | None = None


class ProcessCost(NamedTuple):
    """The CPU seconds and the most memory, in megabytes, of a command and its children."""

    seconds: float
    megabytes: float


def run_peer(
    peer: str, train: str, parse: str, treebank: str, texts: Mapping[str, Path], folder: Path
) -> list[PeerResult]:
    """Train another program once, then parse and score all texts except the training set.

    `train` and `parse` are shell commands that find their files in the variables TRAIN, DEV, MODEL,
    FOLDER, TEXT and PARSE. `texts` maps splits, including "train", to gold files. TRAIN, DEV and
    TEXT are CoNLL-X without comments or ranges; TEXT has no trees, and has only forms if the
    treebank is for parsers of forms."""
    folder = folder.absolute()
    shutil.rmtree(folder, ignore_errors=True)  # files of earlier commands
    folder.mkdir(parents=True)
    where = {"TREEBANK": treebank, "FOLDER": str(folder), "MODEL": str(folder / "model"), "DEV": ""}
    for split in ("train", "dev"):
        if split in texts:
            where[split.upper()] = str(folder / f"{split}.conll")
            atomic_write(folder / f"{split}.conll", plain(read_treebank(texts[split])))
    shown = PEER_COLUMNS[:1] if treebank.endswith(FROM_FORMS) else PEER_COLUMNS
    training = _run(peer, train, where)
    files = (folder / "model", *folder.glob("model/**/*"))
    model = sum(file.stat().st_size for file in files if file.is_file()) / 2**20
    found = []
    for split, path in texts.items():
        if split == "train":
            continue
        gold, text, written = read_treebank(path), folder / split, folder / f"{split}.parsed.conll"
        atomic_write(text, plain(gold, shown, with_trees=False))
        parsing = _run(peer, parse, {**where, "TEXT": str(text), "PARSE": str(written)})
        if not written.exists():
            raise NonprojError(f"{peer}: its parse command succeeded but wrote no {written}")
        scores = evaluate(gold, read_treebank(written))
        las, uas = scores["las"], scores["uas"]
        counts = las.total, las.correct, uas.correct
        took = training.seconds, parsing.seconds, training.megabytes, model or None
        found.append(PeerResult(treebank, split, peer, *counts, *took))
    return found


def plain(treebank: Treebank, shown: Sequence[str] = PEER_COLUMNS, with_trees: bool = True) -> str:
    """Return a treebank as plain CoNLL-X: its words, with the columns that are shown."""
    columns = [getattr(treebank, name).strings() for name in PEER_COLUMNS if name in shown]
    hidden = ["_"] * (len(PEER_COLUMNS) - len(columns))
    labels, heads = treebank.deprel.strings(), treebank.head.tolist()
    lines = []
    for first, last in zip(treebank.start[:-1], treebank.start[1:], strict=True):
        for slot in range(first + 1, last):
            tree = (str(heads[slot]), labels[slot]) if with_trees else ("_", "_")
            values = (column[slot] for column in columns)
            lines.append("\t".join((str(slot - first), *values, *hidden, *tree, "_", "_")))
        lines.append("")
    return "\n".join(lines) + "\n"


def _run(peer: str, command: str, variables: Mapping[str, str]) -> ProcessCost:
    """Run a command, and return what it and its children used."""
    used = Path(variables["FOLDER"], "used")
    start = [sys.executable, "-S", "-c", MEASURED, command, str(used)]
    done = subprocess.run(start, env=os.environ | dict(variables), check=False)
    if done.returncode:
        raise NonprojError(f"{peer}: {command!r} ended with exit status {done.returncode}")
    seconds, size = map(float, used.read_text(encoding="utf-8").split())
    unit = 1 if sys.platform == "darwin" else 1024  # bytes per unit of `ru_maxrss`
    return ProcessCost(seconds, size * unit / 2**20)


def results_as_json(results: Iterable[PeerResult]) -> str:
    return json.dumps([asdict(result) for result in results], indent=1) + "\n"


def read_peers(files: Iterable[Path | str]) -> list[PeerResult]:
    """Read results from files with the text of `results_as_json`; the first of each text counts."""
    rows = (row for file in files for row in json.loads(Path(file).read_text(encoding="utf-8")))
    found: dict[tuple[str, ...], PeerResult] = {}
    for result in (PeerResult(**row) for row in rows):
        found.setdefault((result.treebank, result.split, result.peer), result)
    return [*found.values()]


def results_as_csv(results: Iterable[PeerResult]) -> str:
    return as_csv([field.name for field in fields(PeerResult)], map(astuple, results))


def read_results(path: Path) -> list[PeerResult]:
    """Read results from a file with the text of `results_as_csv`."""
    kinds = {
        field.name: float if field.default is None else field.type for field in fields(PeerResult)
    }
    rows = (zip(kinds.items(), row, strict=True) for _, row in read_rows(path, [*kinds]))
    known = ({name: kind(cell) for (name, kind), cell in row if cell} for row in rows)
    return [PeerResult(**row) for row in known]
