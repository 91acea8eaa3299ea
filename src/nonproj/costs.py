"""Processor time and memory: those of jobs, and those that rows of parsers and learners have."""

import math
from typing import NamedTuple


class Cost(NamedTuple):
    """Processor seconds and megabytes, of a job or for 1,000 words of training data."""

    seconds: float
    megabytes: float

    @property
    def mem_mb(self) -> int:
        """The memory to ask a scheduler for: twice what is expected."""
        return max(2000, math.ceil(2 * self.megabytes))

    @property
    def runtime(self) -> int:
        """The minutes to ask a scheduler for: twice what is expected."""
        return max(30, math.ceil(self.seconds / 30))
