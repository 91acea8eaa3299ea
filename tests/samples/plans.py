"""Made-up studies, and what a plan is told of a treebank."""

from types import SimpleNamespace

SPLITS = "train", "dev", "test"


def study_of(*runs, id="s", labels=(), selection=None, generic=None):
    return SimpleNamespace(id=id, labels=labels, runs=runs, selection=selection, generic=generic)


def known(*splits, words=0, style="ud"):
    """Facts of a treebank that has these splits, or all three."""
    return {"splits": [*(splits or SPLITS)], "words": words, "missing": {}, "style": style}
