"""Deduction rules of crossing-sensitive third-order parsing (Pitler 2014), as tables.

Arcs that cross each other, directly or through others, form a crossing. It cuts the span from its
first to its last node into spans between neighbouring ends of its arcs. So a tree is built from
uncrossed arcs, as in the projective chart of Koo & Collins (2010), and from crossings. All items
and rules come in both directions: i may be to the left or to the right of j. "-" stands for the
grandparent that is unknown or does not count.

Uncrossed arcs:
  TRI hek   all of h as far as e, under the grandparent g of h's children
  TRAP hmg  the same as far as h's child m on an uncrossed arc, m's part towards h included
  LINKED hm TRAP for a child m that has no sibling between h and m, or one on a crossed arc
  FAR he    TRI, where h's furthest child is on a crossed arc
  BOX ijg   two spans that meet, of i and of j, which have the same head g
  NEAR jig  the part of BOX that is not i's; perhaps a crossing leads to the end of i's part

Crossings, with states of `nonproj.decoders.one_endpoint.forests`:
  COMP ij   a crossing from i to j and the spans that it cuts
  HUB ijx   spans from i to j, arcs of x into (i, j], and arcs of i that cross them; j has one
  DONE ijx  HUB, where each arc of x is crossed by one of i
  EXT ijx   HUB as far as a node before j, and a span
  LOOSE ijx HUB or EXT
  CUT ijx   a span from i to x and HUB xji: the arcs of i will be crossed by an arc into x
  WEAVE ijx HUB xij and a span from x to j
  BRAID ijx arcs of x into (i, j) that are crossed by arcs of i, then such that are by arcs of j

What crosses an arc shares an end, the hub. In a crossing of two hubs x and k, arcs of k to the
left of x cross arcs of x to the right of k (WEAVE and HUB), or there are only the latter, which are
crossed by arcs of k (SPAN and DONE). Otherwise the hubs are the ends of the crossing (DONE and
SPAN), or one end j is the only hub of an arc between i and k (BRAID, that arc and SPAN).
"""

from typing import NamedTuple

BOTH, FORWARD, BACKWARD = range(3)  # directions from i to j in which a rule is applied
# Ranges of k, from i to j, and of x. Only grandparents may be "-", which is the last x.
NO_K, INSIDE, WITH_I, WITH_J = range(4)
NO_X, GRANDPARENTS, OUTSIDE, BEYOND_J, BETWEEN_I_AND_J, BETWEEN_I_AND_K = range(6)


class Rule(NamedTuple):
    """Parts that join into an item at a node k; s is the node next to i, l the node before j."""

    result: str
    parts: str
    k: int = NO_K
    x: int = NO_X
    direction: int = BOTH


# In the order of application to one pair i and j. OPEN is TRI or BOX without a grandparent. Scores
# are HEAD hm, SIBLING sm, GRAND mg and, of crossed arcs, ARC uv in either direction.
RULES = (
    Rule("COMP ij", "WEAVE ikx + HUB kjx", INSIDE, BETWEEN_I_AND_K, FORWARD),
    Rule("COMP ij", "SPAN ik + DONE kji", INSIDE),
    Rule("COMP ij", "DONE ikj + SPAN kj", INSIDE),
    Rule("COMP ij", "BRAID ikj + SPAN kj + ARC ik", INSIDE),
    Rule("COMP ij", "COMP ji"),
    Rule("FAR ij", "ABOVE ik + TRI kj-", WITH_J),
    Rule("NEAR ijx", "TRI ilx", x=GRANDPARENTS),
    Rule("NEAR ijx", "TRI ikx + CHAIN kj", WITH_I, GRANDPARENTS),
    Rule("LINKED ij", "HEAD ij + SIBLING 0j + TRI jsi"),
    Rule("LINKED ij", "HEAD ij + CHAIN ik + TRI jki", WITH_J),
    Rule("LINKED ij", "HEAD ij + FAR ik + NEAR jki", INSIDE),
    Rule("TRAP ijx", "GRAND jx + LINKED ij", x=GRANDPARENTS),
    Rule("TRAP ijx", "TRAP ikx + GRAND jx + HEAD ij + SIBLING kj + BOX kji", INSIDE, GRANDPARENTS),
    Rule("TRI ijx", "TRAP ikx + TRI kji", WITH_J, GRANDPARENTS),
    Rule("TRI ijx", "FAR ij", x=GRANDPARENTS),
    Rule("BOX ijx", "TRI ikx + NEAR jkx", WITH_I, GRANDPARENTS, FORWARD),
    Rule("BOX ijx", "BOX jix", x=GRANDPARENTS, direction=BACKWARD),
    Rule("SPAN ij", "OPEN ij"),
    Rule("EXT ijx", "HUB ikx + SPAN kj", INSIDE, OUTSIDE),
    Rule("CUT ijx", "SPAN ix + HUB xji", x=BETWEEN_I_AND_J),
    Rule("DONE ijx", "EXT ijx + ARC ij", x=OUTSIDE),
    Rule("DONE ijx", "CUT ijk + ARC kx", INSIDE, OUTSIDE),
    Rule("HUB ijx", "SPAN ij + ARC jx", x=OUTSIDE),
    Rule("HUB ijx", "EXT ijx + ARC jx", x=OUTSIDE),
    Rule("HUB ijx", "DONE ijx", x=OUTSIDE),
    Rule("HUB ijx", "DONE ijx + ARC jx", x=OUTSIDE),
    Rule("LOOSE ijx", "HUB ijx", x=BEYOND_J),
    Rule("LOOSE ijx", "EXT ijx", x=BEYOND_J),
    Rule("BRAID ijx", "LOOSE ikx + HUB jkx", INSIDE, BEYOND_J),
    Rule("WEAVE ijx", "HUB xij + SPAN xj", x=BETWEEN_I_AND_J, direction=FORWARD),
)
