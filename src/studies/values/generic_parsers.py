"""Parsers for one treebank, each with its own generic transformation (Nilsson 2009, chapter 9).

Each parser is trained on trees in which all words with a given label have been moved, and it parses
several texts. Each parse is kept in two versions, before and after the transformation is undone."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from nonproj.public.parsers import Training, train
from nonproj.public.treebanks import Treebank, write_treebank
from nonproj.public.trees import frequent_labels, restore
from nonproj.public.variants import parts_of, variant_named


class Both(NamedTuple):
    """Two versions of a parse: with the transformation undone (`inverted`), and without."""

    inverted: Treebank
    plain: Treebank


Parses = list[Both]  # of a variant, one pair for each text


def with_move(base: str, move: str, label: str) -> str:
    """Return the name of a variant of `base` that first applies a move to the training trees."""
    parts = parts_of(base)
    return parts._replace(steps=[f"{move}:{quote(label, safe=':')}", *parts.steps]).name


def moved(base: str, treebank: Treebank, move: str, n_labels: int) -> list[str]:
    """Name the variants of `base` that move words with one of the most frequent labels."""
    return [with_move(base, move, label) for label in frequent_labels(treebank, n_labels)]


def parse_all(variant: str, treebank: Treebank, texts: Sequence[Treebank], how: Training) -> Parses:
    """Train a variant on the treebank and parse the texts with it."""
    model = train(variant_named(variant), treebank, how)
    moves = [step for step in model.variant.steps if ":" in step.name]
    others = [step for step in model.variant.steps if step not in moves]
    written = (model.predict(text, how.threads)[0] for text in texts)
    plain = [restore(others, parse) for parse in written]
    return [Both(restore(moves, parse), parse) for parse in plain]


def write_parses(folder: Path, variant: str, parses: Mapping[str, Both]) -> None:
    """Write both versions of a variant's parses of the targets."""
    (folder / variant / "raw").mkdir(parents=True, exist_ok=True)
    for target, both in parses.items():
        write_treebank(both.inverted, folder / variant / f"{target}.conll")
        write_treebank(both.plain, folder / variant / "raw" / f"{target}.conll")
