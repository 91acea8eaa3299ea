"""Scores for tags, lemmas and trees from the CoNLL 2018 shared task's scorer (Zeman et al.)."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from udtools.udeval import UDError, evaluate, load_conllu_file

from nonproj.errors import NonprojError
from nonproj.results.values import Key, Value

# The scorer's metrics -> ours. Subtypes of labels and language-specific features are ignored.
_NAMES = "UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS", "MLAS", "BLEX"
SHARED_TASK = {name: f"conll18-{name.lower()}" for name in _NAMES}
SEVERAL_ROOTS = {"multiple_roots_okay": True}  # blends may have several roots


def shared_task_scores(gold: str | Path, parse: str | Path) -> dict[str, tuple[int, int]]:
    """Score a parse; return each metric's F1 as (2 * correct, gold total + parse total)."""
    try:
        found = evaluate(_loaded(gold), load_conllu_file(str(parse), SEVERAL_ROOTS))
    except UDError as error:
        raise NonprojError(f"{parse}: {error}") from error
    scores = ((ours, found[theirs]) for theirs, ours in SHARED_TASK.items())
    return {ours: (2 * s.correct, s.gold_total + s.system_total) for ours, s in scores}


@cache
def _loaded(path: str | Path):
    return load_conllu_file(str(path), SEVERAL_ROOTS)


def shared_task_values(
    key: Key, gold: str | Path, parses: Iterable[tuple[str, str | Path]]
) -> Iterator[Value]:
    """Score the parses of a text, given as (system, file).

    `key` holds the treebank, the split and the setting of the text."""
    for system, parse in parses:
        for metric, counts in shared_task_scores(gold, parse).items():
            yield key._replace(system=system).value(metric, *counts)
