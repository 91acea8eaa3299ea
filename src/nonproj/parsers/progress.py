"""Progress of a training, for people who wait."""

from collections.abc import Callable

# Called with a stage and the share of it that is done.
Progress = Callable[[str, float], None]
