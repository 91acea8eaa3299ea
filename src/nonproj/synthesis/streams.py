"""Named random streams and weighted choice.

Only uniform doubles from PCG64 are used, so that a treebank does not depend on how the installed
version of numpy samples from other distributions."""

from bisect import bisect_right
from collections.abc import Hashable, Mapping
from itertools import accumulate
from typing import Annotated, ClassVar, Generic, TypeVar
from zlib import crc32

import numpy as np

from nonproj.data.declared import Limits, Pattern

Value = TypeVar("Value", bound=Hashable)
Id = Annotated[str, Pattern(r"[\w-]+")]
Weights = Annotated[dict[str, Annotated[float, Limits(gt=0, le=1000)]], Limits(min_length=1)]


class Stream:
    """A stream of uniform random numbers that depends only on a seed and a name."""

    BLOCK = 128  # draws fetched from numpy at once, which only affects speed

    def __init__(self, seed: int, *name: str | int):
        key = tuple(crc32(part.encode()) if isinstance(part, str) else part for part in name)
        sequence = np.random.SeedSequence(seed, spawn_key=key)
        self._generator = np.random.Generator(np.random.PCG64(sequence))
        self._pending: list[float] = []

    def uniform(self) -> float:
        if not self._pending:
            self._pending = self._generator.random(self.BLOCK)[::-1].tolist()
        return self._pending.pop()

    def chance(self, rate: float) -> bool:
        return self.uniform() < rate

    def below(self, bound: int) -> int:
        """Draw a number from 0..bound-1 with equal probabilities."""
        return int(self.uniform() * bound)


class Choice(Generic[Value]):
    """A choice among values with probabilities proportional to their weights, in O(log n).

    In a profile, a single name means that this name is always chosen."""

    DECLARED: ClassVar = Id | Weights

    # Weights are integers, so their sums are exact on every platform.
    UNIT = 1 << 30

    def __init__(self, weights: Mapping[Value, float] | str):
        weights = {weights: 1.0} if isinstance(weights, str) else weights
        self.values = tuple(weights)
        self._bounds = list(accumulate(max(1, round(w * self.UNIT)) for w in weights.values()))

    def draw(self, stream: Stream) -> Value:
        if len(self.values) == 1:
            return self.values[0]
        return self.values[bisect_right(self._bounds, int(stream.uniform() * self._bounds[-1]))]
