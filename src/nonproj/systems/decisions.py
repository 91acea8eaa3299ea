"""A greedy parser's confidence in each head: a product over all decisions about that head."""

from numba import njit

from nonproj.systems.configuration import BUFFER, HEAD, STACK, node_at
from nonproj.systems.moves import NONE
from nonproj.systems.registry import SYSTEM_ROWS

_REPLACES_ARCS = tuple(row.replaces_arcs for row in SYSTEM_ROWS)


@njit(cache=True, nogil=True)
def decided(system, config, certainty, sure):
    """For each word that may get its head in this decision, multiply sure[word] by a certainty.

    These words are the first two nodes on the stack and the first node in the buffer, except for
    node 0 and, unless the system can replace arcs, nodes that already have a head."""
    for row, depth in ((STACK, 0), (STACK, 1), (BUFFER, 0)):
        node = node_at(config, row, depth)
        if node > 0 and (_REPLACES_ARCS[system] or config.nodes[node, HEAD] == NONE):
            sure[node] *= certainty
