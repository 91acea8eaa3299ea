"""A greedy parser's confidence in each head: a product over all decisions about that head."""

from numba import njit

from nonproj.systems.configuration import BUFFER, HEAD, STACK, node_at
from nonproj.systems.moves import NONE


@njit(cache=True, nogil=True)
def decided(config, certainty, sure):
    """For each word that may get its head in this decision, multiply sure[word] by a certainty.

    These words are the first two nodes on the stack and the first node in the buffer, except for
    node 0 and for nodes that already have a head."""
    for row, depth in ((STACK, 0), (STACK, 1), (BUFFER, 0)):
        node = node_at(config, row, depth)
        if node > 0 and config.nodes[node, HEAD] == NONE:
            sure[node] *= certainty
