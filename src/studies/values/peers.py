"""Parsers from other projects, which are run as shell commands and scored like ours."""

import json
import os
import resource
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path

from nonproj.public.errors import NonprojError
from nonproj.public.files import as_csv, atomic_write, read_rows
from nonproj.public.scores import evaluate
from nonproj.public.treebanks import Treebank, read_treebank

PEER_COLUMNS = ("form", "lemma", "upos", "xpos", "feats")


@dataclass(frozen=True)
class PeerResult:
    """How many words another program got right, and its CPU seconds, which include its start."""

    treebank: str
    split: str
    peer: str
    words: int
    las: int
    uas: int
    training: float
    parsing: float


def run_peer(
    peer: str, train: str, parse: str, treebank: str, texts: Mapping[str, Path], folder: Path
) -> list[PeerResult]:
    """Train another program once, then parse and score all texts except the training set.

    `train` and `parse` are shell commands that find their files in the variables TRAIN, MODEL,
    FOLDER, TEXT and PARSE. `texts` maps splits, including "train", to gold files. TRAIN and TEXT
    are CoNLL-X without comments or ranges, and TEXT has no trees."""
    folder = folder.absolute()
    shutil.rmtree(folder, ignore_errors=True)  # files of earlier commands
    folder.mkdir(parents=True)
    files = {"TRAIN": "train.conll", "MODEL": "model"}
    where = {"FOLDER": str(folder)} | {name: str(folder / file) for name, file in files.items()}
    atomic_write(folder / "train.conll", plain(read_treebank(texts["train"])))
    training = _seconds(peer, train, where)
    found = []
    for split, path in texts.items():
        if split == "train":
            continue
        gold, text, written = read_treebank(path), folder / split, folder / f"{split}.parsed.conll"
        atomic_write(text, plain(gold, with_trees=False))
        parsing = _seconds(peer, parse, {**where, "TEXT": str(text), "PARSE": str(written)})
        if not written.exists():
            raise NonprojError(f"{peer}: its parse command succeeded but wrote no {written}")
        scores = evaluate(gold, read_treebank(written))
        las, uas = scores["las"], scores["uas"]
        counts = las.total, las.correct, uas.correct
        found.append(PeerResult(treebank, split, peer, *counts, training, parsing))
    return found


def plain(treebank: Treebank, with_trees: bool = True) -> str:
    """Return a treebank as plain CoNLL-X, with words only and without comments."""
    columns = [getattr(treebank, name).strings() for name in PEER_COLUMNS]
    labels, heads = treebank.deprel.strings(), treebank.head.tolist()
    lines = []
    for first, last in zip(treebank.start[:-1], treebank.start[1:], strict=True):
        for slot in range(first + 1, last):
            tree = (str(heads[slot]), labels[slot]) if with_trees else ("_", "_")
            values = (column[slot] for column in columns)
            lines.append("\t".join((str(slot - first), *values, *tree, "_", "_")))
        lines.append("")
    return "\n".join(lines) + "\n"


def _seconds(peer: str, command: str, variables: Mapping[str, str]) -> float:
    """Run a command, and return the CPU seconds that the command and its children used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(["bash", "-c", command], env=os.environ | dict(variables), check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise NonprojError(f"{peer}: {command!r} ended with exit status {done.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
    types = {field.name: field.type for field in fields(PeerResult)}
    rows = (zip(types.items(), row, strict=True) for _, row in read_rows(path, [*types]))
    return [PeerResult(**{name: kind(cell) for (name, kind), cell in row}) for row in rows]
