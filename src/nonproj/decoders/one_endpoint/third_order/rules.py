"""Deduction rules for crossing-sensitive third-order parsing (Pitler 2014), as tables.

Arcs that cross each other, directly or through other arcs, form a crossing. A tree consists of
crossings and of uncrossed arcs, which are built up as in the projective chart of Koo & Collins
(2010). A crossing is divided into spans by the ends of its arcs; the spans contain everything else
below it. The form of the rules is our own. They do not mention directions and connectivity within a
crossing, which are part of the states in `nonproj.decoders.one_endpoint.forests`.

Every item has two orientations, since i may be left or right of j. The exterior node x is not
between i and j unless stated otherwise. The grandparent g is "-" if it is unknown or not counted.

Uncrossed arcs:
  TRI heg    h and everything below h as far as e, where g is the head of h
  TRAP hmg   TRI as far as m, where h -> m is an uncrossed arc, with all below m on h's side
  LINKED hm  TRAP without GRANDPARENT, where the arc into m's inner sibling, if any, is crossed
  FAR he     TRI, where the arc to the outermost child of h is crossed
  BOX ijg    i, j and everything below them that is between them, where g is the head of both
  NEAR jig   the part of BOX ijg that belongs to j; a crossing may join it with i's part

Crossings:
  COMP ij    a crossing from i to j with its spans; CHAIN if neither end is below the other, ABOVE
             if j is below i
  SPAN ij    BOX or TRI between nodes of a crossing, so that the heads of i and j do not count
  HUB ijx    spans from i to j, arcs from x into (i, j] and arcs of i that cross arcs of x; some
             arc of the crossing ends at j
  DONE ijx   HUB in which every arc of x is crossed
  EXT ijx    HUB as far as a node before j, then a span
  LOOSE ijx  HUB or EXT
  CUT ijx    for x between i and j: a span from i to x, then HUB xji
  BRAID ijx  LOOSE ikx and HUB jkx: arcs of x are crossed first by arcs of i and then by arcs of j
  WEAVE ijx  for x between i and j: HUB xij, then a span from x to j

All arcs that cross the same arc share an end. HUB grows from i towards j. Suppose that the first
arc of x goes to k and is the only arc of x that crosses certain arcs of i. Arcs of k may then cross
these arcs of i, too; CUT covers this case. Every crossing has two nodes p < q such that
  arcs from q to the left of p cross arcs from p to the right of q (WEAVE and HUB); or
  p is the first node, q is the last, and arcs of p cross arcs of q (DONE and SPAN); or
  q is the last node, and arcs of q cross an arc and further arcs from both its ends (BRAID);
or the crossing is the mirror image of one of these.

All trees that the rules derive are 1-Endpoint-Crossing. Enumeration and random trees indicate that
the rules derive all such trees, and that every derivation of a tree has the score of the tree."""

from typing import NamedTuple

BOTH, FORWARD, BACKWARD = range(3)  # directions from i to j in which a rule is applied
# The ranges of k (from i to j) and of x. Only grandparents may be "-", which is the last x.
NO_K, INSIDE, WITH_I, WITH_J = range(4)
NO_X, GRANDPARENTS, OUTSIDE, BEYOND_J, BETWEEN_I_AND_J, BETWEEN_I_AND_K = range(6)


class ThirdOrderRule(NamedTuple):
    """Parts that form an item; s is i's neighbour towards j, and l is j's neighbour towards i."""

    result: str
    parts: str
    k: int = NO_K
    x: int = NO_X
    direction: int = BOTH


# The kinds of scores and items, grouped by the nodes and states that they have.
SCORES = ("HEAD", "SIBLING", "GRAND", "FROM", "INTO")
PAIRS = ("FAR", "LINKED")
GRANDS = ("TRI", "TRAP", "BOX", "NEAR")
PAIR_FORESTS = ("COMP", "SPAN")
TRIPLE_FORESTS = ("HUB", "DONE", "EXT", "LOOSE", "CUT", "WEAVE", "BRAID")

# Rules are applied to a pair i and j in this order. Scores are HEAD hm, SIBLING sm, GRAND mg and,
# for a crossed arc in either direction, ARC uv. Depending on its state, OPEN ij is BOX ij-, TRI ij-
# or TRI ji-.
THIRD_ORDER_RULES = (
    ThirdOrderRule("COMP ij", "WEAVE ikx + HUB kjx", INSIDE, BETWEEN_I_AND_K, FORWARD),
    ThirdOrderRule("COMP ij", "DONE ikj + SPAN kj", INSIDE),
    ThirdOrderRule("COMP ij", "BRAID ikj + SPAN kj + ARC ik", INSIDE),
    ThirdOrderRule("COMP ij", "COMP ji"),
    ThirdOrderRule("FAR ij", "ABOVE ik + TRI kj-", WITH_J),
    ThirdOrderRule("NEAR ijx", "TRI ilx", x=GRANDPARENTS),
    ThirdOrderRule("NEAR ijx", "TRI ikx + CHAIN kj", WITH_I, GRANDPARENTS),
    ThirdOrderRule("LINKED ij", "HEAD ij + SIBLING 0j + TRI jsi"),
    ThirdOrderRule("LINKED ij", "HEAD ij + CHAIN ik + TRI jki", WITH_J),
    ThirdOrderRule("LINKED ij", "HEAD ij + FAR ik + NEAR jki", INSIDE),
    ThirdOrderRule("TRAP ijx", "GRAND jx + LINKED ij", x=GRANDPARENTS),
    ThirdOrderRule(
        "TRAP ijx", "TRAP ikx + GRAND jx + HEAD ij + SIBLING kj + BOX kji", INSIDE, GRANDPARENTS
    ),
    ThirdOrderRule("TRI ijx", "TRAP ikx + TRI kji", WITH_J, GRANDPARENTS),
    ThirdOrderRule("TRI ijx", "FAR ij", x=GRANDPARENTS),
    ThirdOrderRule("BOX ijx", "TRI ikx + NEAR jkx", WITH_I, GRANDPARENTS, FORWARD),
    ThirdOrderRule("BOX ijx", "BOX jix", x=GRANDPARENTS, direction=BACKWARD),
    ThirdOrderRule("SPAN ij", "OPEN ij"),
    ThirdOrderRule("EXT ijx", "HUB ikx + SPAN kj", INSIDE, OUTSIDE),
    ThirdOrderRule("CUT ijx", "SPAN ix + HUB xji", x=BETWEEN_I_AND_J),
    ThirdOrderRule("DONE ijx", "EXT ijx + ARC ij", x=OUTSIDE),
    ThirdOrderRule("DONE ijx", "CUT ijk + ARC kx", INSIDE, OUTSIDE),
    ThirdOrderRule("HUB ijx", "SPAN ij + ARC jx", x=OUTSIDE),
    ThirdOrderRule("HUB ijx", "EXT ijx + ARC jx", x=OUTSIDE),
    ThirdOrderRule("HUB ijx", "DONE ijx", x=OUTSIDE),
    ThirdOrderRule("HUB ijx", "DONE ijx + ARC jx", x=OUTSIDE),
    ThirdOrderRule("LOOSE ijx", "HUB ijx", x=BEYOND_J),
    ThirdOrderRule("LOOSE ijx", "EXT ijx", x=BEYOND_J),
    ThirdOrderRule("BRAID ijx", "LOOSE ikx + HUB jkx", INSIDE, BEYOND_J),
    ThirdOrderRule("WEAVE ijx", "HUB xij + SPAN xj", x=BETWEEN_I_AND_J, direction=FORWARD),
)
