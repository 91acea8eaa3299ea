"""Every figure that the studies print of a parser, counted from its parses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations, product
from math import sqrt
from statistics import stdev

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.evaluation import error_profile
from nonproj.evaluation.breakdowns import (
    by_lifts,
    by_projectivity,
    by_root,
    lifted_arcs,
    pooled,
)
from nonproj.evaluation.error_profile import pre_and_post
from nonproj.evaluation.measurements import Measurement
from nonproj.evaluation.outcomes import Labels, Metric, Outcomes, outcomes_of
from nonproj.evaluation.punctuation import Punctuation
from nonproj.evaluation.scores import Attachment, attachment, error_reduction
from nonproj.trees.projectivity import nonprojective_arcs

SETTINGS = {Punctuation.INCLUDE: "", Punctuation.EXCLUDE: "punctuation=exclude"}
ATTACHMENT = (Metric.LAS, Metric.UAS)
UNBOUNDED = "covington-dinf"
SINGLE = "arc-eager+head"  # what Nilsson (2009) compares Pre and Post of all others with
# Splits on which every error is placed: by its distance to the latest, its position, its arc.
PROFILED = ("test",)
MILLION = 10**6  # resolution of a spread, which is no ratio of counts


@dataclass(frozen=True)
class Part:
    """One parse of one text: a fold, or all there is."""

    gold: Treebank
    system: Treebank
    lifted: np.ndarray | None = None  # bool per slot: its label carried ↑ before the inversion
    counts: Mapping[str, int] | None = None  # what parsing took


def parse_scores(
    name: str, split: str, setting: str, parses: Mapping[str, Sequence[Part]]
) -> list[Measurement]:
    """All figures of the parsers of one treebank; the parts of a parser are pooled."""
    rows: list[Measurement] = []
    for punctuation, convention in SETTINGS.items():
        joined = ";".join(filter(None, (setting, convention)))
        las_uas, pre_post = {}, {}
        for system, parts in parses.items():
            figure = _Figures(partial(Measurement, name, split, system), joined)
            outcomes = [
                outcomes_of(part.gold, part.system, punctuation, Labels.FULL) for part in parts
            ]
            las_uas[system] = {m: _sum(attachment(o, m) for o in outcomes) for m in ATTACHMENT}
            rows += figure.of_parser(outcomes, [part.lifted for part in parts])
            rows += figure.of_errors(outcomes, split, punctuation)
            pre_post[system] = {k: pre_and_post(outcomes, k) for k in (False, True)}
        rows += _pre_post_reductions(name, split, joined, pre_post)
        rows += _error_reductions(name, split, joined, las_uas)
    for system, parts in parses.items():
        rows += _Figures(partial(Measurement, name, split, system), setting).of_run(parts)
    return rows + list(_decision_reductions(rows, setting))


def _sum(scores) -> Attachment:
    return sum(scores, Attachment(0, 0))


@dataclass(frozen=True)
class _Figures:
    """Makes the rows of one parser under one setting."""

    measurement: partial
    setting: str

    def _row(self, setting: str, metric: str, unit: str, numerator: int, denominator: int):
        joined = ";".join(filter(None, (self.setting, setting)))
        return self.measurement(joined, metric, unit, numerator, denominator)

    def of_parser(self, outcomes: list[Outcomes], lifted: list) -> Iterator[Measurement]:
        for metric in Metric:
            scores = [attachment(o, metric) for o in outcomes]
            yield self._percent("", metric.value, _sum(scores))
            if len(scores) > 1 and metric in ATTACHMENT:
                yield from self._spread(metric.value, scores)
        for labelled in (False, True):
            kind = "labelled" if labelled else "unlabelled"
            for setting, pair in pooled([by_projectivity(o, labelled) for o in outcomes]).items():
                yield from self._pair(f"{setting};{kind}", pair)
                if "sentences=all" in setting:
                    short = setting.replace(";sentences=all", "")
                    yield from self._pair(f"{short};{kind}", pair)
        for setting, pair in pooled([by_root(o) for o in outcomes]).items():
            yield from self._pair(f"{setting};labelled", pair)
        for setting, recall in pooled([by_lifts(o) for o in outcomes]).items():
            yield self._percent(f"{setting};labelled", "recall", recall)
        if all(mask is not None for mask in lifted):
            pairs = [{"": lifted_arcs(o, mask)} for o, mask in zip(outcomes, lifted, strict=True)]
            precision = pooled(pairs)[""].precision
            yield self._percent("arcs=lifted;unlabelled", "precision", precision)

    def of_errors(
        self, outcomes: list[Outcomes], split: str, punctuation: Punctuation
    ) -> Iterator[Measurement]:
        """Where errors are; the thesis counts punctuation, of which clusters may depend."""
        for labelled in (False, True):
            yield from self.rows(error_profile.before_and_after(outcomes, labelled))
        if split in PROFILED:
            yield from self.rows(error_profile.clustering(outcomes))
            if punctuation is Punctuation.INCLUDE:
                yield from self.rows(error_profile.places(outcomes))

    def of_run(self, parts: Sequence[Part]) -> Iterator[Measurement]:
        """Counts that do not depend on which words are scored."""
        predicted, gold = (
            sum(int(nonprojective_arcs(tree.start, tree.head).sum()) for tree in trees)
            for trees in ([part.system for part in parts], [part.gold for part in parts])
        )
        yield self._row("", "n-nonproj-arcs", "count", predicted, 1)
        yield self._row("of=gold", "n-nonproj-arcs", "percent", predicted, gold)
        if all(part.counts for part in parts):
            for name in parts[0].counts:
                total = sum(part.counts[name] for part in parts)
                yield self._row("", f"n-{name}", "count", total, 1)

    def rows(self, rows: Iterable[error_profile.Row]) -> Iterator[Measurement]:
        return (self._row(*row) for row in rows)

    def _percent(self, setting: str, metric: str, score: Attachment) -> Measurement:
        return self._row(setting, metric, "percent", score.correct, score.total)

    def _pair(self, setting: str, pair) -> Iterator[Measurement]:
        yield self._percent(setting, "precision", pair.precision)
        yield self._percent(setting, "recall", pair.recall)

    def _spread(self, metric: str, scores: list[Attachment]) -> Iterator[Measurement]:
        """Standard deviation over folds, and standard error: Nilsson's σ could be either."""
        deviation = stdev(score.correct / score.total for score in scores)
        error = deviation / sqrt(len(scores))
        yield self._row("", f"{metric}-sd", "points", round(deviation * MILLION), MILLION)
        yield self._row("", f"{metric}-se", "points", round(error * MILLION), MILLION)


