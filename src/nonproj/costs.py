"""Processor time and memory needed by a job, or by parsers and learners per 1,000 words."""

import math
from typing import NamedTuple


class Cost(NamedTuple):
    """Processor seconds and megabytes for a job or for 1,000 words of training data."""

    seconds: float
    megabytes: float

    @property
    def mem_mb(self) -> int:
        """The megabytes to request from a scheduler: twice the expected amount, at least 2,000."""
        return max(2000, math.ceil(2 * self.megabytes))

    @property
    def runtime(self) -> int:
        """The minutes to request from a scheduler: twice the expected time, but no less than 30."""
        return max(30, math.ceil(self.seconds / 30))
