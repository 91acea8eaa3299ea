"""Processor time and memory of jobs, and of the rows of parsers and learners."""

import math
from typing import NamedTuple


class Cost(NamedTuple):
    """Processor seconds and megabytes, of a job or for 1,000 words of training data."""

    seconds: float
    megabytes: float

    @property
    def mem_mb(self) -> int:
        """The memory to request from a scheduler: twice the expected amount."""
        return max(2000, math.ceil(2 * self.megabytes))

    @property
    def runtime(self) -> int:
        """The minutes to request from a scheduler: twice the expected time."""
        return max(30, math.ceil(self.seconds / 30))
