"""The transition systems, one row each, and their names: `covington-d1`, `swap-lazy-r2l`, ...

No compiled code is imported here; `dispatch` imports the modules of the rows."""

import os
import re
import sys
from dataclasses import dataclass
from functools import cached_property

from nonproj.errors import NonprojError
from nonproj.fingerprint import use_kernel_cache
from nonproj.systems.moves import Move

UNBOUNDED = 2**30  # a bound on degree that bounds nothing


@dataclass(frozen=True)
class Row:
    """A transition system. Compiled code knows it by the number of its row.

    Its module has compiled `legal(config)`, `apply(config, move, label)` and the oracle
    `(config, gold) -> (move, dependent)`; a module of several systems has several oracles."""

    name: str
    module: str
    moves: tuple[Move, ...]
    oracle: str = "oracle"
    projective: bool = False  # the oracle needs projective trees
    ends_with_buffer: bool = False  # otherwise node 0 must be alone on the stack, too
    needs_order: bool = False  # the oracle reads the column ORDER of `gold`
    needs_components: bool = False  # and COMPONENT
    next_on_stack: bool = False  # the papers' next input token is the top of the stack here
    takes_degree: bool = False  # a bound on the degree of arcs is part of the name
    implied_step: str = ""  # prepares trees by default; {r2l} is -r2l or nothing
    features: str = ""  # the tuned feature model where its name is not that of the system

    @property
    def form(self) -> str:
        """Names of the system as help and messages show them."""
        return f"{self.name}-d{{0,1,2,...,inf}}" if self.takes_degree else self.name


_STANDARD = (Move.SHIFT, Move.LEFT_ARC, Move.RIGHT_ARC)
_SECOND = (Move.LEFT_ARC_2, Move.RIGHT_ARC_2)
_PRIME = (Move.LEFT_ARC_PRIME, Move.RIGHT_ARC_PRIME)
ROWS = [
    Row(
        "arc-standard",
        "nonproj.systems.arc_standard",
        _STANDARD,
        projective=True,
        next_on_stack=True,
    ),
    Row(
        "arc-eager",
        "nonproj.systems.arc_eager",
        (*_STANDARD, Move.REDUCE),
        projective=True,
        ends_with_buffer=True,
    ),
    Row(
        "arc-hybrid",
        "nonproj.systems.arc_hybrid",
        _STANDARD,
        projective=True,
    ),
    Row("attardi", "nonproj.systems.attardi", (*_STANDARD, *_SECOND), next_on_stack=True),
    Row(
        "swap-eager",
        "nonproj.systems.swap",
        (*_STANDARD, Move.SWAP),
        "eager_oracle",
        next_on_stack=True,
        needs_order=True,
    ),
    Row(
        "swap-lazy",
        "nonproj.systems.swap",
        (*_STANDARD, Move.SWAP),
        "lazy_oracle",
        next_on_stack=True,
        needs_order=True,
        needs_components=True,
    ),
    Row(
        "covington",
        "nonproj.systems.covington",
        (Move.NO_ARC, Move.LEFT_ARC, Move.RIGHT_ARC),
        ends_with_buffer=True,
        takes_degree=True,
    ),
    Row(
        "mh4-greedy",
        "nonproj.systems.mh4",
        (*_STANDARD, *_PRIME, *_SECOND),
        implied_step="mh4{r2l}",
    ),
]
_NAME = re.compile(r"(?P<base>[a-z0-9-]+?)(?:-d(?P<degree>[0-9]{1,6}|inf))?(?P<r2l>-r2l)?")


@dataclass(frozen=True)
class System:
    """A transition system with its options; `code` and `degree` are what compiled code takes."""

    name: str
    row: Row
    degree: int
    right_to_left: bool

    @cached_property
    def code(self) -> int:
        return ROWS.index(self.row)

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.row.moves

    @property
    def projective(self) -> bool:
        """Its oracle needs projective trees (Covington with d = 0 merely skips arcs)."""
        return self.row.projective

    @property
    def implied_step(self) -> str:
        """The step that prepares its training trees where a variant names none; "" for none."""
        step = self.row.implied_step or ("baseline" if self.projective else "")
        return step.format(r2l="-r2l" if self.right_to_left else "")

    @property
    def features(self) -> str:
        """The name or path of its tuned feature model."""
        return self.row.features or self.row.name


def register(row: Row) -> None:
    """Add a system of another package, before compiled code is imported.

    Kernels call systems by their numbers and are kept on disk, hence in a folder of their own."""
    if {"nonproj.systems.dispatch", "nonproj.systems.gold"} & sys.modules.keys():
        raise NonprojError(f"system {row.name}: register it before parsers are trained or applied")
    ROWS.append(row)
    use_kernel_cache()
    os.environ["NUMBA_CACHE_DIR"] += f"-{row.name}"
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


def system_forms() -> tuple[str, ...]:
    """The names of the systems as help and messages show them."""
    return tuple(row.form for row in ROWS)


def is_system(name: str) -> bool:
    return _find(name) is not None


def system_named(name: str) -> System:
    """The system of a name; NonprojError lists what exists where it is not known."""
    system = _find(name)
    if system is None:
        raise NonprojError(
            f"transition system {name!r} is not known; expected one of "
            f"{', '.join(system_forms())}, each optionally followed by -r2l"
        )
    return system


def _find(name: str) -> System | None:
    """BASE[-r2l], or covington-dD[-r2l] with D a number or `inf`."""
    match = _NAME.fullmatch(name)
    row = match and next((row for row in ROWS if row.name == match["base"]), None)
    if row is None or row.takes_degree != (match["degree"] is not None):
        return None
    bounded = match["degree"] not in (None, "inf")
    degree = int(match["degree"]) if bounded else UNBOUNDED
    return System(name, row, degree, match["r2l"] is not None)
