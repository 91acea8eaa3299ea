"""Parses and their gold texts, from the files of the workflow and the store."""

from collections.abc import Sequence
from functools import cache

from nonproj.public.scores import Fold
from nonproj.public.treebanks import read_treebank
from nonproj.public.values import Subject
from nonproj.public.variants import variant_named
from studies.plan.parses import PlannedParse
from studies.store.parse_files import ParseFile, read_trees


def read_folds(files: Sequence[str]) -> dict[Subject, list[Fold]]:
    """Read parses and group them by variant; a variant has one parse for each fold or seed."""
    read_gold = cache(read_treebank)
    folds: dict[Subject, list[Fold]] = {}
    for file in map(ParseFile, files):
        parse, lifted = PlannedParse.of_file(str(file.path)), None
        steps = variant_named(parse.variant).steps
        if steps and steps[-1].marks_labels:  # no other step can mark labels
            lifted = steps[-1].lifted(file.raw)
        fold = Fold(read_gold(parse.gold), file.trees, lifted, file.costs["counts"])
        folds.setdefault(Subject(parse.variant), []).append(fold)
    return folds


def read_blends(names: Sequence[str], gold: str, files: Sequence[str]) -> dict[Subject, list[Fold]]:
    """Read the blended parses of one text; their names look like `gl-eq;classifiers=all4`."""
    text = read_treebank(gold)
    return {
        Subject.of(name): [Fold(text, read_trees(file))]
        for name, file in zip(names, files, strict=True)
    }
