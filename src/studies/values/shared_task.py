"""Scores for tags, lemmas and trees from the CoNLL 2018 shared task's scorer (Zeman et al.)."""

from collections.abc import Iterable, Iterator, Sequence

from nonproj.public.scores import aligned_scores, read_by_scorer
from nonproj.public.values import Key, Value

# Subtypes of labels and language-specific features are ignored.
SHARED_TASK = "upos", "xpos", "ufeats", "lemmas", "uas", "las", "mlas", "blex"
OF_RAW_TEXT = "words", "sentences", *SHARED_TASK


def shared_task_values(
    key: Key,
    gold: bytes,
    parses: Iterable[tuple[str, bytes]],
    measures: Sequence[str] = SHARED_TASK,
) -> Iterator[Value]:
    """Score the parses of a text, given as (system, CoNLL-U).

    `key` holds the treebank, the split and the setting of the text. Each value is an F1, as (2 *
    correct, gold total + parse total)."""
    text = read_by_scorer(gold, "gold")
    for system, parse in parses:
        found = aligned_scores(text, read_by_scorer(parse, system))
        for measure in measures:
            f1 = found[measure].f1
            yield key._replace(system=system).value(f"conll18-{measure}", f1.correct, f1.total)
