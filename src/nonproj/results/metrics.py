"""Metrics: quantities that can be counted for a parse or a treebank.

METRICS lists all metrics, with everything that is known about each. The value of a metric is a
ratio of two counts."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from nonproj.errors import did_you_mean
from nonproj.results import formulas
from nonproj.results.formulas import MILLION, Counts
from nonproj.results.settings import Question, Setting, UnansweredError, drop_items, named_items

HIGHER, LOWER = "higher", "lower"
MCNEMAR, PERMUTATION, BOOTSTRAP = "mcnemar", "permutation", "bootstrap"
SEEDED_METRICS = ("las", "uas")  # have a spread over folds and seeds
PLACES = ("bin", "position")  # items that select some words of a sentence
OF_A_COMBINATION = ("classifiers", "accumulate", "parsers")  # items for combinations only


class Operand(NamedTuple):
    """One of two metrics from which another is computed; by default, of the same system."""

    metric: str
    setting: Setting
    system: str | None = None


class Marks(NamedTuple):
    """The words or sentences that a metric counts, as marks; without a denominator, it is 1."""

    numerator: np.ndarray
    denominator: np.ndarray | None = None

    @classmethod
    def share(cls, mask: np.ndarray, right: np.ndarray) -> "Marks":
        return cls(mask & right, mask)


Formula = Callable[[Setting], tuple[Operand, Operand, Callable[[Counts, Counts], Counts]]]
Variance = Callable[[int, int], float]


@dataclass(frozen=True)
class MetricRow:
    """All that is known about a metric.

    A metric is a ratio of the words that `marks` returns, or is computed by `count`, or from two
    metrics by `formula`. Without these, a metric with McNemar's test is the share of words or
    sentences that are right, and any other is measured without words. Over several treebanks,
    counts are added up if those in the unit can be; otherwise, or if a formula is about different
    words for each parser, the formula is used."""

    unit: str
    label: str  # printed name
    marks: Callable[[Question], Marks] | None = None
    count: Callable[[Question], Counts] | None = None
    formula: Formula | None = None
    test: str = ""  # of two parsers: McNemar's if both are scored on the same words
    own_words: bool = False  # whether different words count for each parser
    of_sentences: bool = False  # whether sentences are scored, which are right if all words are
    # The columns that are true for a right word; such metrics are also t-tested. If there are none,
    # the setting says whether labels count.
    right: tuple[str, ...] = ()
    adds: bool = True  # False if counts of several treebanks do not add up in spite of the unit
    better: str = ""  # which values are better; empty if parsers are not ranked by the metric
    variance: Variance | None = None  # of the printed number; None: no sampling error
    title: str = ""  # name in the output of commands
    p_of: str = ""  # the metric whose p-value this is
    holm: bool = False  # whether the p-value is Holm-adjusted for the pairs of systems on a text

    def __post_init__(self) -> None:
        if self.unit == "percent" and self.variance is None:
            object.__setattr__(self, "variance", formulas.binomial)


def _over_all_errors(part: str) -> Formula:
    """Return the formula that normalises an error rate (Nilsson 2009, 4.2.1)."""

    def formula(setting: Setting) -> tuple:
        everywhere = drop_items(setting, *PLACES)
        return Operand(part, setting), Operand("error-rate", everywhere), formulas.normalised

    return formula


def _beside_baseline(combine: Callable[..., Counts], metric: str = "") -> Formula:
    """Return the formula that compares a parser with its baseline under `metric`.

    By default, the item `of` names the metric."""

    def formula(setting: Setting) -> tuple:
        items, own = named_items(setting), drop_items(setting, "of", "baseline", "per")
        compared, alone = metric or items.get("of", ""), drop_items(own, *OF_A_COMBINATION)
        of_remaining = "per" in items and combine is formulas.error_reduction
        how = partial(combine, of_remaining=True) if of_remaining else combine
        return Operand(compared, own), Operand(compared, alone, items.get("baseline", "")), how

    return formula


# Counts of words


def _nonproj(question: Question) -> Marks:
    """Mark predicted non-projective arcs; with `of=gold`, also the gold ones, as denominator."""
    predicted, gold = (question.column(f"{side}_nonproj") for side in ("system", "gold"))
    return Marks(predicted, gold) if question.items.get("of") == "gold" else Marks(predicted)


def _in_run(name: str) -> Callable[[Question], Counts]:
    """Return a function that adds up one of the parser's counts over folds; labels are averaged."""

    def count(question: Question) -> Counts:
        took = question.parsed.counts
        if not took or name not in took[0]:
            raise UnansweredError(name)
        return Counts(sum(fold[name] for fold in took), len(took) if name == "labels" else 1)

    return count


