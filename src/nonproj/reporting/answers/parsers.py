"""Accuracy, non-projective arcs and times of every parser: the comparison that no paper has."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nonproj.evaluation.values import Key, Values, items_of, text_of
from nonproj.experiments.study.blends import Blend
from nonproj.experiments.study.study import Study
from nonproj.reporting.timings import Speed

# Settings of parses of a whole text by a parser that learned from all of its training data. That of
# Nilsson's blends is nine tenths, since set 0 weighs votes; points of learning curves are left out.
WHOLE = ("", "train=90%")


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


def parser_results(
    speeds: Iterable[Speed], values: Values, names: Iterable[str]
) -> list[ParserResult]:
    """All parsers on whole texts, in the order in which they were measured."""
    known = set(names)
    results = []
    for speed in speeds:
        key = speed.key
        setting = text_of(key.setting)
        scores = _scores(values, key)
        if not scores or setting not in WHOLE or key.treebank not in known or not speed.seconds:
            continue
        place = key.treebank, key.split, setting
        per_second = speed.words / speed.seconds
        results.append(ParserResult(*place, key.system, *scores, speed.training, per_second))
    return results


def blend_results(
    results: Iterable[ParserResult], values: Values, blends: Mapping[str, Blend]
) -> list[ParserResult]:
    """Blends of parsers that were measured on one text: they take what all of these take."""
    texts: dict[tuple[str, str, str], dict[str, ParserResult]] = {}
    for result in results:
        place = result.treebank, result.split, result.setting
        texts.setdefault(place, {})[result.parser] = result
    found = []
    for (treebank, split, setting), parsers in texts.items():
        for name, blend in blends.items():
            key = Key(treebank, split, blend.system, items_of(setting)).under(blend.setting)
            scores = _scores(values, key)
            if not scores or not {*blend.parsers} <= {*parsers}:
                continue
            members = [parsers[parser] for parser in blend.parsers]
            known = [one.training for one in members if one.training is not None]
            training = sum(known) if len(known) == len(members) else None
            speed = 1 / sum(1 / one.speed for one in members)
            found.append(ParserResult(treebank, split, setting, name, *scores, training, speed))
    return found


def _scores(values: Values, key: Key) -> tuple[float | None, ...]:
    """LAS, UAS, and precision and recall of non-projective arcs; empty without LAS."""
    las = percent(values, key._replace(metric="las"))
    if las is None:
        return ()
    nonprojective = key.under("arcs=nonproj", "labelled")
    found = (
        percent(values, place._replace(metric=metric))
        for place, metric in ((key, "uas"), (nonprojective, "precision"), (nonprojective, "recall"))
    )
    return las, *found


def percent(values: Values, *keys: Key) -> float | None:
    """The share of the first key that has a value; None where none has, or of nothing."""
    value = values.find(*keys)
    if value is None or value.denominator == 0:
        return None
    return 100 * value.numerator / value.denominator


@dataclass(frozen=True)
class TrainingTimes:
    """What parsers take, and all the parsers of a blend together."""

    results: Sequence[ParserResult] = ()
    blends: Sequence[ParserResult] = ()

    def of(self, treebank: str, split: str, setting: str, blend: str) -> float | None:
        """Seconds of a processor for all parsers of a blend; None where they are not known."""
        place = treebank, split, setting, blend
        times = (
            one.training
            for one in self.blends
            if (one.treebank, one.split, one.setting, one.parser) == place
        )
        return next(times, None)


def blends_of(studies: Iterable[Study]) -> dict[str, Blend]:
    """All blends by name."""
    return {blend.name: blend for study in studies for run in study.runs for blend in run.blends}