def _pre_post_reductions(
    name: str, split: str, setting: str, parts: Mapping[str, Mapping[bool, Mapping]]
) -> Iterator[Measurement]:
    for system, labelled in product(parts, (False, True)):
        if SINGLE in parts and system != SINGLE:
            pair = parts[SINGLE][labelled], parts[system][labelled]
            figure = _Figures(partial(Measurement, name, split, system), setting)
            yield from figure.rows(error_profile.reductions(SINGLE, *pair, labelled))


def _error_reductions(
    name: str, split: str, setting: str, scores: Mapping[str, Mapping[Metric, Attachment]]
) -> Iterator[Measurement]:
    for baseline, system in permutations(scores, 2):
        for metric in ATTACHMENT:
            reductions = error_reduction(scores[baseline][metric], scores[system][metric])
            for found, per in zip(reductions, ("", "per=remaining"), strict=True):
                items = setting, per, f"of={metric.value};baseline={baseline}"
                key = name, split, system, ";".join(filter(None, items)), "error-reduction"
                if found.denominator:
                    yield Measurement(*key, "percent", *found)


def _decision_reductions(rows: list[Measurement], setting: str) -> Iterator[Measurement]:
    """Decisions saved by a bound on degree (Nivre 2007, T3, in decisions instead of seconds)."""
    decisions = {row.system: row for row in rows if row.metric == "n-decisions"}
    baseline = decisions.pop(UNBOUNDED, None)
    for system, row in decisions.items():
        if baseline and row.denominator and system.startswith(UNBOUNDED.removesuffix("inf")):
            saved = baseline.numerator - row.numerator
            joined = ";".join(filter(None, (setting, f"of=n-decisions;baseline={UNBOUNDED}")))
            yield Measurement(
                row.treebank,
                row.split,
                system,
                joined,
                "decision-reduction",
                "percent",
                saved,
                baseline.numerator,
            )
