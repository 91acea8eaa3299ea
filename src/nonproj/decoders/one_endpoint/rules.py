"""Deduction rules for 1-Endpoint-Crossing trees (Pitler, Kannan & Marcus 2013), as tables.

The chart follows the paper's decomposition into spans [i, j] and spans with one exterior node x, in
a form of our own: directions and connectivity are no part of the rules but of the states of
`nonproj.decoders.one_endpoint.forests`, and every rule joins at most two items and an arc.

A span is closed to the rest of the sentence but for its ends. An item [i, j, x] has arcs between x
and nodes of (i, j] besides, the end j included:
  NEAR    x < i, and arcs of x are crossed by arcs of i only;
  FAR     x > j, and arcs of x are crossed by arcs of i only;
  BARE    x < i, and arcs of x are not crossed;
  MIRROR  x > j, and arcs of x are crossed by arcs of j only: NEAR in the mirrored sentence.

A NEAR, FAR or BARE item is
  a span [i, j];
  the same kind of item [i, k, x] and a span [k, j];
  not BARE: a span [i, k] and NEAR [k, j, i], and an arc between x and k, which arcs of i cross;
  not BARE: itself and an arc between i and j;
  itself and an arc between x and j.
A span is
  one of two neighbours without an arc; two spans; itself and an arc between its ends;
or the furthest arc of i, to k, is crossed. All arcs that cross it leave one node:
  p > k or x in (i, k): MIRROR [i, x, p], a span [x, p], an arc of i to x or p, and NEAR [p, j, x];
      arcs of p cross the arc of i to x = k, or arcs of x that to p = k;
  x in (i, k), and they cross other arcs of i: a span [i, x], NEAR [x, k, i], an arc between i and k
      and BARE [k, j, x];
  the end j, and they are several (one alone leaves a node in (i, k), too): each crosses other arcs
      of i or of k but not of both, so that some s parts FAR [i, s, j] from MIRROR [s, k, j], and a
      span [k, j]; the rule of two spans continues beyond j.

Whatever the rules join is 1-Endpoint-Crossing. That they derive all such trees rests on the paper
and on enumeration of all trees of up to 8 tokens."""

from collections.abc import Sequence

import numpy as np

from nonproj.decoders.one_endpoint.forests import joins

# Items that also occur in the mirrored sentence come first, then their mirrored kinds.
SPAN, NEAR, CROSSED, MIRRORED_SPAN, MIRROR, MIRRORED_CROSSED = range(6)
FAR, BARE, WEAVE, BARE_WEAVE, BRAID, N_KINDS = range(6, 12)
SAME, NO_PART = -1, -2
NODES = "ijxk"  # an item's own nodes, then where it is split

_rows: list[list[int]] = []
_parts: list[list[list[int]]] = []
_arcs: list[list[int]] = []


def _positions(nodes: str) -> list[int]:
    return [NODES.index(node) for node in nodes]


def _rule(parts: Sequence[tuple[int, str]], arc: str, whole: str, states=None) -> np.ndarray:
    """Rows of `joins`, each followed by its number among the rows of all rules.

    `states` restricts those of the whole to the useful ones."""
    rows = joins([nodes for _, nodes in parts], arc, whole)
    if states is not None:
        rows = rows[np.isin(rows[:, -1], states)]
    first = len(_rows)
    for row in rows.tolist():
        part_states = [*row[: len(parts)], -1, -1][:2]
        _rows.append([len(_parts), *part_states, row[len(parts)] if arc else -1])
    padded = [*parts, (NO_PART, ""), (NO_PART, "")][:2]
    _parts.append(
        [[kind, *(NODES.index(v) for v in nodes.ljust(3, "x"))] for kind, nodes in padded]
    )
    _arcs.append([NODES.index(v) for v in arc] if arc else [-1, -1])
    return np.column_stack([rows, np.arange(first, len(_rows))])


# Spans.
NEIGHBOURS = _rule([], "", "ij")
HALVES = _rule([(SPAN, "ik"), (SPAN, "kj")], "", "ij")
LINK = _rule([(SPAN, "ij")], "ij", "ij")
UNWEAVE = _rule([(WEAVE, "ikx"), (NEAR, "kjx")], "", "ij")
UNWEAVE_BARE = _rule([(BARE_WEAVE, "ikx"), (BARE, "kjx")], "", "ij")
CLOSE_BRAID = _rule([(BRAID, "ikj"), (SPAN, "kj")], "ik", "ij")

# Items with an exterior node.
TAKE_SPAN = _rule([(SPAN, "ij")], "", "ijx")
SPLIT = _rule([(SAME, "ikx"), (SPAN, "kj")], "", "ijx")
CROSS = _rule([(CROSSED, "ijk")], "kx", "ijx")
LINK_ENDS = _rule([(SAME, "ijx")], "ij", "ijx")
LINK_EXTERIOR = _rule([(SAME, "ijx")], "jx", "ijx")

# Items that stand between two steps of a rule. In CROSSED and the weaves, which end with p, x is
# inside; in a braid, which ends with k, it is the end of the span to come.
JOIN_CROSSED = _rule([(SPAN, "ix"), (NEAR, "xji")], "", "ijx")
WEAVE_INNER = _rule([(MIRROR, "xij"), (SPAN, "xj")], "ix", "ijx")
WEAVE_OUTER = _rule([(MIRROR, "xij"), (SPAN, "xj")], "ij", "ijx")
WEAVE_BARE = _rule([(SPAN, "ix"), (NEAR, "xji")], "ij", "ijx")
JOIN_BRAID = _rule([(FAR, "ikx"), (MIRROR, "jkx")], "", "ijx", states=CLOSE_BRAID[:, 0])

ROWS = np.array(_rows)  # rule, states of its parts, direction of its arc
PARTS = np.array(_parts)  # [rule, part]: kind and nodes
ARCS = np.array(_arcs)  # [rule]: nodes