def _spread(metric: str, kind: str) -> MetricRow:
    """Return the metric for the standard deviation (sd) or standard error (se) over folds or seeds.

    It is unclear which of the two Nilsson (2009) calls σ."""

    def count(question: Question) -> Counts:
        scores = fold_scores(metric, question)
        if len(scores) < 2:
            raise UnansweredError("one fold")
        return formulas.deviation(scores, kind == "se")

    label = f"{kind.upper()} of {metric.upper()}"
    return MetricRow("points", label, count=count, variance=formulas.of_deviation)


def _part_metrics(part: str) -> dict[str, MetricRow]:
    """Return the metrics for one part, Pre or Post."""
    name = part.capitalize()
    return {
        f"{part}-accuracy": MetricRow(
            "percent", f"accuracy in {name}", lambda q: Marks.share(q.part(part), q.right()),
            test=BOOTSTRAP, own_words=True,
        ),
        f"{part}-error-rate": MetricRow(
            "percent", f"errors in {name}", lambda q: Marks.share(q.part(part), ~q.right()),
            own_words=True, better=LOWER,
        ),
        f"{part}-token-share": MetricRow(
            "percent", f"share of words in {name}",
            lambda q: Marks(q.part(part), q.part(part) | True), own_words=True,
        ),
        f"norm-{part}-error-rate": MetricRow(
            "percent-of-total-error", f"normalised errors in {name}",
            formula=_over_all_errors(f"{part}-error-rate"),
        ),
        f"{part}-error-reduction": MetricRow(
            "percent", f"error reduction in {name}",
            formula=_beside_baseline(formulas.fewer_errors, f"{part}-error-rate"),
        ),
    }  # fmt: skip


def _score(label: str, title: str = "", *right: str, of_sentences: bool = False) -> MetricRow:
    """Return a metric that is the share of right words or sentences."""
    return MetricRow(
        "percent", label, right=right, of_sentences=of_sentences, test=MCNEMAR, better=HIGHER,
        title=title,
    )  # fmt: skip


_OVER_WORDS: dict[str, MetricRow] = {
    "las": _score("LAS", "Labelled attachment (LAS)", "head", "label"),
    "uas": _score("UAS", "Unlabelled attachment (UAS)", "head"),
    "label-accuracy": _score("label accuracy", "Label accuracy", "label"),
    "lem": _score("LEM", "Whole sentences, labelled", "head", "label", of_sentences=True),
    "uem": _score("UEM", "Whole sentences, unlabelled", "head", of_sentences=True),
    "recall": _score("recall"),
    "precision": MetricRow(
        "percent", "precision", lambda q: Marks.share(q.inside("system"), q.right()),
        test=PERMUTATION, own_words=True, better=HIGHER,
    ),
    "error-rate": MetricRow(
        "percent", "errors", lambda q: Marks.share(q.inside("gold"), ~q.right()), better=LOWER
    ),
    "norm-error-rate": MetricRow(
        "percent-of-total-error", "normalised errors", formula=_over_all_errors("error-rate")
    ),
    "token-share": MetricRow(
        "percent", "share of words", lambda q: Marks(q.inside("gold"), q.inside("gold") | True)
    ),
    **_part_metrics("pre"),
    **_part_metrics("post"),
    "error-reduction": MetricRow(
        "percent", "error reduction", formula=_beside_baseline(formulas.error_reduction),
        variance=formulas.of_both_errors,
    ),
    "difference": MetricRow("points", "difference", formula=_beside_baseline(formulas.difference)),
    "n-nonproj-arcs": MetricRow(
        "count", "non-projective arcs", _nonproj, variance=formulas.poisson
    ),
    **{
        f"n-{name}": MetricRow("count", label, count=_in_run(name))
        for name, label in {
            "decisions": "decisions", "factors": "factors", "npa-moves": "moves",
            "npa-tried": "moves tried",
        }.items()
    },
    "n-labels": MetricRow("ratio", "labels", count=_in_run("labels")),
    "decision-reduction": MetricRow(
        "percent", "saved decisions", formula=_beside_baseline(formulas.saved)
    ),
    **{
        f"{m}-{kind}": _spread(m, kind)
        for m in (*SEEDED_METRICS, "precision", "recall")
        for kind in ("sd", "se")
    },
    "n-better": MetricRow("count", "better", variance=formulas.poisson),
    "n-worse": MetricRow("count", "worse", variance=formulas.poisson),
}  # fmt: skip
_P_VALUES = {
    f"{name}-p{suffix}": MetricRow(
        "probability", f"p of {row.label}", p_of=name, holm=bool(suffix)
    )
    for name, row in _OVER_WORDS.items() if row.test for suffix in ("", "-holm")
}  # fmt: skip
_OF_TREEBANKS = {
    name: MetricRow(unit, name.replace("pct-", "% ").removeprefix("n-").replace("-", " "))
    for unit, names in {
        "percent": "pct-arcs pct-lost coverage pct-restructured n-passes n-lifts pct-proj-arcs"
        " pct-nonproj-sentences pct-nonproj-arcs pct-multiroot-sentences pct-separators"
        " pct-order-of-lifts pct-conjuncts pct-auxiliary-verbs mean-las conll18-upos conll18-xpos"
        " conll18-ufeats conll18-lemmas conll18-uas conll18-las conll18-mlas conll18-blex"
        " conll18-words conll18-sentences calibration-error errors-in-doubtful-tenth",
        "words": "mean-arc-length",
        "ratio": "branching tokens-per-sentence peak-n-parsers words-per-s training-mb model-mb",
        "count": "n-structures n-tokens n-sentences n-pos n-feats n-cpos n-arcs"
        " max-sentence-length n-crossings",
        "boolean": "has-lemma has-lemma-or-feats",
        "seconds": "time-s training-s",
    }.items()
    for name in names.split()
}
_SPREAD_OF_F1 = {
    f"{name}-{kind}": MetricRow("points", f"{kind.upper()} of {row.label}")
    for name, row in _OF_TREEBANKS.items() if name.startswith("conll18-") for kind in ("sd", "se")
}  # fmt: skip
_OF_CROSSINGS = {
    f"{name}-crossings": MetricRow("ratio", f"{name.replace('-', ' ')} crossings", adds=False)
    for name in ("expected", "variance-of", "z-of")
}
METRICS = _OVER_WORDS | _P_VALUES | _OF_TREEBANKS | _SPREAD_OF_F1 | _OF_CROSSINGS
EVALUATED = tuple(name for name, row in METRICS.items() if row.title)  # metrics of whole texts


