"""What the tables and figures of a report hold of those of the papers."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonproj.public.scores import OTHER_ANSWER, SAME_ANSWER
from studies.papers.deviations import Covered, ExhibitState

# In the CSV file of a table: columns that name a row, and what other columns than ours end with.
ROW_TITLES = ("treebank", "label", "part")
DIFFERENCE = ".difference"
NOT_OURS = (".sd", ".se", ".gain", ".published", DIFFERENCE)
NOT_DRAWN = b"Nothing was measured."  # in a figure without values


@dataclass(frozen=True)
class Held:
    """What one of our tables or figures holds: our values, and how they differ from printed ones.

    The difference of yes/no answers is 0 if they agree and 1 otherwise."""

    measured: bool
    differences: tuple[float, ...] = ()

    @classmethod
    def of_table(cls, text: str) -> "Held":
        """Read the CSV file of a table."""
        rows = [*csv.DictReader(io.StringIO(text))]
        columns = [name for name in (rows[0] if rows else ()) if name not in ROW_TITLES]
        ours = [name for name in columns if not name.endswith(NOT_OURS)]
        measured = any(row[name] for row in rows for name in ours)
        answers = {SAME_ANSWER: "0", OTHER_ANSWER: "1"}
        texts = (row[name] for row in rows for name in columns if name.endswith(DIFFERENCE))
        return cls(measured, tuple(float(answers.get(text, text)) for text in texts if text))

    @classmethod
    def of_figure(cls, svg: bytes) -> "Held":
        return cls(NOT_DRAWN not in svg)


class Standing(NamedTuple):
    """An entry with its state in a report, or in several, and all differences from the paper."""

    entry: Covered
    state: ExhibitState
    differences: Sequence[float] = ()

    @property
    def agreement(self) -> str:
        """State how many figures equal the printed figures, and how many are within one point."""
        if not self.differences:
            return ""
        same, near = (sum(abs(d) <= bound for d in self.differences) for bound in (0, 1))
        others = "" if same == len(self.differences) else f", {near - same} more within 1"
        return f"{same} of {len(self.differences)} figures agree{others}"


def found_in(coverage: Iterable[Covered], held: Mapping[str, Held]) -> list[Standing]:
    """Return the entries with their states in a report, whose tables and figures are `held`."""
    return [_standing(one, [held[name] for name in one.ours if name in held]) for one in coverage]


def _standing(entry: Covered, own: Sequence[Held]) -> Standing:
    state, differences = entry.state, [d for one in own for d in one.differences]
    if entry.shown and not any(one.measured for one in own):
        state = ExhibitState.NOT_HERE
    elif state is ExhibitState.REBUILT and differences:
        state = ExhibitState.PARTLY if entry.conditions else ExhibitState.REPRODUCED
    return Standing(entry, state, differences)


def count_states(found: Iterable[Standing]) -> dict[str, Counter[ExhibitState]]:
    """Count the tables and figures of each paper by state."""
    counts: dict[str, Counter[ExhibitState]] = {}
    for entry, state, _ in found:
        counts.setdefault(entry.paper, Counter())[state] += len(entry.exhibits)
    return counts
