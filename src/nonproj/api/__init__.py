"""The public functions of `nonproj`, documented with examples in docs/python.md.

The functions have the same names and options as the commands, but they take and return treebanks in
memory and print nothing. `read` loads a treebank from a file, and `write` saves one. A module is
imported when one of its functions is first used, so `import nonproj` takes almost no time."""

from importlib import import_module
from typing import TYPE_CHECKING, Literal

from nonproj.option_types import FormatChoice

if TYPE_CHECKING:  # for editors
    from nonproj.api.acquisition import fetch
    from nonproj.api.bundling import bundle
    from nonproj.api.checking import check
    from nonproj.api.combination import blend, select
    from nonproj.api.comparison import compare
    from nonproj.api.confidence import calibrate, doubtful
    from nonproj.api.description import coverage, stats
    from nonproj.api.drawing import draw, view
    from nonproj.api.parsing import load, parse, tag, tokenize
    from nonproj.api.scoring import evaluate, evaluate_arcs, evaluate_text
    from nonproj.api.training import recommend, train
    from nonproj.api.transformation import deprojectivize, projectivize, transform
    from nonproj.api.treebanks import read, to_conllu, write

__all__ = [
    "blend", "bundle", "calibrate", "check", "compare", "coverage", "deprojectivize",
    "doubtful", "draw", "evaluate", "evaluate_arcs", "evaluate_text", "fetch", "load", "parse",
    "projectivize", "read", "recommend", "select", "stats", "tag", "to_conllu", "tokenize",
    "train", "transform", "view", "write",
]  # fmt: skip
SplitTextChoice = Literal["plain", "words"]  # text that is split into words, without annotation
TextChoice = Literal["text", SplitTextChoice]
InputChoice = Literal[FormatChoice, TextChoice]
_MODULES = {
    "acquisition": ("fetch",),
    "bundling": ("bundle",),
    "checking": ("check",),
    "combination": ("blend", "select"),
    "comparison": ("compare",),
    "confidence": ("calibrate", "doubtful"),
    "description": ("coverage", "stats"),
    "drawing": ("draw", "view"),
    "parsing": ("load", "parse", "read_for", "tag", "tokenize", "with_given"),
    "scoring": ("evaluate", "evaluate_arcs", "evaluate_text", "split_otherwise"),
    "training": ("kept_options", "recommend", "train"),
    "transformation": ("deprojectivize", "projectivize", "transform"),
    "treebanks": ("read", "to_conllu", "write"),
}


def __getattr__(name: str) -> object:
    """Import a function when it is first used."""
    for module, functions in _MODULES.items():
        if name in functions:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
