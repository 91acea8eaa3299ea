"""Scores of the same parsers over several seeds, which may come from different runs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nonproj.public.scores import SEEDED_METRICS, Texts, deviation
from nonproj.public.values import Key, Value, Values, summed

SEED = "seed"


def of_seed(texts: Texts, seed: int) -> list[Value]:
    """Return the attachment scores for whole texts, and add `seed` to their settings."""
    found = (texts.find(key) for key in _keys(texts))
    return [
        replace(value, key=value.key.under(f"{SEED}={seed}"))
        for value in found
        if value is not None
    ]


def over_seeds(texts: Texts, further: Values) -> list[Value]:
    """Return the scores pooled over all N seeds, and their spread, with the setting `seeds=N`.

    Seeds from `texts` and `further` are pooled. Scores that `texts` already has for N seeds are
    left out."""
    found: list[Value] = []
    for key in _keys(texts):
        others = [other for _, other in further.along(SEED, key)]
        own = texts.find(key) if others else None
        if own is not None:
            together = _together([own, *others])
            found += [each for each in together if texts.find(each.key) is None]
    return found


def pooled(values: Iterable[Value]) -> Iterator[Value]:
    """Pool the values of each key, one for each seed, and add their standard deviation."""
    found: dict[Key, list[Value]] = {}
    for value in values:
        found.setdefault(value.key, []).append(value)
    for each in found.values():
        yield from each if len(each) == 1 else _together(each, ["sd"])


def _keys(texts: Texts) -> Iterator[Key]:
    """Yield the keys of attachment scores computed over whole texts."""
    for text in texts:
        if frozenset() in text.settings:
            for subject in text.parses:
                if not subject.items:
                    for metric in SEEDED_METRICS:
                        yield Key(text.treebank, text.split, subject.name, metric=metric)


def _together(values: Sequence[Value], kinds: Sequence[str] = ("sd", "se")) -> Iterator[Value]:
    key = values[0].key.under(f"seeds={len(values)}")
    yield replace(summed(values), key=key)
    shares = [value.numerator / value.denominator for value in values]
    for kind in kinds:
        yield key.value(f"{key.metric}-{kind}", *deviation(shares, kind == "se"))
