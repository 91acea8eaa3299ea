"""How sure a greedy parser is of each head: the product over the decisions about it."""

from numba import njit

from nonproj.systems.configuration import BUFFER, HEAD, STACK, node_at
from nonproj.systems.moves import NONE


@njit(cache=True, nogil=True)
def decided(config, certainty, sure):
    """Multiply `sure` of the words whose heads a decision in this configuration is about.

    These are the first two nodes of the stack and the first of the buffer, as far as they have no
    head yet."""
    for row, depth in ((STACK, 0), (STACK, 1), (BUFFER, 0)):
        node = node_at(config, row, depth)
        if node > 0 and config.nodes[node, HEAD] == NONE:
            sure[node] *= certainty
