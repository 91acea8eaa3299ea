"""Attributes in MISC, the last column of CoNLL-U, such as `SpaceAfter=No|HeadConf=0.93`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from nonproj.data.reading.formats import UNSPECIFIED, Format
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError

HEAD_CONF = "HeadConf"  # the probability of the arc into a word
_PROBABILITY = re.compile(r"0(\.\d+)?|1(\.0+)?")
_LINE_END = re.compile(rb"[\r\n]|\Z")


def require_misc(treebank: Treebank) -> None:
    """Raise NonprojError if the format has no MISC column."""
    if treebank.format != Format.CONLLU:
        raise NonprojError(f"{treebank.name}: {treebank.format} has no MISC; only CoNLL-U does")


def with_confidence(treebank: Treebank, probabilities: np.ndarray) -> Treebank:
    """Return the treebank with the probability of each arc in MISC, rounded to two decimals."""
    return with_attribute(treebank, HEAD_CONF, [f"{p:.2f}" for p in hundredths(probabilities)])


def hundredths(probabilities: np.ndarray) -> np.ndarray:
    """Round probabilities to two decimals, as in MISC."""
    return np.rint(100 * probabilities) / 100


def has_confidence(treebank: Treebank) -> bool:
    """Check whether the first word has a probability in MISC; if so, every word should have one."""
    if treebank.format != Format.CONLLU or treebank.n_words == 0:
        return False
    return attribute(treebank.select([0]), HEAD_CONF)[1] is not None


def confidence_of(treebank: Treebank) -> np.ndarray:
    """Return each slot's probability from MISC; raise NonprojError if a word has none."""
    found = np.ones(len(treebank.head))
    values = attribute(treebank, HEAD_CONF)
    for slot in np.flatnonzero(treebank.is_word).tolist():
        value = values[slot]
        if value is None or not _PROBABILITY.fullmatch(value):
            wrong = f"no {HEAD_CONF} in MISC" if value is None else f"{HEAD_CONF}={value}"
            raise NonprojError(
                f"{treebank.place_of(slot)}: {wrong}; `nonproj parse --confidence` writes "
                f"{HEAD_CONF}=0.00 to 1.00 for each word"
            )
        found[slot] = float(value)
    return found


def with_attribute(treebank: Treebank, key: str, values: Sequence[str]) -> Treebank:
    """Return the treebank with an attribute added to MISC; `values` has one value for each slot.

    An attribute with the same key is replaced; otherwise, the new attribute comes last. This takes
    O(n) time."""
    edits = []
    for slot, (begin, end) in _cells(treebank):
        cell = f"{key}={values[slot]}".encode()
        others = _attributes(treebank.source.data[begin:end])
        own = [i for i, other in enumerate(others) if _is_of(other, key)]
        for i in own:
            others[i] = cell
        edits.append((begin, end, b"|".join(others if own else [*others, cell])))
    return replace(treebank, source=treebank.source.edited(edits))


def attribute(treebank: Treebank, key: str) -> list[str | None]:
    """Return the value of an attribute for each slot, or None if the attribute is missing."""
    values: list[str | None] = [None] * len(treebank.head)
    for slot, (begin, end) in _cells(treebank):
        for item in _attributes(treebank.source.data[begin:end]):
            if _is_of(item, key):
                values[slot] = item[len(key) + 1 :].decode()
    return values


def _cells(treebank: Treebank) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield each word's slot and the byte span of the word's MISC field."""
    require_misc(treebank)
    data, deprel = treebank.source.data, treebank.source.deprel
    for slot in np.flatnonzero(treebank.is_word).tolist():
        begin = data.index(b"\t", int(deprel[slot, 1]) + 1) + 1
        yield slot, (begin, _LINE_END.search(data, begin).start())


def _attributes(cell: bytes) -> list[bytes]:
    return [] if cell in (b"", UNSPECIFIED.encode()) else cell.split(b"|")


def _is_of(item: bytes, key: str) -> bool:
    return item.startswith(f"{key}=".encode())
