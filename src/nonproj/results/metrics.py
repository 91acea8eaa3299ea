"""Metrics and settings: quantities that can be counted for a parse, and the words they cover.

A metric is a ratio of two counts over a frame with one row per word (`nonproj.results.words`). A
setting is a set of items, `name` or `name=value`, that define which words count, when a word is
right, and which system to compare with."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import stdev
from typing import NamedTuple

import numpy as np

from nonproj.errors import did_you_mean
from nonproj.results.values import drop_items, named_items

MILLION = 10**6  # denominator of means, spreads and p-values, which are not ratios of counts
LIFTS = {"0": 0, "1": 1, "2": 2, "3": 3, ">3": 4}
ARC_CLASSES = {"nonproj": "nonproj", "nonproj-malteval": "malteval", "root": "root"}
OTHER_ARCS = {"proj": "nonproj", "non-root": "root"}  # class -> the class that it excludes
LIFTED_ARCS = "lifted"
WORD_ROLES = ("conjuncts", "auxiliaries")
Frame = Mapping[str, np.ndarray]  # columns with a row for each word


@dataclass(frozen=True)
class Parsed:
    """The words of a parse, and how many operations the parser needed in each fold."""

    words: Frame
    counts: Sequence[Mapping[str, int]] = ()
    marks_lifts: bool = False  # whether labels marked the lifted arcs


def rows_of(frame: Frame, mask: np.ndarray) -> Frame:
    return {name: column[mask] for name, column in frame.items()}


class Counts(NamedTuple):
    """A ratio of two whole numbers; a denominator of 0 means that there was nothing to count."""

    numerator: int
    denominator: int = 1


class UnansweredError(Exception):
    """Error for a question that a parse cannot answer, such as one about a missing baseline."""


class Question:
    """The words of a parse that a setting selects, and which of them are right.

    `others`: other parses of the same text, by name, that this parse may be compared with."""

    def __init__(
        self, parsed: Parsed, items: Iterable[str] = (), others: Mapping[str, Parsed] | None = None
    ) -> None:
        self.parsed, self.others = parsed, others or {}
        self.setting = frozenset(items)
        self.items = named_items(self.setting)
        scored = "punctuation" in self.items
        self._rows = ~parsed.words["punctuation"] if scored else slice(None)
        self.labelled = "labelled" in self.items

    def __len__(self) -> int:
        return len(self.column("head"))

    def column(self, name: str) -> np.ndarray:
        return self.parsed.words[name][self._rows]

    def right(self, labelled: bool | None = None) -> np.ndarray:
        """Mark words with the right head; if labels count, the label must also be right."""
        with_label = self.labelled if labelled is None else labelled
        return self.column("head") & self.column("label") if with_label else self.column("head")

    def inside(self, side: str) -> np.ndarray:
        """Mark the words whose arc in the gold or system tree is selected by the setting."""
        mask = np.ones(len(self), bool)
        for name, value in self.items.items():
            if (keeps := SETTINGS[name].keeps) is not None:
                mask &= keeps(self, side, value)
        return mask

    def without(self, *names: str) -> "Question":
        """Return the same question without the named items."""
        return Question(self.parsed, drop_items(self.setting, *names), self.others)

    def count(self, metric: str) -> Counts:
        count = METRICS[metric].count
        if count is None:
            raise UnansweredError(metric)
        return count(self)

    def beside_baseline(self, metric: str = "") -> tuple[Counts, Counts]:
        """Return the counts for this parse and for the baseline, under `metric`.

        By default, the item `of` names the metric."""
        metric, baseline = metric or self.items.get("of", ""), self.items.get("baseline")
        if baseline not in self.others or metric not in METRICS:
            raise UnansweredError(f"{metric} over {baseline}")
        own = self.without("of", "baseline", "per")
        return own.count(metric), Question(self.others[baseline], own.setting).count(metric)

    def folds(self) -> list["Question"]:
        """Return the same question for each fold."""
        words = self.parsed.words
        folds = dict.fromkeys(words["fold"].tolist())
        parts = (Parsed(rows_of(words, words["fold"] == fold)) for fold in folds)
        return [Question(part, self.setting) for part in parts]

    def exact(self, labelled: bool) -> np.ndarray:
        """Mark the sentences in which every scored word is right; omit those without any."""
        return self.per_sentence(~self.right(labelled)) == 0

    def per_sentence(self, mask: np.ndarray) -> np.ndarray:
        """Count the marked words in each sentence; omit the sentences with no scored words."""
        if not len(mask):
            return np.zeros(0, np.int64)
        return np.add.reduceat(mask.astype(np.int64), self._first)

    def part(self, name: str) -> np.ndarray:
        """Mark the words in one part of each sentence: Pre or Post (Nilsson 2009, 4.2.1).

        Pre ends with the first error of a sentence; Post holds all later words."""
        return ((self._earlier_errors() == 0) == (name == "pre")) & self.inside("gold")

    def distance(self) -> np.ndarray:
        """Measure how far each word is from the last error before it or the sentence start."""
        errors = self._earlier_errors()
        first = np.flatnonzero(_changes(self.column("sentence")) | _changes(errors))
        return np.arange(1, len(errors) + 1) - np.repeat(first, np.diff(first, append=len(errors)))

    def _earlier_errors(self) -> np.ndarray:
        """Count, for each word, the wrong words before it in its sentence."""
        wrong = ~self.right()
        earlier, first = np.cumsum(wrong) - wrong, self._first
        return earlier - np.repeat(earlier[first], np.diff(first, append=len(wrong)))

    @property
    def _first(self) -> np.ndarray:
        """The index of the first scored word in each sentence that has scored words."""
        return np.flatnonzero(_changes(self.column("sentence")))


def _changes(numbers: np.ndarray) -> np.ndarray:
    """Mark the positions at which the number differs from the one before it."""
    return np.diff(numbers, prepend=-1) != 0


class Item(NamedTuple):
    """A kind of item in a setting, with a pattern for its values.

    `keeps`: a function that marks the words selected by the item; None if it selects none.
    `classes`: the item's values along the axis of a figure. `asks`: whether the item is part of a
    question about words; other items distinguish texts, parsers and treebanks."""

    values: str = ""
    keeps: Callable[[Question, str, str], np.ndarray] | None = None
    classes: tuple[str, ...] = ()
    asks: bool = True


def _in_range(numbers: np.ndarray, value: str) -> np.ndarray:
    """Mark numbers that match `value`: a number, a span such as "3-7", or a bound such as ">7"."""
    if value.startswith(">"):
        return numbers > int(value[1:])
    low, _, high = value.partition("-")
    return (numbers >= int(low)) & (numbers <= int(high or low))


def _arcs(question: Question, side: str, value: str) -> np.ndarray:
    if value == "all":
        return np.ones(len(question), bool)
    if value == LIFTED_ARCS:  # as marked in the label before the inverse (Nilsson 2009, T5.7)
        if not question.parsed.marks_lifts:
            raise UnansweredError(LIFTED_ARCS)
        return question.column(LIFTED_ARCS if side == "system" else "gold_nonproj")
    if value in OTHER_ARCS:
        return ~question.column(f"{side}_{OTHER_ARCS[value]}")
    return question.column(f"{side}_{ARC_CLASSES[value]}")


def _sentences(question: Question, side: str, value: str) -> np.ndarray:
    """Mark the words of sentences whose gold tree is projective or not, as `value` asks."""
    inside = question.column("nonproj_sentence")
    return {"all": inside | True, "nonprojective": inside, "projective": ~inside}[value]


def _length(question: Question, side: str, value: str) -> np.ndarray:
    """Mark the arcs whose length is in the given class; arcs from node 0 form a separate class.

    MaltEval also separates arcs from node 0 (Nilsson 2009, figure 7.3)."""
    root = question.column(f"{side}_root")
    return root if value == "root" else ~root & _in_range(question.column(f"{side}_length"), value)


_RANGE = r">?\d+|\d+-\d+"
_NUMBER, _NAME = r"\d+", r"[^;]+"
SETTINGS: dict[str, Item] = {
    "labelled": Item(),  # an arc is right only if its label is right
    "unlabelled": Item(),
    "punctuation": Item("exclude"),
    "arcs": Item("|".join((*ARC_CLASSES, *OTHER_ARCS, LIFTED_ARCS, "all")), _arcs),
    "sentences": Item("all|projective|nonprojective", _sentences),
    "lifts": Item("|".join(LIFTS), lambda q, _, v: q.column("lifts") == LIFTS[v], (*LIFTS,)),
    "tokens": Item("|".join(WORD_ROLES), lambda q, side, v: q.column(f"{side}_{v}")),
    "length": Item(f"{_RANGE}|root", _length, (*map(str, range(1, 16)), ">15", "root")),
    "depth": Item(
        _RANGE,
        lambda q, side, v: _in_range(q.column(f"{side}_depth"), v),
        (*map(str, range(13)), ">12"),
    ),
    "position": Item(
        _RANGE,
        lambda q, _, v: _in_range(q.column("position"), v),
        (*(f"{i}-{i + 4}" for i in range(1, 50, 5)), ">50"),
    ),
    "bin": Item(_RANGE, lambda q, _, v: _in_range(q.distance(), v), (*map(str, range(1, 8)), ">7")),
    "over": Item("folds"),  # the mean over folds; by default, all folds are one text
    "baseline": Item(_NAME),  # the parser with which this one is compared
    "of": Item(_NAME),  # the metric that is compared, or `gold`
    "per": Item("remaining"),  # divide by the errors that are left
    "against": Item(_NAME),  # the system that a test compares this one with
    # Texts and training runs, combinations of parsers, oracles.
    "train": Item(r"\d+%", asks=False),
    "seed": Item(_NUMBER, asks=False),
    "seeds": Item(_NUMBER, asks=False),
    "classifiers": Item(_NAME, asks=False),
    "conditions": Item("thesis|split|own-root|mvdm", asks=False),  # conditions of votes
    "accumulate": Item(asks=False),
    "parsers": Item(_NUMBER, asks=False),
    "parser": Item(_NAME, asks=False),
    "labels": Item(_NUMBER, asks=False),  # how many labels generic transformations move
    "peak": Item(asks=False),
    "worst": Item(asks=False),
    "cause": Item("filter|threshold|search|model", asks=False),
    "moved": Item("fixed|broken|neither", asks=False),
    "oracle": Item(asks=False),
    "leftovers": Item("right-arc", asks=False),
    # Treebanks.
    "level": Item("edge|sentence", asks=False),
    "max-degree": Item(_NUMBER, asks=False),
    "max-gap-degree": Item(_NUMBER, asks=False),
    "1-endpoint-crossing": Item(asks=False),
    "planar": Item(asks=False),
    "2-planar": Item(asks=False),
    "well-nested": Item(asks=False),
    "new-labels": Item("lifted|path-only", asks=False),
    "loss": Item(_NAME, asks=False),
    "passes": Item(_RANGE, asks=False),
    "search": Item(_NAME, asks=False),
}


PLACES = ("bin", "position")  # items that select some words of a sentence


@dataclass(frozen=True)
class MetricRow:
    """A metric: its unit, its printed name, how to count it over words, and how to test it.

    test: "mcnemar" if both parsers are scored on the same words; "permutation" if each parser is
    scored on different words; "bootstrap" for Pre and Post, which also differ between parsers."""

    unit: str
    label: str
    count: Callable[[Question], Counts] | None = None  # None: measured without words
    test: str = ""


def _share(mask: np.ndarray, right: np.ndarray) -> Counts:
    return Counts(int(np.sum(mask & right)), int(np.sum(mask)))


def _attachment(labelled: bool) -> Callable[[Question], Counts]:
    def count(question: Question) -> Counts:
        whole = _share(question.inside("gold"), question.right(labelled))
        return _over_folds(question, whole, labelled) if "over" in question.items else whole

    return count


def _over_folds(question: Question, whole: Counts, labelled: bool) -> Counts:
    """Return the mean over folds (Nilsson 2009, 5.2); an unsplit text counts as one fold."""
    scores = fold_scores("las" if labelled else "uas", question)
    return whole if len(scores) == 1 else Counts(round(scores.mean() * MILLION), MILLION)


def fold_scores(metric: str, question: Question) -> np.ndarray:
    """Return the score of each fold, as a number from 0 to 1."""
    counts = [fold.count(metric) for fold in question.without("over").folds()]
    if not all(total for _, total in counts):
        raise UnansweredError("a fold without such words")
    return np.array([right / total for right, total in counts])


def _exact_match(question: Question, labelled: bool) -> Counts:
    exact = question.exact(labelled)
    return Counts(int(exact.sum()), len(exact))


def _error_rate(question: Question) -> Counts:
    return _share(question.inside("gold"), ~question.right())


def normalised(part: Counts, whole: Counts) -> Counts:
    """Divide the error rate in a part by the overall error rate; 0/0 if there are no errors."""
    return Counts(part.numerator * whole.denominator, part.denominator * whole.numerator)


def _n_nonproj(question: Question) -> Counts:
    """Count predicted non-projective arcs; with `of=gold`, divide by the number of gold ones."""
    predicted, gold = (int(question.column(f"{side}_nonproj").sum()) for side in ("system", "gold"))
    return Counts(predicted, gold) if question.items.get("of") == "gold" else Counts(predicted)


def _in_run(name: str) -> Callable[[Question], Counts]:
    """Return a function that adds up one of the parser's counts over folds; labels are averaged."""

    def count(question: Question) -> Counts:
        took = question.parsed.counts
        if not took or name not in took[0]:
            raise UnansweredError(name)
        return Counts(sum(fold[name] for fold in took), len(took) if name == "labels" else 1)

    return count