def count(metric: str, question: Question) -> Counts:
    """Count a metric; raise UnansweredError if the words do not give its value."""
    row = METRICS.get(metric)
    if row and row.formula:
        operands, combine = operands_of(metric, question)
        return combine(*(count(name, part) for name, part in operands))
    if row and row.count:
        return row.count(question)
    if row and row.test == MCNEMAR and "over" in question.items:
        scores = fold_scores(metric, question)
        if len(scores) > 1:  # an unsplit text counts as one fold (Nilsson 2009, 5.2)
            return Counts(round(scores.mean() * MILLION), MILLION)
    numerator, denominator = marks(metric, question)
    return Counts(int(numerator.sum()), 1 if denominator is None else int(denominator.sum()))


def marks(metric: str, question: Question) -> Marks:
    """Mark the words or sentences whose numbers a metric divides; UnansweredError without any."""
    row = METRICS.get(metric)
    if row and row.marks:
        return row.marks(question)
    if not row or row.test != MCNEMAR:
        raise UnansweredError(metric)
    right = question.right(*row.right)
    if row.of_sentences:
        perfect = question.per_sentence(~right) == 0
        return Marks(perfect, perfect | True)
    return Marks.share(question.inside("gold"), right)


def operands_of(metric: str, question: Question) -> tuple[list[tuple[str, Question]], Callable]:
    """Return the two metrics from which a metric is computed, with their questions, and how."""
    *operands, combine = METRICS[metric].formula(question.setting)
    of_system, found = {None: question.parsed, **question.others}, []
    for name, setting, system in operands:
        if system not in of_system:
            raise UnansweredError(f"{name} of {system}")
        found.append((name, Question(of_system[system], setting, question.others)))
    return found, combine


def observations(metric: str, question: Question) -> np.ndarray:
    """Mark the words or sentences that are right, of those that count."""
    right, counted = marks(metric, question)
    return right[counted]


def fold_scores(metric: str, question: Question) -> np.ndarray:
    """Return the score of each fold, as a number from 0 to 1."""
    counts = [count(metric, fold) for fold in question.without("over").folds()]
    if not all(total for _, total in counts):
        raise UnansweredError("a fold without such words")
    return np.array([right / total for right, total in counts])


def require_metric(name: str) -> None:
    """Raise ValueError if there is no metric with this name."""
    if name not in METRICS:
        raise ValueError(f"metric {name!r} is not known{did_you_mean(name, METRICS)}")
