"""Parsers for one treebank, each with its own generic transformation (Nilsson 2009, chapter 9).

Each parser is trained on trees in which all words with a given label have been moved, and it parses
several texts. Each parse is kept in two versions, before and after the transformation is undone."""

import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import numpy as np

from nonproj.data.files import atomic_write
from nonproj.data.treebank import Column, Treebank
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.steps import restore
from nonproj.parsers.variants import parts_of
from nonproj.trees.relabel import column_of


class Both(NamedTuple):
    """Two versions of a parse: with the transformation undone (`inverted`), and without."""

    inverted: Treebank
    plain: Treebank


Parses = dict[str, list[Both]]  # for each variant, one pair per text


def with_move(base: str, move: str, label: str) -> str:
    """Return the name of a variant of `base` that first applies a move to the training trees."""
    parts = parts_of(base)
    return parts._replace(steps=[f"{move}:{quote(label, safe=':')}", *parts.steps]).name


def parse_all(
    variants: Iterable[str], treebank: Treebank, texts: Sequence[Treebank], how: Training
) -> Parses:
    """Train each variant on the treebank and parse the texts with it."""
    found: Parses = {}
    for name in variants:
        model = train(variant_named(name), treebank, how)
        moves = [step for step in model.variant.steps if ":" in step.name]
        others = [step for step in model.variant.steps if step not in moves]
        written = [model.predict(text, how.threads)[0] for text in texts]
        plain = [restore(others, parse) for parse in written]
        found[name] = [Both(restore(moves, parse), parse) for parse in plain]
    return found


def write_parses(path: Path | str, parses: Parses) -> None:
    """Write heads and labels as arrays [variant, inverted or not, slot] for each text."""
    columns = [both.deprel for texts in parses.values() for pair in texts for both in pair]
    labels = tuple(dict.fromkeys(value for column in columns for value in column.values))
    arrays = {"variants": np.array(list(parses)), "labels": np.array(labels)}
    for number, texts in enumerate(zip(*parses.values(), strict=True)):
        arrays[f"heads{number}"] = np.stack([[tree.head for tree in pair] for pair in texts])
        codes = [[tree.deprel.recoded(labels) for tree in pair] for pair in texts]
        arrays[f"codes{number}"] = np.array(codes, np.int32)
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    atomic_write(Path(path), stream.getvalue())


def read_parses(path: Path | str, texts: Sequence[Treebank]) -> Parses:
    """Read the parses of these texts from a file created by `write_parses`."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    labels = tuple(arrays["labels"].tolist())
    return {
        name: [_pair(arrays, row, number, text, labels) for number, text in enumerate(texts)]
        for row, name in enumerate(arrays["variants"].tolist())
    }


def _pair(
    arrays: Mapping[str, np.ndarray], row: int, number: int, text: Treebank, labels: tuple[str, ...]
) -> Both:
    heads, codes = arrays[f"heads{number}"][row], arrays[f"codes{number}"][row]
    columns: list[Column] = [column_of(own, labels) for own in codes]
    return Both(*(text.with_trees(h, c) for h, c in zip(heads, columns, strict=True)))
