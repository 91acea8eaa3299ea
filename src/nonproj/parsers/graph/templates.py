"""Templates for the features of factors, in the manner of Bohnet (2010).

A template is a conjunction of attributes of a factor's nodes and their neighbours. For example,
`H.lemma M-1.upos` combines the head's lemma with the tag of the word before the modifier. D adds
the distance. The kind and direction of the factor are part of every feature.

A feature's code is the sum, modulo 2^64, of pseudo-random numbers for its parts. Therefore, each
node's contribution is computed only once, not once for each pair or triple of nodes.
DEVIATION: graph-features"""

import re
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

TEMPLATE_ATTRIBUTES = ("form", "lemma", "upos", "xpos", "morph")  # morph combines upos and feats

_CONTEXT = (
    "H+0.{t} H+1.{t} M-1.{t} M+0.{t}",
    "H-1.{t} H+0.{t} M-1.{t} M+0.{t}",
    "H+0.{t} H+1.{t} M+0.{t} M+1.{t}",
    "H-1.{t} H+0.{t} M+0.{t} M+1.{t}",
    "H+0.{t} M-1.{t} M+0.{t}",
    "H+0.{t} M+0.{t} M+1.{t}",
    "H-1.{t} H+0.{t} M+0.{t}",
    "H+0.{t} H+1.{t} M+0.{t}",
    "H+0.{t} M-1.{t} M+0.{t} M+1.{t}",
    "H-1.{t} H+0.{t} H+1.{t} M+0.{t}",
    "H+0.{t} M-2.{t} M-1.{t} M+0.{t}",
    "H+0.{t} M+0.{t} M+1.{t} M+2.{t}",
)

# Templates for an arc with head H and modifier M.
ARC = (
    "H.lemma", "H.upos D", "H.lemma D", "H.morph",
    "M.form", "M.lemma", "M.upos D", "M.lemma D", "M.morph", "M.morph D",
    "H.form M.form", "H.lemma M.lemma", "H.lemma M.upos", "H.upos M.lemma",
    "H.form M.upos", "H.upos M.form", "H.upos M.upos", "H.upos M.upos D",
    "H.xpos M.xpos", "H.xpos M.xpos D", "H.morph M.morph", "H.morph M.upos", "H.upos M.morph",
    "H.lemma M.morph", "H.morph M.lemma", "H.lemma M.upos D", "H.upos M.lemma D",
    "H.upos M.upos M-1.lemma", "H.upos M.upos M+1.lemma",
    "H.upos M.upos H-1.lemma", "H.upos M.upos H+1.lemma",
    *(c.format(t=t) for c in _CONTEXT for t in ("upos", "xpos")),
)  # fmt: skip

# Templates for a child C in a factor, with the arc's head or modifier X.
PAIR = (
    "X.upos C.upos", "X.upos C.upos D", "X.xpos C.xpos", "X.lemma C.upos", "X.upos C.lemma",
    "X.lemma C.lemma", "X.form C.form", "X.morph C.morph", "X.upos C.morph", "X.morph C.upos",
    "X.upos C.upos C+1.upos", "X.upos C-1.upos C.upos",
    "X.upos X+1.upos C.upos", "X-1.upos X.upos C.upos",
)  # fmt: skip

# Templates for the same child with both nodes of the arc.
TRIPLE = (
    "H.upos M.upos C.upos", "H.xpos M.xpos C.xpos",
    "H.upos M.upos C.lemma", "H.lemma M.upos C.upos", "H.upos M.lemma C.upos",
)  # fmt: skip

N_ARC_DISTANCES = 7  # 1, 2, 3, 4, 5-6, 7-10 and more words
_PART = re.compile(r"(?P<role>[A-Z])(?P<offset>[+-]\d+)?\.(?P<attribute>[a-z]+)")


class GraphTemplates(NamedTuple):
    """Feature templates in the form that compiled code reads."""

    parts: np.ndarray  # int64[., 4]: role, template, offset, attribute; roles are numbered 0, 1, ..
    weight: np.ndarray  # uint64[.]: the factor by which the attribute's number is multiplied
    relation: np.ndarray  # uint64[relations, distances, templates]


def compile_templates(
    templates: tuple[str, ...], roles: str, relations: tuple[str, ...]
) -> GraphTemplates:
    """Compile templates into tables; each template is combined with each relation."""
    parts, weight = [], []
    relation = np.zeros((len(relations), N_ARC_DISTANCES, len(templates)), dtype=np.uint64)
    for t, template in enumerate(templates):
        for word in template.split():
            if word != "D":
                part = _PART.fullmatch(word)
                attribute = TEMPLATE_ATTRIBUTES.index(part["attribute"])
                parts.append((roles.index(part["role"]), t, int(part["offset"] or 0), attribute))
                weight.append(number_of("part", template, word) | 1)
        for r, name in enumerate(relations):
            for d in range(N_ARC_DISTANCES):
                distance = str(d) if "D" in template.split() else ""
                relation[r, d, t] = number_of("relation", template, name, distance)
    return GraphTemplates(np.array(parts), np.array(weight, dtype=np.uint64), relation)


def number_of(*strings: str) -> int:
    """Return a 64-bit hash of strings that is the same on every machine (BLAKE2b)."""
    text = "\0".join(strings).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
