"""Deduction rules for 1-Endpoint-Crossing trees (Pitler, Kannan & Marcus 2013), as tables.

The chart follows the paper's decomposition into spans [i, j] and spans with one exterior node x,
but the form of the rules is our own. Rules do not mention directions and connectivity, which are
part of the states in `nonproj.decoders.one_endpoint.forests`. Every rule joins at most two items
and an arc.

Only the ends of a span may have arcs to the rest of the sentence. An item [i, j, x] also has arcs
between x and nodes in (i, j], including the end j:
  NEAR    x < i, and arcs of x are crossed only by arcs of i;
  FAR     x > j, and arcs of x are crossed only by arcs of i;
  BARE    x < i, and arcs of x are not crossed;
  MIRROR  x > j, and arcs of x are crossed only by arcs of j; this is NEAR in the mirrored sentence.

A NEAR, FAR or BARE item consists of
  a span [i, j];
  the same kind of item [i, k, x] and a span [k, j];
  unless BARE: a span [i, k], NEAR [k, j, i], and an arc between x and k, which arcs of i cross;
  unless BARE: itself and an arc between i and j; or
  itself and an arc between x and j.
A span consists of
  two neighbours without an arc; two spans; or itself and an arc between its ends.
Otherwise, the furthest arc of i, to k, is crossed. All arcs that cross this arc share one node:
  p > k or x in (i, k): MIRROR [i, x, p], a span [x, p], an arc of i to x or p, and NEAR [p, j, x];
      arcs of p cross the arc of i to x = k, or arcs of x that to p = k;
  x in (i, k), whose arcs also cross other arcs of i: a span [i, x], NEAR [x, k, i], an arc between
      i and k, and BARE [k, j, x];
  the end j, if there are several such arcs (for a single arc, use its end in (i, k)): each of
      them crosses other arcs of i or of k, but not of both, so that some s separates FAR [i, s, j]
      from MIRROR [s, k, j]; a span [k, j] follows, and the rule for two spans continues beyond j.

All trees that the rules derive are 1-Endpoint-Crossing. According to the paper and to an
enumeration of all trees with up to 8 tokens, the rules derive all such trees."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nonproj.decoders.one_endpoint.forests import joins

# Items that also occur in the mirrored sentence come first, followed by their mirrored kinds.
SPAN, NEAR, CROSSED, MIRRORED_SPAN, MIRROR, MIRRORED_CROSSED = range(6)
FAR, BARE, WEAVE, BARE_WEAVE, BRAID, N_KINDS = range(6, 12)
SAME, NO_PART = -1, -2
NODES = "ijxk"  # the nodes of an item, and then the node at which it is split


class Rule(NamedTuple):
    """A rule that joins up to two parts, and perhaps an arc, into an item."""

    parts: tuple[tuple[int, str], ...]  # kind and nodes
    arc: str
    result: str
    used_by: str = ""  # the only rule that uses the result; states that it cannot use are omitted


RULES = {
    "neighbours": Rule((), "", "ij"),  # must be first: a back-pointer of 0 means its only row
    "halves": Rule(((SPAN, "ik"), (SPAN, "kj")), "", "ij"),
    "link": Rule(((SPAN, "ij"),), "ij", "ij"),
    "unweave": Rule(((WEAVE, "ikx"), (NEAR, "kjx")), "", "ij"),
    "unweave bare": Rule(((BARE_WEAVE, "ikx"), (BARE, "kjx")), "", "ij"),
    "close braid": Rule(((BRAID, "ikj"), (SPAN, "kj")), "ik", "ij"),
    # Items with an exterior node.
    "take span": Rule(((SPAN, "ij"),), "", "ijx"),
    "split": Rule(((SAME, "ikx"), (SPAN, "kj")), "", "ijx"),
    "cross": Rule(((CROSSED, "ijk"),), "kx", "ijx"),
    "link ends": Rule(((SAME, "ijx"),), "ij", "ijx"),
    "link exterior": Rule(((SAME, "ijx"),), "jx", "ijx"),
    # Items between two steps of a rule. In CROSSED and the weaves, which end with p, x is inside;
    # in a braid, which ends with k, x is the end of the span that follows.
    "join crossed": Rule(((SPAN, "ix"), (NEAR, "xji")), "", "ijx"),
    "weave inner": Rule(((MIRROR, "xij"), (SPAN, "xj")), "ix", "ijx"),
    "weave outer": Rule(((MIRROR, "xij"), (SPAN, "xj")), "ij", "ijx"),
    "weave bare": Rule(((SPAN, "ix"), (NEAR, "xji")), "ij", "ijx"),
    "join braid": Rule(((FAR, "ikx"), (MIRROR, "jkx")), "", "ijx", used_by="close braid"),
}


def _joins(rule: Rule) -> np.ndarray:
    rows = joins([nodes for _, nodes in rule.parts], rule.arc, rule.result)
    if rule.used_by:
        rows = rows[np.isin(rows[:, -1], _joins(RULES[rule.used_by])[:, 0])]
    return rows


_JOINS = {name: _joins(rule) for name, rule in RULES.items()}
_FIRST = dict(zip(RULES, np.cumsum([0, *map(len, _JOINS.values())]).tolist(), strict=False))


def rows_of(name: str) -> np.ndarray:
    """Return the rows of `joins` for this rule, each with its number in the list of all rows."""
    rows = _JOINS[name]
    return np.column_stack([rows, _FIRST[name] + np.arange(len(rows))])


def _two(values: Sequence, missing: object) -> list:
    return [*values, missing, missing][:2]


# All rows: the number of the rule, the states of its parts, and the direction of its arc.
RULE_ROWS = np.array(
    [
        [number, *_two(row[: len(rule.parts)], -1), row[len(rule.parts)] if rule.arc else -1]
        for number, (name, rule) in enumerate(RULES.items())
        for row in _JOINS[name].tolist()
    ]
)
# [rule, part]: the kind and the nodes of the part.
RULE_PARTS = np.array(
    [
        [
            [kind, *(NODES.index(node) for node in nodes.ljust(3, "x"))]
            for kind, nodes in _two(rule.parts, (NO_PART, ""))
        ]
        for rule in RULES.values()
    ]
)
# [rule]: the nodes of its arc.
RULE_ARCS = np.array(
    [_two([NODES.index(node) for node in rule.arc], -1) for rule in RULES.values()]
)
