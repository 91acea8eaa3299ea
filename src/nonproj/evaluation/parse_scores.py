"""Every value that the studies print of parsers and of their blends, counted from parses."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import sqrt
from statistics import stdev

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.evaluation import error_profile
from nonproj.evaluation.breakdowns import (
    PrecisionRecall,
    by_lifts,
    by_projectivity,
    by_role,
    by_root,
    lifted_arcs,
    malteval_arcs,
    pooled,
)
from nonproj.evaluation.error_profile import kind, pre_and_post
from nonproj.evaluation.outcomes import Labels, Metric, Outcomes, outcomes_of
from nonproj.evaluation.punctuation import Punctuation
from nonproj.evaluation.scores import Attachment, attachment, error_reduction
from nonproj.evaluation.values import Key, Subject, Value
from nonproj.trees.projectivity import nonprojective_arcs

CONVENTIONS = {Punctuation.INCLUDE: "", Punctuation.EXCLUDE: "punctuation=exclude"}
ATTACHMENT = (Metric.LAS, Metric.UAS)
UNBOUNDED = "covington-dinf"
# What Nilsson (2009) compares Pre and Post of all others with: T7.3 and T8.3, and T6.6.
UNTRANSFORMED = "arc-eager+raw"
SINGLES = ("arc-eager+head", UNTRANSFORMED)
# Splits on which every error is placed: by its distance to the latest, its position, its arc;
# and those on which chapter 6 of Nilsson (2009) does so, of unlabelled arcs.
PROFILED, HELD_OUT = ("test",), ("train-cv10", "dev20")
LABELS = "labels"  # that a classifier tells apart, each fold its own
OVER_FOLDS = "over=folds"  # the mean of folds instead of all of them as one text
MILLION = 10**6  # resolution of a spread, which is no ratio of counts


@dataclass(frozen=True)
class Fold:
    """One parse of one text: a fold, or all there is."""

    gold: Treebank
    system: Treebank
    lifted: np.ndarray | None = None  # bool per slot: its label carried ↑ before the inversion
    counts: Mapping[str, int] | None = None  # what parsing took


Parses = Mapping[Subject, Sequence[Fold]]
Pairs = Collection[tuple[Subject, Subject]]


def parse_scores(
    name: str, split: str, settings: Iterable[str], parses: Parses, pairs: Pairs
) -> list[Value]:
    """All values of the parsers of one treebank under each setting; folds are pooled.

    Errors are compared within the pairs, in both directions, over parsers and blends that have no
    setting."""
    return [
        value
        for setting in settings
        for value in _under_one_setting(Key(name, split, "").under(setting), parses, pairs)
    ]


def _under_one_setting(text: Key, parses: Parses, pairs: Pairs) -> Iterator[Value]:
    for punctuation, convention in CONVENTIONS.items():
        keys = {system: _key(text.under(convention), system) for system in parses}
        las_uas, pre_post, at_root = {}, {}, {}
        for system, folds in parses.items():
            key = keys[system]
            outcomes = [outcomes_of(f.gold, f.system, punctuation, Labels.FULL) for f in folds]
            las_uas[system] = {m: _sum(attachment(o, m) for o in outcomes) for m in ATTACHMENT}
            yield from _scores(key, outcomes)
            yield from _breakdowns(key, outcomes, [fold.lifted for fold in folds])
            yield from _errors(key, outcomes, punctuation)
            pre_post[system] = {k: pre_and_post(outcomes, k) for k in (False, True)}
            at_root[system] = pooled([by_root(o) for o in outcomes])["arcs=root"].precision
        yield from _pre_post_reductions(keys, pre_post)
        yield from _gains(keys, las_uas, at_root)
        yield from _error_reductions(keys, las_uas, pairs)
    runs = [list(_of_run(_key(text, system), folds)) for system, folds in parses.items()]
    yield from (value for run in runs for value in run)
    yield from _decision_reductions(value for run in runs for value in run)


def _key(text: Key, system: Subject) -> Key:
    return text._replace(system=system.name, setting=text.setting | system.items)


def _sum(scores: Iterable[Attachment]) -> Attachment:
    return sum(scores, Attachment(0, 0))


def _scores(key: Key, outcomes: Sequence[Outcomes]) -> Iterator[Value]:
    for metric in Metric:
        scores = [attachment(o, metric) for o in outcomes]
        yield _percent(key, metric.value, _sum(scores))
        if metric in ATTACHMENT and key.split in HELD_OUT:
            yield _mean(key.under(OVER_FOLDS), metric.value, scores)
        if len(scores) > 1 and metric in ATTACHMENT:
            for place in (key, key.under(OVER_FOLDS)):
                yield from spread(place, metric.value, scores)


def _breakdowns(
    key: Key, outcomes: Sequence[Outcomes], lifted: Sequence[np.ndarray | None]
) -> Iterator[Value]:
    for labelled in (False, True):
        for setting, pair in pooled([by_projectivity(o, labelled) for o in outcomes]).items():
            inside = key.under(setting, kind(labelled))
            yield from _pair(inside, pair)
            if "sentences=all" in inside.setting:
                shorter = inside._replace(setting=inside.setting - {"sentences=all"})
                yield from _pair(shorter, pair)
    if key.split in HELD_OUT:
        counted = pooled([{"arcs=nonproj-malteval": malteval_arcs(o)} for o in outcomes])
        for setting, pair in counted.items():
            yield from _pair(key.under(setting, "unlabelled"), pair)
    for setting, pair in pooled([by_root(o) for o in outcomes]).items():
        yield from _pair(key.under(setting, "labelled"), pair)
    for setting, recall in pooled([by_lifts(o) for o in outcomes]).items():
        yield _percent(key.under(setting, "labelled"), "recall", recall)
    for setting, pair in pooled([by_role(o) for o in outcomes]).items():
        yield from _pair(key.under(setting), pair)
    if all(mask is not None for mask in lifted):
        pairs = [{"": lifted_arcs(o, mask)} for o, mask in zip(outcomes, lifted, strict=True)]
        precision = pooled(pairs)[""].precision
        yield _percent(key.under("arcs=lifted;unlabelled"), "precision", precision)


def _errors(key: Key, outcomes: Sequence[Outcomes], punctuation: Punctuation) -> Iterator[Value]:
    """Errors by place; the thesis counts punctuation, on which clusters may depend."""
    for labelled in (False, True):
        yield from error_profile.before_and_after(key, outcomes, labelled)
    if key.split in PROFILED:
        yield from error_profile.clustering(key, outcomes)
        if punctuation is Punctuation.INCLUDE:
            yield from error_profile.positions(key, outcomes)
    if key.split in HELD_OUT and punctuation is Punctuation.EXCLUDE:
        yield from error_profile.clustering(key, outcomes, labelled=False)
        yield from error_profile.lengths(key, outcomes, labelled=False)


def _of_run(key: Key, folds: Sequence[Fold]) -> Iterator[Value]:
    """Counts that do not depend on which words are scored."""
    predicted, gold = (
        sum(int(nonprojective_arcs(tree.start, tree.head).sum()) for tree in trees)
        for trees in ([fold.system for fold in folds], [fold.gold for fold in folds])
    )
    yield key.value("n-nonproj-arcs", "count", predicted)
    yield key.under("of=gold").value("n-nonproj-arcs", "percent", predicted, gold)
    if all(fold.counts for fold in folds):
        for name in folds[0].counts:
            total = sum(fold.counts[name] for fold in folds)
            if name == LABELS:
                yield key.value("n-labels", "ratio", total, len(folds))
            else:
                yield key.value(f"n-{name}", "count", total)


def _percent(key: Key, metric: str, score: Attachment) -> Value:
    return key.value(metric, "percent", score.correct, score.total)


def _pair(key: Key, pair: PrecisionRecall) -> Iterator[Value]:
    yield _percent(key, "precision", pair.precision)
    yield _percent(key, "recall", pair.recall)


def _mean(key: Key, metric: str, scores: Sequence[Attachment]) -> Value:
    """The mean of the folds (Nilsson 2009, 5.2), of which a text in one piece is one."""
    if len(scores) == 1:
        return _percent(key, metric, scores[0])
    mean = sum(score.correct / score.total for score in scores) / len(scores)
    return key.value(metric, "percent", round(mean * MILLION), MILLION)


def spread(key: Key, metric: str, scores: Sequence[Attachment]) -> Iterator[Value]:
    """Standard deviation over folds or seeds, and standard error: Nilsson's σ could be either."""
    deviation = stdev(score.correct / score.total for score in scores)
    error = deviation / sqrt(len(scores))
    yield key.value(f"{metric}-sd", "points", round(deviation * MILLION), MILLION)
    yield key.value(f"{metric}-se", "points", round(error * MILLION), MILLION)