def error_reduction(own: Counts, baseline: Counts, of_remaining: bool = False) -> Counts:
    """Return (p' - p) / (1 - p), or, as in table 8.2 of Nilsson (2009), (p' - p) / (1 - p').

    p' is the parser's share of right words, and p is the baseline's share. The two shares may refer
    to different numbers of words, as in Pre and Post. If the numbers of words are equal, the result
    counts errors, so that the results for several texts can be added up."""
    (right, words), (baseline_right, baseline_words) = own, baseline
    if words == baseline_words:
        return Counts(right - baseline_right, words - (right if of_remaining else baseline_right))
    gain = right * baseline_words - baseline_right * words
    if of_remaining:
        return Counts(gain, (words - right) * baseline_words)
    return Counts(gain, (baseline_words - baseline_right) * words)


def difference(own: Counts, baseline: Counts) -> Counts:
    """Return the parser's share of right words minus the baseline's."""
    (right, words), (baseline_right, baseline_words) = own, baseline
    if words == baseline_words:
        return Counts(right - baseline_right, words)
    gain = right * baseline_words - baseline_right * words
    return Counts(gain, words * baseline_words)


def _decision_reduction(question: Question) -> Counts:
    """Return the share of the baseline's decisions that a bound on the degree saves.

    Table 3 of Nivre (2007) reports seconds, not decisions."""
    (own, _), (baseline, _) = question.beside_baseline()
    return Counts(baseline - own, baseline)


