"""Accuracy, non-projective arcs and times of every parser: the comparison that no paper has."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nonproj.evaluation.values import Key, Values, items_of, text_of
from nonproj.experiments.study.blends import Blend, Level
from nonproj.experiments.study.study import Study
from nonproj.reporting.timings import Speed

# Settings of parses of a whole text by a parser that learned from all of its training data. That of
# Nilsson's blends is nine tenths, since set 0 weighs votes; points of learning curves are left out.
WHOLE = ("", "train=90%")
Text = tuple[str, str, str]  # treebank, split and setting


@dataclass(frozen=True)
class ParserResult:
    """One parser on one split of a treebank; shares are percentages, labelled.

    `precision`, `recall`: of non-projective arcs, where there are any. `training`: seconds of a
    processor, where they are known; `speed`: words parsed in a second of one."""

    treebank: str
    split: str
    setting: str
    parser: str
    las: float
    uas: float | None
    precision: float | None
    recall: float | None
    training: float | None
    speed: float

    @property
    def text(self) -> Text:
        """The parsers of one text learned from the same data."""
        return self.treebank, self.split, self.setting


@dataclass(frozen=True)
class ParserResults:
    """Single parsers and blends of them, in the order in which they were measured."""

    single: Sequence[ParserResult] = ()
    blends: Sequence[ParserResult] = ()

    @property
    def every(self) -> list[ParserResult]:
        return [*self.single, *self.blends]

    def training_of(self, text: Text, blend: str) -> float | None:
        """Seconds of a processor for all parsers of a blend; None where they are not known."""
        times = (one.training for one in self.blends if (one.text, one.parser) == (text, blend))
        return next(times, None)


def parser_results(
    speeds: Iterable[Speed], values: Values, names: Iterable[str], studies: Iterable[Study]
) -> ParserResults:
    """All parsers on whole texts of the named treebanks, and the blends of the studies."""
    single = list(_single(speeds, values, {*names}))
    return ParserResults(single, list(_blends(single, values, studies)))


def _single(speeds: Iterable[Speed], values: Values, treebanks: set[str]) -> Iterable[ParserResult]:
    for speed in speeds:
        key = speed.key
        setting, scores = text_of(key.setting), _scores(values, key)
        if scores and setting in WHOLE and key.treebank in treebanks and speed.seconds:
            text = key.treebank, key.split, setting
            per_second = speed.words / speed.seconds
            yield ParserResult(*text, key.system, *scores, speed.training, per_second)


def _blends(
    results: Iterable[ParserResult], values: Values, studies: Iterable[Study]
) -> Iterable[ParserResult]:
    """Blends of parses whose parsers were all measured on one text.

    They take what their parsers take one after the other; the voting itself is left out."""
    texts: dict[tuple[str, str, str], dict[str, ParserResult]] = {}
    for result in results:
        texts.setdefault(result.text, {})[result.parser] = result
    blends = [blend for study in studies for run in study.runs for blend in run.blends]
    for text, parsers in texts.items():
        for name, blend in _measured(blends, parsers.keys()).items():
            treebank, split, setting = text
            key = Key(treebank, split, blend.system, items_of(setting)).under(blend.setting)
            scores = _scores(values, key)
            if scores:
                members = [parsers[parser] for parser in blend.parsers]
                known = [one.training for one in members if one.training is not None]
                training = sum(known) if len(known) == len(members) else None
                speed = 1 / sum(1 / one.speed for one in members)
                yield ParserResult(*text, name, *scores, training, speed)


def _measured(blends: Iterable[Blend], parsers: Iterable[str]) -> dict[str, Blend]:
    """Blends of these parsers by name; the parsers say which of one name it is."""
    known = {*parsers}
    graph = (blend for blend in blends if blend.level is Level.GRAPH)
    return {blend.name: blend for blend in graph if {*blend.parsers} <= known}


def _scores(values: Values, key: Key) -> tuple[float | None, ...]:
    """LAS, UAS, and precision and recall of non-projective arcs; empty without LAS."""
    las = percent(values, key._replace(metric="las"))
    if las is None:
        return ()
    arcs = key.under("arcs=nonproj", "labelled")
    places = (key, "uas"), (arcs, "precision"), (arcs, "recall")
    return las, *(percent(values, place._replace(metric=metric)) for place, metric in places)


def percent(values: Values, *keys: Key) -> float | None:
    """The share of the first key that has a value; None where none has, or of nothing."""
    value = values.find(*keys)
    if value is None or value.denominator == 0:
        return None
    return 100 * value.numerator / value.denominator
