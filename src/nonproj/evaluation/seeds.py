"""Scores of the same parsers from several seeds, which need not be trained in one run."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nonproj.evaluation.parse_scores import ATTACHMENT, spread
from nonproj.evaluation.scores import Attachment
from nonproj.evaluation.values import Value, Values, summed

SEED = "seed"


def of_seed(scores: Iterable[Value], seed: int) -> list[Value]:
    """Attachment scores of whole texts, marked as those of a seed."""
    return [
        replace(value, key=value.key.under(f"{SEED}={seed}")) for value in _of_whole_texts(scores)
    ]


def over_seeds(scores: Values, further: Values) -> list[Value]:
    """Scores together with those of further seeds, under `seeds=N`, and their spread.

    What the scores have for N seeds already is left as it is."""
    found: list[Value] = []
    for value in _of_whole_texts(scores):
        others = [other for _, other in further.along(SEED, value.key)]
        together = list(_together([value, *others])) if others else []
        found += [each for each in together if scores.find(each.key) is None]
    return found


def _of_whole_texts(scores: Iterable[Value]) -> list[Value]:
    return [value for value in scores if value.key.metric in ATTACHMENT and not value.key.setting]


def _together(values: Sequence[Value]) -> Iterator[Value]:
    key = values[0].key.under(f"seeds={len(values)}")
    whole = summed(values)
    yield key.value(key.metric, whole.unit, whole.numerator, whole.denominator)
    attachments = [Attachment(value.numerator, value.denominator) for value in values]
    yield from spread(key, key.metric, attachments)