def _part_metrics(part: str) -> dict[str, MetricRow]:
    """Return the metrics for one part, Pre or Post."""
    name = part.capitalize()

    def errors(question: Question) -> Counts:
        return _share(question.part(part), ~question.right())

    return {
        f"{part}-accuracy": MetricRow(
            "percent", f"accuracy in {name}", lambda q: _share(q.part(part), q.right()), "bootstrap"
        ),
        f"{part}-error-rate": MetricRow("percent", f"errors in {name}", errors),
        f"{part}-token-share": MetricRow(
            "percent", f"share of words in {name}",
            lambda q: Counts(int(q.part(part).sum()), len(q)),
        ),
        f"norm-{part}-error-rate": MetricRow(
            "percent-of-total-error", f"normalised errors in {name}",
            lambda q: normalised(errors(q), _error_rate(q.without(*PLACES))),
        ),
        f"{part}-error-reduction": MetricRow(
            "percent", f"error reduction in {name}",
            lambda q: error_reduction(*q.beside_baseline(f"{part}-accuracy")),
        ),
    }  # fmt: skip


def _spread(metric: str, kind: str) -> MetricRow:
    """Return the metric for the standard deviation (sd) or standard error (se) over folds or seeds.

    It is unclear which of the two Nilsson (2009) calls σ."""

    def count(question: Question) -> Counts:
        scores = fold_scores(metric, question)
        if len(scores) < 2:
            raise UnansweredError("one fold")
        return deviation(scores, kind == "se")

    return MetricRow("points", f"{kind.upper()} of {metric.upper()}", count)


