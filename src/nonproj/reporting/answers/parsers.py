"""Accuracy, non-projective arcs and times of every parser: the comparison that no paper has."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nonproj.evaluation.values import Key, Values, text_of
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
        las = percent(values, key._replace(metric="las"))
        if las is None or setting not in WHOLE or key.treebank not in known or not speed.seconds:
            continue
        uas = percent(values, key._replace(metric="uas"))
        precision, recall = (
            percent(values, key._replace(metric=metric).under("arcs=nonproj", "labelled"))
            for metric in ("precision", "recall")
        )
        results.append(
            ParserResult(
                *(key.treebank, key.split, setting, key.system),
                *(las, uas, precision, recall, speed.training),
                speed.words / speed.seconds,
            )
        )
    return results


def percent(values: Values, *keys: Key) -> float | None:
    """The share of the first key that has a value; None where none has, or of nothing."""
    value = values.find(*keys)
    if value is None or value.denominator == 0:
        return None
    return 100 * value.numerator / value.denominator


@dataclass(frozen=True)
class TrainingTimes:
    """What the parsers of each blend take to train, from what was measured.

    `members`: the parsers of a blend by its name."""

    results: Sequence[ParserResult] = ()
    members: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def of(self, treebank: str, split: str, setting: str, blend: str) -> float | None:
        """Seconds of a processor for all of them; None where one is not known."""
        place = treebank, split, setting
        known = {
            result.parser: result.training
            for result in self.results
            if (result.treebank, result.split, result.setting) == place
        }
        times = [known.get(parser) for parser in self.members.get(blend, ())]
        return sum(times) if times and None not in times else None


def members_of_blends(studies: Iterable[Study]) -> dict[str, Sequence[str]]:
    return {
        blend.name: blend.parsers for study in studies for run in study.runs for blend in run.blends
    }
