"""The quality of arcs' probabilities in parses and in their blends, as values."""

from collections.abc import Iterator, Mapping, Sequence

from nonproj.public.combination import blend, with_confidence_of_blend
from nonproj.public.scores import MILLION, doubts
from nonproj.public.treebanks import Treebank
from nonproj.public.values import Key, Value


def confidence_values(
    key: Key,
    gold: Treebank,
    parses: Mapping[str, Treebank],
    dev: Treebank | None,
    dev_parses: Mapping[str, Treebank],
    blends: Mapping[str, tuple[str, Sequence[str]]],
) -> Iterator[Value]:
    """Evaluate the probabilities of arcs in parses and in their blends.

    `blends` maps the name of a blend to its weights and the names of its members. If `dev`
    is given, blends are calibrated on `dev` and the parses of it."""
    for name, parse in parses.items():
        yield from _qualities(key._replace(system=name), parse, gold)
    for name, (weights, members) in blends.items():
        of_gold = [parses[member] for member in members]
        of_dev = [dev_parses[member] for member in members if dev is not None]
        how = weights, dev, of_dev
        sure = with_confidence_of_blend(blend(of_gold, *how), of_gold, *how)
        yield from _qualities(key._replace(system=name), sure, gold)


def _qualities(key: Key, parse: Treebank, gold: Treebank) -> Iterator[Value]:
    quality = doubts(parse, gold).quality
    error, found = round(quality.calibration_error * MILLION), quality.errors_found
    yield key.value("calibration-error", error, MILLION)
    yield key.value("errors-in-doubtful-tenth", found.correct, found.total)