def deviation(scores: Iterable[float], error: bool = False) -> Counts:
    """Return the standard deviation of scores, or the standard error of their mean."""
    scores = [*map(float, scores)]
    return Counts(round(stdev(scores) / (sqrt(len(scores)) if error else 1) * MILLION), MILLION)


_OVER_WORDS: dict[str, MetricRow] = {
    "las": MetricRow("percent", "LAS", _attachment(True), "mcnemar"),
    "uas": MetricRow("percent", "UAS", _attachment(False), "mcnemar"),
    "label-accuracy": MetricRow(
        "percent", "label accuracy",
        lambda q: _share(q.inside("gold"), q.column("label")), "mcnemar",
    ),
    "lem": MetricRow("percent", "LEM", lambda q: _exact_match(q, True), "mcnemar"),
    "uem": MetricRow("percent", "UEM", lambda q: _exact_match(q, False), "mcnemar"),
    "recall": MetricRow(
        "percent", "recall", lambda q: _share(q.inside("gold"), q.right()), "mcnemar"
    ),
    "precision": MetricRow(
        "percent", "precision", lambda q: _share(q.inside("system"), q.right()), "permutation"
    ),
    "error-rate": MetricRow("percent", "errors", _error_rate),
    "norm-error-rate": MetricRow(
        "percent-of-total-error", "normalised errors",
        lambda q: normalised(_error_rate(q), _error_rate(q.without(*PLACES))),
    ),
    "token-share": MetricRow(
        "percent", "share of words", lambda q: Counts(int(q.inside("gold").sum()), len(q))
    ),
    **_part_metrics("pre"),
    **_part_metrics("post"),
    "error-reduction": MetricRow(
        "percent", "error reduction",
        lambda q: error_reduction(*q.beside_baseline(), "per" in q.items),
    ),
    "difference": MetricRow("points", "difference", lambda q: difference(*q.beside_baseline())),
    "n-nonproj-arcs": MetricRow("count", "non-projective arcs", _n_nonproj),
    **{
        f"n-{name}": MetricRow("count", label, _in_run(name))
        for name, label in {
            "decisions": "decisions", "factors": "factors", "npa-moves": "moves",
            "npa-tried": "moves tried",
        }.items()
    },
    "n-labels": MetricRow("ratio", "labels", _in_run("labels")),
    "decision-reduction": MetricRow("percent", "saved decisions", _decision_reduction),
    **{f"{m}-{kind}": _spread(m, kind) for m in ("las", "uas") for kind in ("sd", "se")},
}  # fmt: skip
# P-values, both unadjusted and Holm-adjusted for the pairs of systems on a text.
_P_VALUES = {
    f"{name}-p{suffix}": MetricRow("probability", f"p of {metric.label}")
    for name, metric in _OVER_WORDS.items() if metric.test for suffix in ("", "-holm")
}  # fmt: skip
_OF_TREEBANKS = {
    name: MetricRow(unit, name.replace("pct-", "% ").removeprefix("n-").replace("-", " "))
    for unit, names in {
        "percent": "pct-arcs pct-lost coverage pct-restructured n-passes n-lifts pct-proj-arcs"
        " pct-nonproj-sentences pct-nonproj-arcs pct-multiroot-sentences pct-separators"
        " pct-order-of-lifts pct-conjuncts pct-auxiliary-verbs mean-las conll18-upos conll18-xpos"
        " conll18-ufeats conll18-lemmas conll18-uas conll18-las conll18-mlas conll18-blex"
        " calibration-error errors-in-doubtful-tenth",
        "words": "mean-arc-length",
        "ratio": "branching tokens-per-sentence peak-n-parsers expected-crossings"
        " variance-of-crossings z-of-crossings",
        "count": "n-structures n-tokens n-sentences n-pos n-feats n-cpos n-arcs n-missed n-moved"
        " n-better n-worse max-sentence-length n-crossings",
        "boolean": "has-lemma has-lemma-or-feats",
        "seconds": "time-s restoring-time-s",
    }.items()
    for name in names.split()
}
METRICS = _OVER_WORDS | _P_VALUES | _OF_TREEBANKS


def require_metric(name: str) -> None:
    """Raise ValueError if there is no metric with this name."""
    if name not in METRICS:
        raise ValueError(f"metric {name!r} is not known{did_you_mean(name, METRICS)}")


def require_setting(items: Iterable[str]) -> None:
    """Raise ValueError if the name or the value of an item is unknown."""
    for item in items:
        [(name, value)] = named_items([item]).items()
        if name not in SETTINGS:
            raise ValueError(
                f"setting {item!r}: {name!r} is not known{did_you_mean(name, SETTINGS)}"
            )
        pattern = SETTINGS[name].values
        complete = f"{name}={value}" if pattern else name
        if item != complete or not re.fullmatch(pattern, value):
            expected = f"expected {name}={pattern}" if pattern else f"expected {name} alone"
            raise ValueError(f"setting {item!r}: {expected}")
