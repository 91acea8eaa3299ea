"""Treebank strings encoded as symbols, and feature models compiled into tables.

A symbol's code is 0 if there is no node, 1 for node 0, and 2 or more for a value seen in training;
an unknown value has no feature at all. The id of a single feature is the offset of its template
plus the symbol's code. The ids of merges follow, in the order of first occurrence in training."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.parsers.limits import require_few_items
from nonproj.parsers.transition.features import (
    MAX_PARTS,
    MAX_STEPS,
    Attribute,
    FeatureModel,
    NodeAddress,
)
from nonproj.systems.registry import OWN_ROOT

NO_NODE, ROOT, FIRST_VALUE = range(3)
UNKNOWN = -1
COLUMNS = ("form", "lemma", "upos", "xpos", "feats")  # in the order of Attribute
MAX_VALENCY = 3
# The distances 1, 2, 3, 4, 5-6, 7-10 and more are distinguished, to the left and to the right.
N_DISTANCES = 14


class TransitionTemplates(NamedTuple):
    """A feature model in the form that compiled code reads."""

    addresses: np.ndarray  # int32[., 2 + MAX_STEPS]: row, depth, columns to follow (-1: none)
    singles: np.ndarray  # int32[., 4]: address, attribute, offset, 1 if it signals a missing node
    distances: np.ndarray  # int32[., 3]: address, address, offset
    merges: np.ndarray  # int32[., 2 * MAX_PARTS]: address, attribute of each part (-1: none)
    merge_offset: int
    label_symbols: np.ndarray  # int32[n_labels]: the symbol that features see for each label


class Symbols(NamedTuple):
    """A treebank's columns as symbol codes; `feats_items` lists the items of each FEATS value."""

    codes: np.ndarray  # int32[5, n_slots]
    feats: np.ndarray  # int32[n_slots], -1 at root slots
    feats_start: np.ndarray  # int32[n_feats_values + 1]
    feats_items: np.ndarray  # int32


@dataclass(frozen=True)
class TransitionVocabulary:
    """The column values, FEATS items and labels that occurred in training."""

    columns: tuple[tuple[str, ...], ...]
    morphology: tuple[str, ...]
    labels: tuple[str, ...]

    @classmethod
    def of(cls, treebank: Treebank) -> "TransitionVocabulary":
        columns = tuple(getattr(treebank, name).values for name in COLUMNS)
        items = [item for value in treebank.feats.values for item in _split(value)]
        return cls(columns, tuple(dict.fromkeys(items)), treebank.deprel.values)

    @property
    def written_labels(self) -> tuple[str, ...]:
        """All labels in parses, including the label for headless tokens; see `System.own_root`."""
        return tuple(dict.fromkeys((*self.labels, OWN_ROOT)))

    def column_of(self, attribute: Attribute) -> Attribute:
        """Return the tag column to use for POS; return other attributes unchanged."""
        if attribute is not Attribute.POS:
            return attribute
        return Attribute.XPOS if {*self.columns[Attribute.XPOS]} - {"_"} else Attribute.UPOS

    def size(self, attribute: Attribute) -> int:
        """Return the number of codes of an attribute other than DEPREL."""
        if attribute is Attribute.MORPHOLOGY:
            return len(self.morphology)
        if attribute in (Attribute.N_LEFT, Attribute.N_RIGHT):
            return FIRST_VALUE + MAX_VALENCY + 1
        return FIRST_VALUE + len(self.columns[attribute])

    def encode(self, treebank: Treebank) -> Symbols:
        """Encode a treebank's columns as symbol codes."""
        require_few_items(treebank)
        pairs = zip(COLUMNS, self.columns, strict=True)
        codes = [_recode(getattr(treebank, name), values) for name, values in pairs]
        index = {item: code for code, item in enumerate(self.morphology)}
        items = [
            [index[item] for item in _split(value) if item in index]
            for value in treebank.feats.values
        ]
        return Symbols(
            np.stack(codes),
            treebank.feats.codes.astype(np.int32),
            np.cumsum([0, *map(len, items)], dtype=np.int32),
            np.array([code for each in items for code in each], dtype=np.int32),
        )


def next_tags(symbols: Symbols, slots: np.ndarray) -> np.ndarray:
    """Return coarse and fine tags at these slots, int32[n, 2]; -1 where there is no known tag."""
    tags = symbols.codes[[Attribute.UPOS, Attribute.XPOS]][:, slots]
    return np.where(slots < 0, UNKNOWN, tags).T.astype(np.int32)


