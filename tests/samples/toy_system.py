"""A transition system from outside the package: RIGHT_ARC 0 -> b0 until the buffer is empty."""

from numba import njit

from nonproj.systems.configuration import BUFFER, add_arc, node_at
from nonproj.systems.moves import RIGHT_ARC


@njit(cache=True)
def legal(config):
    return 1 << RIGHT_ARC if config.state[BUFFER] > 0 else 0


@njit(cache=True)
def apply(config, move, label):
    add_arc(config, 0, node_at(config, BUFFER, 0), label)
    config.state[BUFFER] -= 1


@njit(cache=True)
def oracle(config, gold):
    return RIGHT_ARC, node_at(config, BUFFER, 0)
