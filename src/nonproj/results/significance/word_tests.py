"""Paired tests of two parsers under one metric, computed from frames with one row per word.

McNemar's test compares both parsers on the same words or sentences. If each parser is scored on
different words, precision is compared by a permutation test over words, and Pre and Post by a
bootstrap over sentences.
DEVIATION: precision-test. DEVIATION: pre-post-test"""

import numpy as np

from nonproj.results.metrics import MCNEMAR, METRICS, PERMUTATION, count, fold_scores, observations
from nonproj.results.settings import Question
from nonproj.results.significance.paired_tests import mcnemar, newcombe, paired_t
from nonproj.results.significance.resampling import paired_bootstrap, permutation_test


def test_fields(metric: str, a: Question, b: Question) -> dict | None:
    """Return the fields of a `Comparison` of a with b; None if there is nothing to compare."""
    row, counts = METRICS[metric], (count(metric, a), count(metric, b))
    if not all(total for _, total in counts):
        return None
    if row.test == MCNEMAR:
        found = _same_words(observations(metric, a), observations(metric, b))
        return found | (_t_tests(metric, a, b) if row.right else {})
    (right_a, words_a), (right_b, words_b) = counts
    found = {"correct_a": right_a, "correct_b": right_b, "total": words_a, "total_b": words_b}
    resampled = _permuted if row.test == PERMUTATION else _bootstrapped
    return found | resampled(metric, a, b)


def mcnemar_p(metric: str, a: Question, b: Question) -> float | None:
    """Return McNemar's p for the scored words or sentences; None if nothing is scored."""
    right = observations(metric, a), observations(metric, b)
    return mcnemar(*_discordant(*right)).p if len(right[0]) else None


def _same_words(a: np.ndarray, b: np.ndarray) -> dict:
    (only_a, only_b), both = _discordant(a, b), int(np.sum(a & b))
    interval = newcombe(both, only_a, only_b, len(a) - both - only_a - only_b)
    return {
        "correct_a": both + only_a,
        "correct_b": both + only_b,
        "total": len(a),
        "only_a": only_a,
        "only_b": only_b,
        "p_mcnemar": mcnemar(only_a, only_b).p,
        "low": interval.low,
        "high": interval.high,
    }


def _discordant(a: np.ndarray, b: np.ndarray) -> tuple[int, int]:
    """Count the observations that only a got right, and those that only b got right."""
    return int(np.sum(a & ~b)), int(np.sum(b & ~a))


def _t_tests(metric: str, a: Question, b: Question) -> dict:
    """Run paired t-tests over sentences and, if there are at least two folds, over folds."""
    found, names = {}, (("t", "p_t", "pairs"), ("t_folds", "p_t_folds", "folds"))
    for of_test, score in zip(names, (_per_sentence, fold_scores), strict=True):
        both = score(metric, a), score(metric, b)
        if len(both[0]) > 1:
            found |= dict(zip(of_test, paired_t(*both), strict=True))
    return found


def _per_sentence(metric: str, question: Question) -> np.ndarray:
    """Count the right words of each sentence; for exact match, 1 if the sentence is right."""
    if METRICS[metric].of_sentences:
        return observations(metric, question).astype(np.int64)
    return question.per_sentence(question.right(*METRICS[metric].right))


def _permuted(metric: str, a: Question, b: Question) -> dict:
    results = [np.where(q.inside("system"), 1 + q.right(), 0) for q in (a, b)]
    pairs = np.bincount(3 * results[0] + results[1], minlength=9).reshape(3, 3)
    return {"p_resampled": permutation_test(pairs)}


def _bootstrapped(metric: str, a: Question, b: Question) -> dict:
    part = metric.partition("-")[0]
    masks = [
        mask for q in (a, b) for inside in [q.part(part)] for mask in (inside & q.right(), inside)
    ]
    sums = np.stack([a.per_sentence(mask) for mask in masks], axis=1)
    (test,) = paired_bootstrap(sums[:, None])
    return {"p_resampled": test.p, "low": test.interval.low, "high": test.interval.high}
