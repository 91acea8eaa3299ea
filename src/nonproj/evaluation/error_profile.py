"""Errors by their place in a sentence and in a tree (Nilsson 2009, chapters 4, 7 and 8)."""

from collections.abc import Iterator, Mapping, Sequence

from nonproj.evaluation.breakdowns import by_depth, by_length, by_position, pooled
from nonproj.evaluation.outcomes import Outcomes
from nonproj.evaluation.propagation import error_clustering, normalised_error, pre_post
from nonproj.evaluation.scores import Attachment, error_reduction
from nonproj.evaluation.values import Key, Value

LAST_LENGTH, LAST_DEPTH = 15, 12  # arcs that are longer or deeper are one class
# Classes that are classes taken together: those of table 4.3 (bin), those beyond the 25th word,
# and those that sections 7.3.3 and 8.3.4 speak of (depth, length).
SPANS = {
    "bin": {"1-2": slice(0, 2), "3-7": slice(2, 7)},
    "position": {">25": slice(5, None)},
    "depth": {"0-5": slice(0, 6), ">9": slice(10, None)},
    "length": {"1-5": slice(0, 5), "3-6": slice(2, 6), ">6": slice(6, -1)},  # the last are roots
}


def kind(labelled: bool) -> str:
    return "labelled" if labelled else "unlabelled"


def before_and_after(key: Key, outcomes: Sequence[Outcomes], labelled: bool) -> Iterator[Value]:
    """The error rate, and error rate, accuracy and share of words of Pre and Post (4.2.1)."""
    parts = pre_and_post(outcomes, labelled)
    whole = parts["pre"] + parts["post"]
    key = key.under(kind(labelled))
    yield _errors(key, "error-rate", whole)
    for name, part in parts.items():
        yield _errors(key, f"{name}-error-rate", part)
        yield key.value(f"{name}-accuracy", "percent", part.correct, part.total)
        yield key.value(f"{name}-token-share", "percent", part.total, whole.total)
        yield _normalised(key, f"norm-{name}-error-rate", part, whole)


def reductions(
    key: Key,
    baseline: str,
    of_baseline: Mapping[str, Attachment],
    of_other: Mapping[str, Attachment],
    labelled: bool,
) -> Iterator[Value]:
    """Reductions of the baseline's errors in Pre and in Post (tables 7.3 and 8.3)."""
    for name, part in of_baseline.items():
        found = error_reduction(part, of_other[name]).of_baseline
        compared = key.under(kind(labelled), f"baseline={baseline}")
        yield compared.value(f"{name}-error-reduction", "percent", *found)


def pre_and_post(outcomes: Sequence[Outcomes], labelled: bool) -> dict[str, Attachment]:
    found = [pre_post(o, labelled) for o in outcomes]
    return pooled([{"pre": parts.pre, "post": parts.post} for parts in found])


def clustering(key: Key, outcomes: Sequence[Outcomes], labelled: bool = True) -> Iterator[Value]:
    """Error rates by the distance to the latest error; how many words each bin holds (4.2.1)."""
    bins = pooled([error_clustering(o, labelled) for o in outcomes])
    whole = _sum(bins)
    for name, part in _classes(bins, "bin").items():
        inside = key.under(kind(labelled), name)
        yield from _error_rates(inside, part, whole)
        yield inside.value("token-share", "percent", part.total, whole.total)


def positions(key: Key, outcomes: Sequence[Outcomes]) -> Iterator[Value]:
    """Error rates by position (figure 8.3), precision and recall by the depth and the length of
    arcs (figures 7.3 and 8.4), all labelled."""
    bins = pooled([by_position(o) for o in outcomes])
    whole = _sum(bins)
    for name, part in _classes(bins, "position").items():
        yield from _error_rates(key.under("labelled", name), part, whole)
    depths = pooled([by_depth(o, last=LAST_DEPTH) for o in outcomes])
    yield from _precision_recall(key.under("labelled"), _classes(depths, "depth"))
    yield from lengths(key, outcomes)


def lengths(key: Key, outcomes: Sequence[Outcomes], labelled: bool = True) -> Iterator[Value]:
    """Precision and recall by the length of arcs (figures 6.8, 7.3 and 8.4)."""
    found = pooled([by_length(o, labelled, last=LAST_LENGTH) for o in outcomes])
    yield from _precision_recall(key.under(kind(labelled)), _classes(found, "length"))


def _precision_recall(key: Key, classes: Mapping) -> Iterator[Value]:
    for name, pair in classes.items():
        for metric, side in (("precision", pair.precision), ("recall", pair.recall)):
            yield key.under(name).value(metric, "percent", side.correct, side.total)


def _classes(table: Mapping, item: str) -> dict:
    """All classes of a breakdown and those of SPANS, as items of a setting."""
    classes = {f"{item}={name.removeprefix('bin=')}": part for name, part in table.items()}
    parts = list(table.values())
    return classes | {f"{item}={name}": _sum(parts[s]) for name, s in SPANS[item].items()}


def _sum(parts):
    first, *others = parts.values() if isinstance(parts, Mapping) else parts
    return sum(others, first)


def _error_rates(key: Key, part: Attachment, whole: Attachment) -> Iterator[Value]:
    yield _errors(key, "error-rate", part)
    yield _normalised(key, "norm-error-rate", part, whole)


def _errors(key: Key, metric: str, part: Attachment) -> Value:
    return key.value(metric, "percent", part.errors, part.total)


def _normalised(key: Key, metric: str, part: Attachment, whole: Attachment) -> Value:
    return key.value(metric, "percent-of-total-error", *normalised_error(part, whole))