def _split(feats: str) -> list[str]:
    return [] if feats == "_" else list(dict.fromkeys(feats.split("|")))


def _recode(column: Column, values: tuple[str, ...]) -> np.ndarray:
    unknown = UNKNOWN - FIRST_VALUE
    codes = column.recoded(values, unknown=unknown) + FIRST_VALUE
    return np.where(column.codes < 0, ROOT, codes).astype(np.int32)


def compile_templates(
    model: FeatureModel, vocabulary: TransitionVocabulary, label_symbols: np.ndarray
) -> TransitionTemplates:
    """Compile a feature model into tables, given a vocabulary.

    All attributes of a missing node carry the same information, so only the first attribute of a
    node has a feature that says that the node is missing."""
    addresses: dict[NodeAddress, int] = {}

    def number(address: NodeAddress) -> int:
        return addresses.setdefault(address, len(addresses))

    singles, distances, offset = [], [], 0
    speaking: set[int] = set()
    for part in model.singles:
        node, attribute = number(part.address), vocabulary.column_of(part.attribute)
        speaks = attribute is not Attribute.MORPHOLOGY and node not in speaking
        if speaks:
            speaking.add(node)
        singles.append((node, attribute, offset, int(speaks)))
        if attribute is Attribute.DEPREL:
            offset += FIRST_VALUE + 1 + int(label_symbols.max(initial=0))
        else:
            offset += vocabulary.size(attribute)
    for a, b in model.distances:
        distances.append((number(a), number(b), offset))
        offset += N_DISTANCES
    merges = [
        _padded(
            tuple(x for p in parts for x in (number(p.address), vocabulary.column_of(p.attribute))),
            2 * MAX_PARTS,
        )
        for parts in model.merges
    ]
    return TransitionTemplates(
        _table([(a.row, a.depth, *_padded(a.steps, MAX_STEPS)) for a in addresses], 2 + MAX_STEPS),
        _table(singles, 4),
        _table(distances, 3),
        _table(merges, 2 * MAX_PARTS),
        offset,
        label_symbols,
    )


def _padded(values: tuple[int, ...], size: int) -> tuple[int, ...]:
    return (*values, *[-1] * (size - len(values)))


def _table(rows: list[tuple[int, ...]], width: int) -> np.ndarray:
    return np.array(rows, dtype=np.int32).reshape(len(rows), width)


def template_of_ids(
    templates: TransitionTemplates, vocabulary: TransitionVocabulary, owners: np.ndarray
) -> np.ndarray:
    """Return the template of each feature as int32[n_ids]; `owners` maps merge ids to merges.

    Each name before the `=` in MORPHOLOGY items has its own template, so that no two features of a
    configuration belong to the same template."""
    template = np.empty(templates.merge_offset + len(owners), dtype=np.int32)
    names = dict.fromkeys(item.partition("=")[0] for item in vocabulary.morphology)
    number = {name: k for k, name in enumerate(names)}
    of_item = [number[item.partition("=")[0]] for item in vocabulary.morphology]
    n_templates = 0
    ends = [*templates.singles[1:, 2].tolist(), *templates.distances[:, 2].tolist()]
    ends.append(templates.merge_offset)
    for (_, attribute, offset, _), end in zip(templates.singles.tolist(), ends, strict=False):
        if attribute == Attribute.MORPHOLOGY:
            template[offset:end] = np.array(of_item, np.int32) + n_templates
            n_templates += len(number)
        else:
            template[offset:end] = n_templates
            n_templates += 1
    for _, _, offset in templates.distances.tolist():
        template[offset : offset + N_DISTANCES] = n_templates
        n_templates += 1
    template[templates.merge_offset :] = n_templates + owners
    return template


def n_templates(templates: TransitionTemplates, vocabulary: TransitionVocabulary) -> int:
    """Return the number of templates to which features may belong; see `template_of_ids`."""
    of_morphology = len({item.partition("=")[0] for item in vocabulary.morphology})
    morphology = int(np.sum(templates.singles[:, 1] == Attribute.MORPHOLOGY))
    singles = len(templates.singles) - morphology + morphology * of_morphology
    return singles + len(templates.distances) + len(templates.merges)


def max_features(templates: TransitionTemplates, symbols: Symbols) -> int:
    """Return an upper bound on the number of features that a configuration can have."""
    morphology = int(np.sum(templates.singles[:, 1] == Attribute.MORPHOLOGY))
    longest = int(np.diff(symbols.feats_start).max(initial=0))
    others = len(templates.singles) - morphology
    return others + morphology * longest + len(templates.distances) + len(templates.merges)
