"""Scores for tags, lemmas and trees from the CoNLL 2018 shared task's scorer (Zeman et al.)."""

from collections.abc import Iterable, Iterator
from io import StringIO

from udtools.udeval import UDError, evaluate, load_conllu

from nonproj.public.errors import NonprojError
from nonproj.public.values import Key, Value

# The scorer's metrics -> ours. Subtypes of labels and language-specific features are ignored.
_NAMES = "UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS", "MLAS", "BLEX"
SHARED_TASK = {name: f"conll18-{name.lower()}" for name in _NAMES}
SEVERAL_ROOTS = {"multiple_roots_okay": True}  # blends may have several roots


def shared_task_values(
    key: Key, gold: bytes, parses: Iterable[tuple[str, bytes]]
) -> Iterator[Value]:
    """Score the parses of a text, given as (system, CoNLL-U).

    `key` holds the treebank, the split and the setting of the text. Each value is an F1, as (2 *
    correct, gold total + parse total)."""
    loaded = _loaded(gold, "gold")
    for system, parse in parses:
        try:
            found = evaluate(loaded, _loaded(parse, system))
        except UDError as error:
            raise NonprojError(f"{system}: {error}") from error
        for theirs, ours in SHARED_TASK.items():
            score = found[theirs]
            totals = score.gold_total + score.system_total
            yield key._replace(system=system).value(ours, 2 * score.correct, totals)


def _loaded(data: bytes, name: str):
    return load_conllu(StringIO(data.decode()), name, SEVERAL_ROOTS)
