# ruff: noqa: F403, F405 (the star import is for editors)
"""nonproj: train and compare strategies for non-projective dependency parsing."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonproj.api import *

__version__ = "1.1.0"
__all__ = [
    "blend", "bundle", "calibrate", "check", "compare", "coverage", "deprojectivize",
    "doubtful", "draw", "evaluate", "evaluate_arcs", "evaluate_text", "fetch", "load", "parse",
    "projectivize", "read", "recommend", "select", "stats", "tag", "to_conllu", "tokenize",
    "train", "transform", "view", "write",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Import a public function when it is first used, so that `import nonproj` is fast."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(".api", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
