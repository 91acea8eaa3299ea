"""Splits for treebanks that are published as single texts or in an archive."""

import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from nonproj.data.download.manifest import SPLITS
from nonproj.data.reading.perseus import conllx_of, described

# Which of every ten sentences in a text are for training, development and testing.
# DEVIATION: perseus-texts
TENTHS = dict(zip(SPLITS, (range(8), (8,), (9,)), strict=True))
MEMBERS = {"conll07-basque": {"train": "conll2007/eus.train", "test": "conll2007/eus.test"}}
ARCHIVED = "latin-1"  # the encoding of the files in archives


@dataclass(frozen=True)
class Divided:
    """The file contents of the splits, and a description of what was left out."""

    splits: dict[str, bytes]
    left_out: str = ""


def divided(treebank: str, paths: Iterable[Path]) -> Divided:
    """Create the splits of a treebank from its fetched sources."""
    if treebank in MEMBERS:
        (path,) = paths
        with zipfile.ZipFile(path) as archive:
            members = {split: archive.read(name) for split, name in MEMBERS[treebank].items()}
        return Divided({split: data.decode(ARCHIVED).encode() for split, data in members.items()})
    return _of_texts(paths)


def _of_texts(paths: Iterable[Path]) -> Divided:
    """Divide each text in the same way; drop sentences that repeat the words of an earlier one."""
    splits: dict[str, list[bytes]] = {split: [] for split in SPLITS}
    left_out, seen, n_elided = Counter(), set(), 0
    for path in paths:
        text = conllx_of(path.read_bytes(), path.name)
        left_out += text.left_out
        n_elided += text.n_elided
        for number, sentence in enumerate(text.sentences):
            forms = tuple(line.split(b"\t")[1] for line in sentence.splitlines() if line)
            if forms in seen:
                left_out["the words of an earlier one"] += 1
                continue
            seen.add(forms)
            split = next(split for split, places in TENTHS.items() if number % 10 in places)
            splits[split].append(sentence)
    data = {split: b"".join(sentences) for split, sentences in splits.items()}
    return Divided(data, described(left_out, n_elided))
