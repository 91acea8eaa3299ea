"""A table of all parsers and blends in a report, with accuracy, non-projective arcs and times."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import pandas as pd

from nonproj.public.values import Key, Values, items_of
from nonproj.public.variants import family_named, variant_named
from studies.plan.study.blends import Blend, Level
from studies.plan.study.study import Run, Study
from studies.store.speeds import Speed
from studies.values.peers import PeerResult

# Settings for scores on whole texts, without the points of learning curves. Nilsson's blends are
# trained on nine tenths of the training set, because set 0 is used to estimate weights.
WHOLE_TEXTS = ("", "train=90%")
PREFERRED_SPLITS = ("test", "dev", "train-cv10", "dev20")  # in order of preference
TEXT = ["treebank", "split", "setting"]  # parsers with the same values share training data
BLEND = "blend"  # the family of blends
STARTED = 1.0  # seconds; another program that takes less time does not train
# Scores are percentages; `precision` and `recall` are labelled, for non-projective arcs.
# `training`: CPU seconds, if known; `speed`: words parsed per CPU second.
MEASURED_COLUMNS = ["las", "uas", "precision", "recall", "training", "speed"]
KEY_COLUMNS = [*TEXT, "parser", "family"]


def parsers_of(
    studies: Sequence[Study],
    values: Values,
    speeds: Iterable[Speed],
    names: Iterable[str],
    settings: Sequence[str] = WHOLE_TEXTS,
) -> pd.DataFrame:
    """Return the studies' parsers and blends that have scores on whole texts.

    Treebanks are in the order of `names`, and single parsers come before blends. The training time
    is NaN if a parser uses another parser's model."""
    known = {speed.key: speed for speed in speeds if speed.seconds}
    runs = [run for study in studies for run in study.runs]
    variants = dict.fromkeys(variant for run in runs for variant in run.variants)
    texts = product(names, PREFERRED_SPLITS, settings)
    single = _framed(
        _single(text, variant, values, known) for text, variant in product(texts, variants)
    )
    return pd.concat([single, _framed(_blends(single, runs, values))], ignore_index=True)


def _framed(rows: Iterable[tuple | None]) -> pd.DataFrame:
    frame = pd.DataFrame(filter(None, rows), columns=[*KEY_COLUMNS, *MEASURED_COLUMNS])
    return frame.astype(dict.fromkeys(MEASURED_COLUMNS, float))


def _single(
    text: tuple[str, str, str], variant: str, values: Values, known: Mapping[Key, Speed]
) -> tuple | None:
    treebank, split, setting = text
    key = Key(treebank, split, variant, items_of(setting))
    scores = _scores(values, key)
    if not scores:
        return None
    family = family_named(variant_named(variant).family).label
    speed = known.get(key)
    times = (speed.training, speed.words / speed.seconds) if speed else (None, None)
    return *text, variant, family, *scores, *times


def _blends(single: pd.DataFrame, runs: Iterable[Run], values: Values) -> Iterator[tuple]:
    """Yield the blends of parsers that were all measured on the same text.

    The time of a blend is the total time of its parsers, without voting."""
    blends = [blend for run in runs for blend in run.blends]
    for (treebank, split, setting), rows in single.groupby(TEXT, sort=False):
        parsers = rows.set_index("parser")
        for name, blend in _measured(blends, parsers.index).items():
            key = Key(treebank, split, blend.system, items_of(setting)).under(blend.setting)
            if scores := _scores(values, key):
                members = parsers.loc[list(blend.parsers)]
                training = members["training"].sum(skipna=False)
                speed = 1 / (1 / members["speed"]).sum(skipna=False)
                yield treebank, split, setting, name, BLEND, *scores, training, speed


def _measured(blends: Iterable[Blend], parsers: Iterable[str]) -> dict[str, Blend]:
    """Return, by name, those blends of parses whose members are all among `parsers`."""
    known = {*parsers}
    graph = (blend for blend in blends if blend.level is Level.GRAPH)
    return {blend.name: blend for blend in graph if {*blend.parsers} <= known}


def _scores(values: Values, key: Key) -> tuple[float | None, ...]:
    """Return LAS, UAS, and non-projective precision and recall; empty if there is no LAS."""
    las = percent(values, key._replace(metric="las"))
    if las is None:
        return ()
    arcs = key.under("arcs=nonproj", "labelled")
    places = (key, "uas"), (arcs, "precision"), (arcs, "recall")
    return las, *(percent(values, place._replace(metric=metric)) for place, metric in places)


def of_peers(peers: Iterable[PeerResult]) -> pd.DataFrame:
    """Return the results of other programs; the training of one that does not train is NaN."""
    rows = [
        (
            *(peer.treebank, peer.split, "", peer.peer),
            100 * peer.las / peer.words,
            peer.training if peer.training >= STARTED else math.nan,
            peer.words / peer.parsing,
        )
        for peer in peers
    ]
    return pd.DataFrame(rows, columns=[*TEXT, "parser", "las", "training", "speed"])


def percent(values: Values, *keys: Key) -> float | None:
    """Return the percentage for the first key with a value; None if there is none, or for 0/0."""
    value = values.find(*keys)
    if value is None or value.denominator == 0:
        return None
    return 100 * value.numerator / value.denominator
