"""The words of a treebank, as the numbers from which features are computed.

Each value is represented by a 64-bit hash (see `number_of` in `templates`), so a model needs no
vocabulary."""

from typing import NamedTuple

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.parsers.graph.templates import TEMPLATE_ATTRIBUTES, number_of
from nonproj.parsers.limits import require_few_items

MISSING = "_"
_ODD = np.uint64(number_of("tag and features") | 1)


class Words(NamedTuple):
    """Words as hashes: a row for each slot of a treebank, and one for nodes outside a sentence."""

    attributes: np.ndarray  # uint64[n_slots + 1, len(TEMPLATE_ATTRIBUTES)]
    items_start: np.ndarray  # int64[n_slots + 2]
    items: np.ndarray  # uint64: hashes of FEATS items, such as Case=Nom
    keys: np.ndarray  # uint64: hashes of the items' names, such as Case


def words_of(treebank: Treebank) -> Words:
    """Return words as hashes; forms and coarse tags stand in for missing lemmas and fine tags."""
    require_few_items(treebank)
    columns = {name: _numbers(getattr(treebank, name), name) for name in TEMPLATE_ATTRIBUTES[:4]}
    feats = _numbers(treebank.feats, "feats")
    columns["lemma"] = _where_missing(treebank.lemma, columns["form"], columns["lemma"])
    columns["xpos"] = _where_missing(treebank.xpos, columns["upos"], columns["xpos"])
    columns["morph"] = columns["upos"] * _ODD + feats
    start, items, keys = _items(treebank)
    attributes = np.stack([columns[name] for name in TEMPLATE_ATTRIBUTES], axis=1)
    return Words(np.ascontiguousarray(attributes), start, items, keys)


def _numbers(column: Column, name: str) -> np.ndarray:
    """Return the hash of each slot's value, followed by the hash that stands for no node."""
    values = [number_of(name, value) for value in column.values]
    table = np.array([*values, number_of(name, "", "root")], dtype=np.uint64)
    nobody = np.uint64(number_of(name, "", "none"))
    return np.append(table[column.codes], nobody)


def _where_missing(column: Column, other: np.ndarray, own: np.ndarray) -> np.ndarray:
    missing = column.codes == column.index.get(MISSING, len(column.values))
    return np.where(np.append(missing, False), other, own)


def _items(treebank: Treebank) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return where each slot's FEATS items begin, and the hashes of all items and their names."""
    values = [[] if v == MISSING else v.split("|") for v in treebank.feats.values]
    size = np.array([*map(len, values), 0])
    begin = np.cumsum(size) - size
    flat = [item for items in values for item in items]
    items = np.array([number_of("item", item) for item in flat], dtype=np.uint64)
    keys = np.array([number_of("key", item.partition("=")[0]) for item in flat], dtype=np.uint64)
    codes = np.append(treebank.feats.codes, -1)
    start = np.concatenate([[0], np.cumsum(size[codes])])
    places = np.arange(start[-1]) + np.repeat(begin[codes] - start[:-1], size[codes])
    return start, items[places], keys[places]
