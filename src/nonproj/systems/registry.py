"""The table of transition systems, and look-up by names such as `covington-d1`.

This module imports no compiled code; `dispatch` imports the modules named in the rows."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from nonproj.costs import Cost
from nonproj.errors import NonprojError
from nonproj.systems.moves import Move

OWN_ROOT = "ROOT"  # the label that MaltParser gives to tokens left without a head
UNBOUNDED = 2**30  # a degree that no arc exceeds
LINEAR = Cost(0.3, 6)
BEAM_SECONDS = 0.5  # training time for 1,000 words and each derivation in a beam


@dataclass(frozen=True)
class TransitionRow:
    """A transition system, which compiled code identifies by its row number.

    The module of a system contains the compiled functions `legal(config)`,
    `apply(config, move, label)` and an oracle `(config, gold) -> (move, dependent)`. A module may
    contain several systems that differ in their oracles."""

    name: str
    module: str
    moves: tuple[Move, ...]
    oracle: str = "oracle"
    projective: bool = False  # the oracle needs projective trees
    ends_with_buffer: bool = False  # otherwise node 0 must also be alone on the stack
    needs_order: bool = False  # the oracle reads the column GOLD_ORDER of `gold`
    needs_components: bool = False  # the oracle reads the column COMPONENT of `gold`
    needs_planes: bool = False  # the oracle reads the column GOLD_PLANE of `gold`
    next_on_stack: bool = False  # the next input token of the papers is on top of the stack
    explores: bool = False  # there is a dynamic oracle `costs`, see `dispatch.costs`
    replaces_arcs: bool = False  # a word that has a head can get another one
    takes_degree: bool = False  # the name includes a bound on the degree of arcs
    implied_step: str = ""  # the default step for training trees; {r2l} is -r2l or empty
    features: str = ""  # the tuned feature model, unless named after the system
    baseline: str = ""  # the projective system that this system extends
    strategy: str = ""  # how the system builds non-projective trees; {degree} is filled in
    longest: int | None = None  # the sentence length that takes a minute or 2 GB
    timed: bool = False  # whether a paper reports the running time
    cost: Cost = LINEAR  # for 1,000 words of training data

    @property
    def form(self) -> str:
        """The names of the system, as shown in help and messages."""
        return f"{self.name}-d{{0,1,2,...,inf}}" if self.takes_degree else self.name


_STANDARD = (Move.SHIFT, Move.LEFT_ARC, Move.RIGHT_ARC)
_SECOND = (Move.LEFT_ARC_2, Move.RIGHT_ARC_2)
_PRIME = (Move.LEFT_ARC_PRIME, Move.RIGHT_ARC_PRIME)
SYSTEM_ROWS = [
    TransitionRow(
        "arc-standard",
        "nonproj.systems.arc_standard",
        _STANDARD,
        projective=True,
        next_on_stack=True,
    ),
    TransitionRow(
        "arc-eager",
        "nonproj.systems.arc_eager",
        (*_STANDARD, Move.REDUCE),
        projective=True,
        ends_with_buffer=True,
        timed=True,
        explores=True,
    ),
    TransitionRow(
        "arc-hybrid",
        "nonproj.systems.arc_hybrid",
        _STANDARD,
        projective=True,
        explores=True,
    ),
    TransitionRow(
        "attardi",
        "nonproj.systems.attardi",
        (*_STANDARD, *_SECOND),
        next_on_stack=True,
        baseline="arc-standard",
        strategy="Attardi",
    ),
    TransitionRow(
        "swap-eager",
        "nonproj.systems.swap",
        (*_STANDARD, Move.SWAP),
        "eager_oracle",
        next_on_stack=True,
        needs_order=True,
        baseline="arc-standard",
        strategy="swap, eager",
    ),
    TransitionRow(
        "swap-lazy",
        "nonproj.systems.swap",
        (*_STANDARD, Move.SWAP),
        "lazy_oracle",
        next_on_stack=True,
        needs_order=True,
        needs_components=True,
        baseline="arc-standard",
        strategy="swap, lazy",
    ),
    TransitionRow(
        "covington",
        "nonproj.systems.covington",
        (Move.NO_ARC, Move.LEFT_ARC, Move.RIGHT_ARC),
        ends_with_buffer=True,
        takes_degree=True,
        explores=True,
        baseline="covington-d0",
        strategy="Covington, {degree}",
        longest=4000,
        timed=True,
        cost=Cost(1, 10),
    ),
    TransitionRow(
        "covington-non-monotonic",
        "nonproj.systems.non_monotonic",
        (Move.NO_ARC, Move.LEFT_ARC, Move.RIGHT_ARC),
        ends_with_buffer=True,
        explores=True,
        replaces_arcs=True,
        features="covington",
        baseline="covington-d0",
        strategy="Covington, non-monotonic",
        longest=4000,
        cost=Cost(1, 10),
    ),
    TransitionRow(
        "mh4-greedy",
        "nonproj.systems.mh4",
        (*_STANDARD, *_PRIME, *_SECOND),
        implied_step="mh4{r2l}",
        baseline="arc-hybrid",
        strategy="MH4, greedy",
    ),
    TransitionRow(
        "2-planar",
        "nonproj.systems.two_planar",
        (*_STANDARD, Move.REDUCE, Move.SWITCH),
        ends_with_buffer=True,
        needs_planes=True,
        explores=True,
        baseline="arc-eager",
        strategy="2-planar",
    ),
]
_NAME = re.compile(
    r"(?P<base>[a-z0-9-]+?)(?:-d(?P<degree>[0-9]{1,6}|inf))?(?P<r2l>-r2l)?(?:-beam(?P<beam>[1-9][0-9]?))?"
)


@dataclass(frozen=True)
class System:
    """A transition system with its options; `code` and `degree` are passed to compiled code."""

    name: str
    row: TransitionRow
    degree: int
    right_to_left: bool
    beam: int = 0  # how many derivations are kept during search; 0 if the parser is greedy
    own_root: bool = False  # a token without a head gets the label OWN_ROOT, see `finish`
    options: ClassVar[tuple[str, ...]] = ()
    columns: ClassVar[tuple[str, ...]] = ()  # columns besides FORM that the system reads

    @cached_property
    def code(self) -> int:
        return SYSTEM_ROWS.index(self.row)

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.row.moves

    @property
    def projective(self) -> bool:
        """True if the system builds only projective trees and, by default, is trained on them.

        In Nivre (2007), the parser with d = 0 skips arcs that it cannot build; here, that parser is
        `covington-d0+raw`. DEVIATION: projective-covington"""
        return self.row.projective or self.degree == 0

    @property
    def explores(self) -> bool:
        """True if the system has a dynamic oracle, which exists only if degrees have no bound."""
        return self.row.explores and self.degree == UNBOUNDED

    @property
    def implied_step(self) -> str:
        """The step that prepares training trees if a variant names no step; "" if there is none."""
        step = self.row.implied_step or ("baseline" if self.projective else "")
        return step.format(r2l="-r2l" if self.right_to_left else "")

    @property
    def features(self) -> str:
        """The name or path of the system's tuned feature model."""
        return self.row.features or self.row.name

    @property
    def baseline(self) -> str:
        """The projective system that this system extends; "" if the system is projective itself."""
        name = self.row.baseline if self.degree > 0 else ""
        return f"{name}{self._options}" if name else ""

    @property
    def _options(self) -> str:
        beam = f"-beam{self.beam}" if self.beam else ""
        return f"-r2l{beam}" if self.right_to_left else beam

    @property
    def strategy(self) -> str:
        """A description of how the system builds non-projective trees."""
        bounded = self.degree < UNBOUNDED
        degree = f"degree up to {self.degree}" if bounded else "any degree"
        return self.row.strategy.format(degree=degree)

    @property
    def cost(self) -> Cost:
        """The cost for 1,000 words of training data; LINEAR if all arcs must be projective."""
        cost = self.row.cost if self.degree > 0 else LINEAR
        return cost._replace(seconds=cost.seconds + BEAM_SECONDS * self.beam)


def system_forms() -> tuple[str, ...]:
    """List the names of the systems, as shown in help and messages."""
    return tuple(row.form for row in SYSTEM_ROWS)


def is_system(name: str) -> bool:
    return _find(name) is not None


def system_named(name: str) -> System:
    """Return the system with this name, or raise NonprojError with a list of the known names."""
    system = _find(name)
    if system is None:
        raise NonprojError(
            f"transition system {name!r} is not known; expected one of "
            f"{', '.join(system_forms())}, each optionally followed by -r2l and by -beamN"
        )
    return system


def _find(name: str) -> System | None:
    """Parse BASE[-r2l][-beamN], where BASE may be covington-dD and D is a number or `inf`."""
    match = _NAME.fullmatch(name)
    row = match and next((row for row in SYSTEM_ROWS if row.name == match["base"]), None)
    if row is None or row.takes_degree != (match["degree"] is not None):
        return None
    bounded = match["degree"] not in (None, "inf")
    degree = int(match["degree"]) if bounded else UNBOUNDED
    return System(name, row, degree, match["r2l"] is not None, int(match["beam"] or 0))