def _pre_post_reductions(
    keys: Mapping[Subject, Key], parts: Mapping[Subject, Mapping[bool, Mapping]]
) -> Iterator[Value]:
    for name, system, labelled in product(SINGLES, parts, (False, True)):
        single = Subject(name)
        if single in parts and system != single:
            pair = parts[single][labelled], parts[system][labelled]
            yield from error_profile.reductions(keys[system], name, *pair, labelled)


def _gains(
    keys: Mapping[Subject, Key],
    scores: Mapping[Subject, Mapping[Metric, Attachment]],
    at_root: Mapping[Subject, Attachment],
) -> Iterator[Value]:
    """Points gained, and errors less at the root, in words that no longer attach there (8.3.4)."""
    for single, system in product(map(Subject, SINGLES), scores):
        if single not in scores or system == single:
            continue
        key = keys[system].under(f"baseline={single}")
        for metric, score in scores[system].items():
            gain = score.correct - scores[single][metric].correct
            yield key.under(f"of={metric.value}").value("difference", "points", gain, score.total)
        reduction = error_reduction(at_root[single], at_root[system]).of_baseline
        of_root = key.under("of=precision;arcs=root;labelled")
        yield of_root.value("error-reduction", "percent", *reduction)


def _error_reductions(
    keys: Mapping[Subject, Key], scores: Mapping[Subject, Mapping[Metric, Attachment]], pairs: Pairs
) -> Iterator[Value]:
    wanted = {*pairs, *((b, a) for a, b in pairs)}
    for baseline, system in permutations(scores, 2):
        for metric in ATTACHMENT if not baseline.items and (system, baseline) in wanted else ():
            reductions = error_reduction(scores[baseline][metric], scores[system][metric])
            for found, per in zip(reductions, ("", "per=remaining"), strict=True):
                key = keys[system].under(per, f"of={metric.value}", f"baseline={baseline}")
                if found.denominator:
                    yield key.value("error-reduction", "percent", *found)


def _decision_reductions(values: Iterable[Value]) -> Iterator[Value]:
    """Decisions saved by a bound on degree (Nivre 2007, T3, in decisions instead of seconds)."""
    decisions = {value.key.system: value for value in values if value.key.metric == "n-decisions"}
    baseline = decisions.pop(UNBOUNDED, None)
    for system, value in decisions.items():
        if baseline and system.startswith(UNBOUNDED.removesuffix("inf")):
            saved = baseline.numerator - value.numerator
            key = value.key.under(f"of=n-decisions;baseline={UNBOUNDED}")
            yield key.value("decision-reduction", "percent", saved, baseline.numerator)
