"""Deduction rules of crossing-sensitive third-order parsing (Pitler 2014), as tables.

Arcs that cross each other, directly or through others, form a crossing. A tree consists of
crossings and of uncrossed arcs, which are built up as in the projective chart of Koo & Collins
(2010). The ends of its arcs cut a crossing into spans that hold the rest of the tree below it. The
rules are in a form of our own: direction and connectivity within a crossing are not part of them
but of the states of `nonproj.decoders.one_endpoint.forests`.

Every item has two orientations: i may be left or right of j. The exterior node x is not between i
and j unless said otherwise. The grandparent g is "-" if it is unknown or does not count.

Uncrossed arcs:
  TRI heg    h and all below it from h to e, where the head of h is g
  TRAP hmg   the same up to m, a child of h on an uncrossed arc, with what is below m towards h
  LINKED hm  TRAP without GRANDPARENT, where m has no inner sibling or one on a crossed arc
  FAR he     TRI, where the outermost child of h is on a crossed arc
  BOX ijg    i, j and all below them that is between them, where the head of both is g
  NEAR jig   the part of BOX ijg that belongs to j, perhaps joined with that of i by a crossing

Crossings:
  COMP ij    a crossing from i to j with the spans in it; CHAIN if neither end is below the other,
             ABOVE if j is below i
  SPAN ij    BOX or TRI that is cut out by a crossing, so that the heads of i and j do not count
  HUB ijx    spans from i to j, arcs from x into (i, j] and arcs of i that cross them; one ends at j
  DONE ijx   HUB, where every arc of x is crossed
  EXT ijx    HUB up to a node before j, then a span
  LOOSE ijx  HUB or EXT
  CUT ijx    for x between i and j: a span from i to x, then HUB xji
  BRAID ijx  LOOSE ikx and HUB jkx: arcs of x are crossed by arcs of i, further on by arcs of j
  WEAVE ijx  for x between i and j: HUB xij, then a span from x to j

All arcs that cross an arc share an end. HUB grows from i towards j. If its first arc of x, to k,
is the only one that crosses certain arcs of i, arcs of k may cross these, too: that is CUT. In a
crossing there are two nodes p < q such that
  arcs from q to the left of p cross arcs from p to the right of q (WEAVE and HUB); or
  p is the first and q the last of all, and arcs of p cross arcs of q (DONE and SPAN); or
  q is the last of all, and arcs of q cross an arc and further arcs of both its ends (BRAID);
or it is the mirror image of one of these.

All trees that the rules derive are 1-Endpoint-Crossing. That they derive all such trees, each with
its own score only, rests on enumeration and on random trees."""

from typing import NamedTuple

BOTH, FORWARD, BACKWARD = range(3)  # directions from i to j in which a rule is applied
# Ranges of k, from i to j, and of x. Only grandparents may be "-", which is the last x.
NO_K, INSIDE, WITH_I, WITH_J = range(4)
NO_X, GRANDPARENTS, OUTSIDE, BEYOND_J, BETWEEN_I_AND_J, BETWEEN_I_AND_K = range(6)


class Rule(NamedTuple):
    """Parts that join into an item; s is the neighbour of i towards j, l that of j towards i."""

    result: str
    parts: str
    k: int = NO_K
    x: int = NO_X
    direction: int = BOTH


# The kinds of scores and items, by the nodes and the states that they have.
SCORES = ("HEAD", "SIBLING", "GRAND", "FROM", "INTO")
PAIRS = ("FAR", "LINKED")
GRANDS = ("TRI", "TRAP", "BOX", "NEAR")
PAIR_FORESTS = ("COMP", "SPAN")
TRIPLE_FORESTS = ("HUB", "DONE", "EXT", "LOOSE", "CUT", "WEAVE", "BRAID")

# In the order of application to a pair i and j. Scores are HEAD hm, SIBLING sm, GRAND mg and, for a
# crossed arc in either direction, ARC uv. OPEN ij is BOX ij-, TRI ij- or TRI ji-, by its state.
RULES = (
    Rule("COMP ij", "WEAVE ikx + HUB kjx", INSIDE, BETWEEN_I_AND_K, FORWARD),
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
