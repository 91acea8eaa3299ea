"""The transition systems by name: `arc-standard`, `covington-d1`, `swap-lazy-r2l`, ..."""

import re
from dataclasses import dataclass

from nonproj.errors import NonprojError
from nonproj.systems.configuration import UNBOUNDED
from nonproj.systems.moves import Move

# What compiled code knows a system by.
ARC_STANDARD, ARC_EAGER, ARC_HYBRID, ATTARDI, SWAP_EAGER, SWAP_LAZY, COVINGTON, MH4 = range(8)

_STANDARD = (Move.SHIFT, Move.LEFT_ARC, Move.RIGHT_ARC)
_TABLE = {
    "arc-standard": (ARC_STANDARD, _STANDARD),
    "arc-eager": (ARC_EAGER, (*_STANDARD, Move.REDUCE)),
    "arc-hybrid": (ARC_HYBRID, _STANDARD),
    "attardi": (ATTARDI, (*_STANDARD, Move.LEFT_ARC_2, Move.RIGHT_ARC_2)),
    "swap-eager": (SWAP_EAGER, (*_STANDARD, Move.SWAP)),
    "swap-lazy": (SWAP_LAZY, (*_STANDARD, Move.SWAP)),
    "covington": (COVINGTON, (Move.NO_ARC, Move.LEFT_ARC, Move.RIGHT_ARC)),
    "mh4-greedy": (
        MH4,
        (
            *_STANDARD,
            Move.LEFT_ARC_PRIME,
            Move.RIGHT_ARC_PRIME,
            Move.LEFT_ARC_2,
            Move.RIGHT_ARC_2,
        ),
    ),
}
_NAME = re.compile(r"(?P<base>[a-z0-9-]+?)(?:-d(?P<degree>[0-9]{1,6}|inf))?(?P<r2l>-r2l)?")
KNOWN = tuple(n if n != "covington" else "covington-d{0,1,2,...,inf}" for n in _TABLE)


@dataclass(frozen=True)
class System:
    """A transition system with its options; `code` and `degree` are what compiled code takes."""

    name: str
    code: int
    moves: tuple[Move, ...]
    degree: int
    right_to_left: bool

    @property
    def projective(self) -> bool:
        """Whether its oracle needs projective trees (Covington with d = 0 merely skips arcs)."""
        return self.code in (ARC_STANDARD, ARC_EAGER, ARC_HYBRID)


def is_system(name: str) -> bool:
    return _parts(name) is not None


def _parts(name: str) -> re.Match | None:
    """Of BASE[-r2l], or covington-dD[-r2l] with D a number or `inf`; None of any other name."""
    match = _NAME.fullmatch(name)
    base = match["base"] if match else ""
    known = base in _TABLE and (base == "covington") == (match["degree"] is not None)
    return match if known else None


def system_named(name: str) -> System:
    """The system of a name; NonprojError lists what exists where it is not known."""
    match = _parts(name)
    if match is None:
        raise NonprojError(
            f"transition system {name!r} is not known; expected one of {', '.join(KNOWN)}, "
            "each optionally followed by -r2l"
        )
    code, moves = _TABLE[match["base"]]
    bounded = match["degree"] not in (None, "inf")
    degree = int(match["degree"]) if bounded else UNBOUNDED
    return System(name, code, moves, degree, match["r2l"] is not None)
