"""Scores for tags, lemmas and trees from the CoNLL 2018 shared task's scorer (Zeman et al.)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from nonproj.public.scores import MILLION, aligned_scores, read_by_scorer, standard_errors
from nonproj.public.treebanks import Treebank
from nonproj.public.values import Key, Value

CONLL18 = "conll18-"  # begins the names of these scores
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
            yield key._replace(system=system).value(f"{CONLL18}{measure}", f1.correct, f1.total)


def errors_over_sentences(
    key: Key, gold: Treebank, parses: Mapping[str, Treebank]
) -> Iterator[Value]:
    """Return the standard errors of attachment scores, as if the sentences were a sample."""
    for system, parse in parses.items():
        for measure, error in standard_errors(gold, parse, labels="universal").items():
            name = f"{CONLL18}{measure}-se"
            yield key._replace(system=system).value(name, round(error * MILLION), MILLION)
