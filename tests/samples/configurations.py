"""Configurations of a transition system, move by move in plain Python."""

from nonproj.systems import dispatch
from nonproj.systems.configuration import Configuration
from nonproj.systems.moves import NO_LABEL, Move, has_label


def legal_moves(system, config):
    mask = dispatch.legal(system.code, config)
    assert mask >> len(Move) == 0
    return [move for move in Move if mask >> move & 1]


def after(system, config, move, label=0):
    """A copy of the configuration after a move."""
    config = Configuration(*(array.copy() for array in config))
    dispatch.apply(system.code, config, int(move), label if has_label(move) else NO_LABEL)
    return config
