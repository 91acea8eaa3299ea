"""Comparison of two systems: both scores, and tests and an interval for the difference."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.results.metrics import EVALUATED, METRICS, observations
from nonproj.results.option_names import Labels, Punctuation
from nonproj.results.scores import Attachment
from nonproj.results.settings import Parsed, Question, rows_of
from nonproj.results.significance.paired_tests import Z, mcnemar, newcombe, paired_error
from nonproj.results.significance.resampling import Bootstrap, paired_bootstrap
from nonproj.results.significance.word_tests import test_fields
from nonproj.results.values import Key, Setting, Subject
from nonproj.results.words import compared

FOLDS = 10  # sentence i, counted from 1, is in fold i mod 10 (Nilsson 2009, 3.3)
P_VALUES = {"mcnemar": "p_mcnemar", "holm": "p_holm", "t": "p_t"}


class ComparisonError(NonprojError):
    """Error for a row that is not a comparison, or for two comparisons of a pair that differ."""


@dataclass(frozen=True)
class Comparison:
    """A comparison of system a with system b under one metric.

    The difference is a's score minus b's, as a number from -1 to 1; [low, high] is the 95 %
    confidence interval of the difference."""

    treebank: str
    split: str
    setting: Setting  # items that a and b share
    metric: str
    a: Subject
    b: Subject
    correct_a: int
    correct_b: int
    total: int
    # None if a and b are scored on different words, as for precision, Pre and Post
    only_a: int | None = None
    only_b: int | None = None
    p_mcnemar: float | None = None  # over words, or over sentences for exact match
    p_holm: float | None = 1.0  # McNemar's or resampled p, Holm-adjusted; None if not adjusted
    t: float | None = None  # over sentences; None if all differences are equal
    p_t: float | None = None  # None for parts of a text
    low: float | None = None
    high: float | None = None
    p_t_folds: float | None = None  # over folds, to check p_t; None without folds
    total_b: int | None = None  # if different from `total`
    p_resampled: float | None = None  # by permutation (precision) or bootstrap (Pre and Post)
    # Not written to files
    pairs: int | None = None  # number of sentences from which t is computed
    t_folds: float | None = None
    folds: int | None = None
    bootstrap: Bootstrap | None = None  # over sentences

    @property
    def keys(self) -> tuple[Key, Key]:
        """The keys of both scores, with the items that the systems share."""
        place = self.treebank, self.split
        return tuple(
            Key(*place, name, items | self.setting, self.metric) for name, items in (self.a, self.b)
        )

    @property
    def scores(self) -> tuple[Attachment, Attachment]:
        of_b = self.total if self.total_b is None else self.total_b
        return Attachment(self.correct_a, self.total), Attachment(self.correct_b, of_b)

    @property
    def difference(self) -> float:
        a, b = self.scores
        return a.correct / a.total - b.correct / b.total

    def p(self, kind: str) -> float:
        """Return the p-value of the test `kind`.

        If this test was not made, return McNemar's p or, if there is none either, the resampled p.
        """
        every = (getattr(self, P_VALUES[kind]), self.p_mcnemar, self.p_resampled)
        return next(p for p in every if p is not None)

    def seen_from(self, a: Subject) -> "Comparison":
        """Return the same comparison with `a` as the first of the two systems."""
        if a == self.a:
            return self
        if a != self.b:
            raise ComparisonError(f"{a} is not part of a comparison of {self.a} and {self.b}")
        return replace(
            self,
            a=self.b,
            b=self.a,
            correct_a=self.correct_b,
            correct_b=self.correct_a,
            total=self.total if self.total_b is None else self.total_b,
            total_b=None if self.total_b is None else self.total,
            only_a=self.only_b,
            only_b=self.only_a,
            t=None if self.t is None else -self.t,
            low=None if self.high is None else -self.high,
            high=None if self.low is None else -self.low,
            t_folds=None if self.t_folds is None else -self.t_folds,
            bootstrap=None,
        )

    def standard_error(self, kind: str) -> float | None:
        """Derive the standard error of the difference: from t, discordant pairs or the interval."""
        if kind == "t" and self.t:
            return abs(self.difference / self.t)
        if self.only_a is not None:
            return paired_error(self.only_a, self.only_b, self.total)
        return None if self.low is None else (self.high - self.low) / (2 * Z)

    def as_dict(self) -> dict:
        """Return both scores and all tests, for two parses that are scored on the same words."""
        both, neither = self.correct_a - self.only_a, self.total - self.correct_a - self.only_b
        a, b = (score.as_dict() for score in self.scores)
        t_sentences = {"t": self.t, "p": self.p_t, "pairs": self.pairs}
        t_folds = {"t": self.t_folds, "p": self.p_t_folds, "pairs": self.folds}
        return {
            "a": a,
            "b": b,
            "mcnemar": mcnemar(self.only_a, self.only_b).as_dict(),
            "t_sentences": None if self.p_t is None else t_sentences,
            "t_folds": None if self.p_t_folds is None else t_folds,
            "bootstrap": asdict(self.bootstrap),
            "newcombe": newcombe(both, self.only_a, self.only_b, neither).as_dict(),
            "difference": self.difference,
        }


def compare(
    gold: Treebank,
    a: Treebank,
    b: Treebank,
    punctuation: Punctuation | str = Punctuation.INCLUDE,
    labels: Labels | str = Labels.FULL,
    metrics: Sequence[str] = EVALUATED,
    replicates: int = 10_000,
    seed: int = 1,
) -> dict[str, Comparison]:
    """Run all tests on two parses, under each metric; p-values are not adjusted (see `holm`).

    This takes O(n) time. The bootstrap adds the number of sentences times that of replicates."""
    both = []
    for system in (a, b):
        words = compared(gold, system, punctuation, labels)
        words = rows_of(words, ~words["punctuation"])
        both.append(Question(Parsed(words | {"fold": (words["sentence"] + 1) % FOLDS})))
    if not len(both[0]):
        raise NonprojError(
            f"{gold.name}: no word to score, punctuation: {Punctuation(punctuation).value}"
        )
    columns = [
        np.stack([c for q in both for c in sentence_counts(q, metric, gold.n_sentences)], axis=1)
        for metric in metrics
    ]
    bootstraps = paired_bootstrap(np.stack(columns, axis=1), replicates, seed)
    place = gold.name, "", frozenset()
    systems = Subject(a.name), Subject(b.name)
    return {
        metric: Comparison(
            *place, metric, *systems, **test_fields(metric, *both), bootstrap=bootstrap
        )
        for metric, bootstrap in zip(metrics, bootstraps, strict=True)
    }


def sentence_counts(
    question: Question, metric: str, n_sentences: int
) -> tuple[np.ndarray, np.ndarray]:
    """Count, for each sentence, the correct observations and all observations."""
    sentence = question.column("sentence")
    if METRICS[metric].of_sentences:
        sentence = np.unique(sentence)
    right = observations(metric, question)
    return tuple(
        np.bincount(sentence[mask], minlength=n_sentences) for mask in (right, right | True)
    )
