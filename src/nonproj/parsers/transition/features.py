"""Feature models, which specify the parts of a configuration that a classifier sees.

A file in `feature_models` names nodes and their attributes. Such files can express every feature
that Nivre (2007), Nilsson (2009) or Kuhlmann & Nivre (2010) use. Nodes have addresses: `s0` (top of
the stack), `b1` (second in the buffer), `k0` (Covington's nearest headless node between i and j; in
the 2-planar system, the top of the inactive stack) and `x0` (last node swapped back; in the
2-planar system, the former top directly after SWITCH). If a is an address, `head(a)` is the head of
the node at a, and `lc(a)`, `lc2(a)`, `rc(a)` and `rc2(a)` are the leftmost, second leftmost,
rightmost and second rightmost of the children that the node has so far.
DEVIATION: feature-models"""

import json
import re
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from nonproj.data.declared import Declared, as_declared
from nonproj.data.yaml_files import read_yaml
from nonproj.errors import NonprojError
from nonproj.parsers.transition.feature_files import feature_file
from nonproj.systems import configuration as conf

NODE_LISTS = {"s": conf.STACK, "b": conf.BUFFER, "k": conf.CONTEXT, "x": conf.SWAPPED}
NODE_STEPS = {
    "head": conf.HEAD,
    "lc": conf.LEFTMOST,
    "lc2": conf.SECOND_LEFTMOST,
    "rc": conf.RIGHTMOST,
    "rc2": conf.SECOND_RIGHTMOST,
}
MAX_STEPS = 3
MAX_PARTS = 3
MAX_FEATURES = 1000  # pairs of features have to fit in memory
_BASE = re.compile(r"([sbk]|x(?=0))([0-9])")
_STEP = re.compile(r"([a-z0-9]+)\((.*)\)")


class Attribute(IntEnum):
    """Attributes of a node; the first five are columns of the treebank.

    MORPHOLOGY is FEATS split at `|` into a set of symbols, each of which is a feature. POS is the
    fine tag, or the coarse tag if the training data has no fine tags, as in some CoNLL-X files."""

    FORM = 0
    LEMMA = 1
    UPOS = 2
    XPOS = 3
    FEATS = 4
    MORPHOLOGY = 5
    DEPREL = 6
    N_LEFT = 7
    N_RIGHT = 8
    POS = 9


ATTRIBUTES = {a.name.lower().replace("_", "-"): a for a in Attribute}


class Declaration(Declared):
    """The fields of a file in `feature_models`."""

    description: str
    # The attributes of single nodes, by address.
    nodes: Annotated[
        dict[str, Annotated[tuple[Literal[tuple(ATTRIBUTES)], ...], Field(min_length=1)]],
        Field(min_length=1),
    ]
    merges: tuple[str, ...] = ()  # two or three attributes as one feature, `s0.upos + b0.upos`
    distances: tuple[str, ...] = ()  # signed distances between two nodes, `s1 s0`
    forced: bool = False  # decisions without an alternative are also training instances


@dataclass(frozen=True)
class NodeAddress:
    """A node's address: a list of the configuration, a depth in this list, and further steps."""

    row: int
    depth: int
    steps: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "NodeAddress":
        steps, rest = [], text.strip()
        while len(steps) <= MAX_STEPS and (match := _STEP.fullmatch(rest)):
            if match[1] not in NODE_STEPS:
                raise NonprojError(
                    f"step {match[1]!r} in {text!r}; expected one of {list(NODE_STEPS)}"
                )
            steps.append(NODE_STEPS[match[1]])
            rest = match[2].strip()
        base = _BASE.fullmatch(rest)
        if base is None or len(steps) > MAX_STEPS:
            raise NonprojError(
                f"address {text!r}; expected s0..s9, b0..b9, k0..k9 or x0, inside at most "
                f"{MAX_STEPS} of {', '.join(NODE_STEPS)}"
            )
        return cls(NODE_LISTS[base[1]], int(base[2]), tuple(reversed(steps)))


@dataclass(frozen=True)
class NodeAttribute:
    """An attribute of the node at an address."""

    address: NodeAddress
    attribute: Attribute

    @classmethod
    def parse(cls, text: str) -> "NodeAttribute":
        text = text.strip()
        address, dot, attribute = text.rpartition(".")
        if not dot or attribute not in ATTRIBUTES:
            known = ", ".join(ATTRIBUTES)
            raise NonprojError(
                f"feature {text!r}; expected ADDRESS.ATTRIBUTE, where ATTRIBUTE is one of {known}"
            )
        return cls(NodeAddress.parse(address), ATTRIBUTES[attribute])


@dataclass(frozen=True)
class FeatureModel:
    """A feature model: single attributes, merges of two or three attributes, and distances."""

    singles: tuple[NodeAttribute, ...]
    merges: tuple[tuple[NodeAttribute, ...], ...]
    distances: tuple[tuple[NodeAddress, NodeAddress], ...]
    forced: bool  # see Declaration
    source: str  # the file's content as JSON, which is stored in parser models

    @classmethod
    def of(cls, content: dict, name: str = "feature model") -> "FeatureModel":
        """Build a feature model from a file's content; raise NonprojError for invalid content."""
        declared = as_declared(content, Declaration, name)
        try:
            nodes = declared.nodes.items()
            singles = [NodeAttribute.parse(f"{node}.{a}") for node, names in nodes for a in names]
            merges = [_merge(text) for text in declared.merges]
            distances = [_distance(text) for text in declared.distances]
        except NonprojError as error:
            raise NonprojError(f"{name}: {error}") from None
        for kind, items in (("feature", singles), ("merge", merges), ("distance", distances)):
            if len(set(items)) < len(items):
                raise NonprojError(f"{name}: a {kind} occurs twice")
        if len(singles) + len(merges) + len(distances) > MAX_FEATURES:
            raise NonprojError(f"{name}: more than {MAX_FEATURES} features")
        source = json.dumps(content, ensure_ascii=False)
        return cls(tuple(singles), tuple(merges), tuple(distances), declared.forced, source)

    @property
    def columns(self) -> list[str]:
        """The columns, besides FORM, that the feature model reads."""
        parts = self.singles + tuple(part for merge in self.merges for part in merge)
        read = {part.attribute for part in parts}
        if Attribute.MORPHOLOGY in read:
            read.add(Attribute.FEATS)
        if Attribute.POS in read:
            read |= {Attribute.UPOS, Attribute.XPOS}
        return [a.name.lower() for a in sorted(read) if Attribute.FORM < a <= Attribute.FEATS]


def feature_model_of(text: str | Path | FeatureModel) -> FeatureModel:
    """Read the feature model with this name or path (see `feature_file`), unless it is one."""
    if isinstance(text, FeatureModel):
        return text
    path = feature_file(text)
    return FeatureModel.of(read_yaml(path), str(path))


def _merge(text: str) -> tuple[NodeAttribute, ...]:
    parts = tuple(NodeAttribute.parse(part) for part in text.split("+"))
    if not 2 <= len(parts) <= MAX_PARTS:
        raise NonprojError(f"merge {text!r} has {len(parts)} parts, expected 2 or {MAX_PARTS}")
    if any(part.attribute is Attribute.MORPHOLOGY for part in parts):
        raise NonprojError(f"merge {text!r}: morphology is a set and cannot be merged")
    return parts


def _distance(text: str) -> tuple[NodeAddress, NodeAddress]:
    ends = tuple(NodeAddress.parse(end) for end in text.split())
    if len(ends) != 2:
        raise NonprojError(f"distance {text!r}; expected two addresses")
    return ends
