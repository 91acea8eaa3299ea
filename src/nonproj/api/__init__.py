"""The public functions of `nonproj`, documented with examples in docs/python.md.

The functions have the same names and options as the commands, but they take and return treebanks in
memory and print nothing. `read` loads a treebank from a file, and `write` saves one. Modules are
imported only when a function needs them, so `import nonproj` takes almost no time."""

from nonproj.api.parsing import bundle, calibrate, coverage, load, parse, recommend, tag, train
from nonproj.api.scoring import blend, compare, doubtful, evaluate, evaluate_arcs, select
from nonproj.api.treebanks import (
    check,
    deprojectivize,
    draw,
    fetch,
    projectivize,
    read,
    stats,
    to_conllu,
    transform,
    write,
)

__all__ = [
    "blend", "bundle", "calibrate", "check", "compare", "coverage", "deprojectivize",
    "doubtful", "draw", "evaluate", "evaluate_arcs", "fetch", "load", "parse", "projectivize",
    "read", "recommend", "select", "stats", "tag", "to_conllu", "train",
    "transform", "write",
]  # fmt: skip
