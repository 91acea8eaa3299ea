"""Actions: the classes among which a transition classifier chooses.

An action is a move together with its complete label, which may be encoded (d↑h), as in the papers'
parsers.

With the option -split, a label d↑h is chosen in two decisions. The action determines the move, d,
and whether the arc is marked as lifted or as lying on a path. Then a second classifier chooses h;
features contain labels without h. There are many head labels, and most of them are rare, so there
would be several hundred actions that combine d, ↑ and h, each with few training instances."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nonproj.systems.moves import N_MOVES, NO_LABEL, NONE
from nonproj.trees.labels import MarkedLabel, encode, parse


class Actions(NamedTuple):
    """All actions, ordered by move; move m has the actions begin[m] to begin[m + 1] - 1.

    An action's `coarse` label stands for all labels full[coarse, h] that are not NONE. If there is
    only one such label, only[coarse] is that label."""

    move: np.ndarray  # int32[n]
    coarse: np.ndarray  # int32[n], NO_LABEL for moves that add no arc
    begin: np.ndarray  # int32[N_MOVES + 1]
    only: np.ndarray  # int32[n_coarse], NONE if there are several labels
    full: np.ndarray  # int32[n_coarse, n_fine]
    root_label: int  # for headless tokens that are attached to node 0
    other_label: int  # for headless tokens that are attached elsewhere, and for unseen moves

    @classmethod
    def of(
        cls,
        move: np.ndarray,
        coarse: np.ndarray,
        parts: "LabelParts",
        default_labels: tuple[int, int],
    ) -> "Actions":
        """Build the actions with these moves, in ascending order, and these coarse labels."""
        full = np.full((parts.n_coarse, parts.n_fine), NONE, dtype=np.int32)
        full[parts.coarse, parts.fine] = np.arange(len(parts.coarse))
        single = (full != NONE).sum(axis=1) == 1
        return cls(
            move,
            coarse,
            np.searchsorted(move, np.arange(N_MOVES + 1)).astype(np.int32),
            np.where(single, full.max(axis=1), NONE).astype(np.int32),
            full,
            *default_labels,
        )

    @property
    def leave_labels_open(self) -> bool:
        """True if a second classifier, the refiner, is needed to complete labels."""
        coarse = self.coarse[self.coarse != NO_LABEL]
        return bool((self.only[coarse] == NONE).any())

    @property
    def n_labels(self) -> int:
        """The number of different coarse labels among the actions."""
        return len(np.unique(self.coarse[self.coarse != NO_LABEL]))


@dataclass(frozen=True)
class LabelParts:
    """All labels, each divided into a coarse label and a fine label.

    If labels are split, the fine label is the original head's label; otherwise, it is 0."""

    coarse: np.ndarray  # int32[n_labels]
    fine: np.ndarray  # int32[n_labels], 0 where there is none
    n_fine: int

    @property
    def n_coarse(self) -> int:
        return int(self.coarse.max(initial=0)) + 1

    @classmethod
    def of(cls, labels: Sequence[str], split: bool) -> "LabelParts":
        coarse_of: dict[str, int] = {}
        fine_of: dict[str | None, int] = {None: 0}
        rows = []
        for text in labels:
            marked = parse(text) if split else MarkedLabel(text)
            shown = encode(marked._replace(head_label=None)) if split else text
            coarse = coarse_of.setdefault(shown, len(coarse_of))
            rows.append((coarse, fine_of.setdefault(marked.head_label, len(fine_of))))
        table = np.array(rows, dtype=np.int32).reshape(-1, 2)
        return cls(table[:, 0].copy(), table[:, 1].copy(), len(fine_of))


def number_actions(
    moves: np.ndarray, labels: np.ndarray, parts: LabelParts, default_labels: tuple[int, int]
) -> tuple[Actions, np.ndarray]:
    """Assign numbers to actions; return the actions and the action number of each instance."""
    coarse = np.where(labels == NO_LABEL, NO_LABEL, parts.coarse[labels])
    base = len(parts.coarse) + 1
    keys, numbers = np.unique(moves.astype(np.int64) * base + coarse + 1, return_inverse=True)
    move = (keys // base).astype(np.int32)
    actions = Actions.of(move, (keys % base - 1).astype(np.int32), parts, default_labels)
    return actions, numbers.astype(np.int32)
