"""The moves of all transition systems, and the root modes, numbered for compiled code.

A transition is a pair (move, label); the label is NO_LABEL for moves that add no arc. Sets of moves
are bit masks in which bit m stands for move m."""

from enum import IntEnum

NONE = -1  # stands for a missing node, slot or action
NO_MOVE = -1
NO_LABEL = -1
MULTIPLE, SINGLE = range(2)  # how many children node 0 may have


class Move(IntEnum):
    """The moves of all systems, named as in the papers; each system's module defines its moves."""

    SHIFT = 0
    LEFT_ARC = 1
    RIGHT_ARC = 2
    REDUCE = 3
    SWAP = 4
    LEFT_ARC_2 = 5
    RIGHT_ARC_2 = 6
    LEFT_ARC_PRIME = 7
    RIGHT_ARC_PRIME = 8
    NO_ARC = 9
    SWITCH = 10


N_MOVES = len(Move)
# Plain integers for compiled code.
SHIFT, LEFT_ARC, RIGHT_ARC, REDUCE, SWAP = map(int, list(Move)[:5])
LEFT_ARC_2, RIGHT_ARC_2, LEFT_ARC_PRIME, RIGHT_ARC_PRIME = map(int, list(Move)[5:9])
NO_ARC, SWITCH = map(int, list(Move)[9:])


def has_label(move: int) -> bool:
    """Check whether the move adds an arc."""
    return move not in (Move.SHIFT, Move.REDUCE, Move.SWAP, Move.NO_ARC, Move.SWITCH)
