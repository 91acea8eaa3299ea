"""What sentences add to scores, against scores without a sentence, t-tests and the bootstrap."""

import random

import numpy as np
import pytest
from scipy import stats

from nonproj.results.influence import influence, standard_error
from nonproj.results.metrics import METRICS, count
from nonproj.results.scores import evaluate, standard_errors
from nonproj.results.settings import Parsed, Question, UnansweredError, rows_of
from nonproj.results.words import Fold, parsed
from samples.sentences import chains, disturbed, treebank

pytestmark = pytest.mark.kernels

SETTINGS = {
    "error-reduction": ("of=las", "baseline=other"),
    "difference": ("of=uas", "baseline=other"),
    "pre-error-reduction": ("baseline=other",),
    "post-error-reduction": ("baseline=other",),
    "norm-error-rate": ("bin=2-3",),
    "token-share": ("position=1-5",),
}
DECIDED = [
    name
    for name, row in METRICS.items()
    if row.marks or row.test == "mcnemar" or (row.formula and name != "decision-reduction")
]


def corpus(sentences, accuracies=(0.85, 0.7), length=None):
    """A text with two parses, the second of which repeats many errors of the first."""
    rng = random.Random(4)
    gold = chains(rng, [length or rng.randint(2, 12) for _ in range(sentences)])
    one = disturbed(rng, gold, accuracies[0])
    both = [one, disturbed(rng, one, accuracies[1])]
    return [parsed([Fold(treebank(gold), treebank(parse))]) for parse in both]


def ask(parses, *items):
    return Question(parses[0], items, {"other": parses[1]})


def only(parses, keep):
    """The sentences with these numbers."""
    words = [{**rows_of(p.words, np.isin(p.words["sentence"], keep))} for p in parses]
    return [Parsed(each) for each in words]


def value(metric, question):
    numerator, denominator = count(metric, question)
    return numerator / denominator


@pytest.mark.parametrize("metric", DECIDED)
@pytest.mark.parametrize("items", [("labelled",), ("unlabelled", "punctuation=exclude")])
def test_a_sentence_adds_what_the_score_loses_without_it(metric, items):
    parses = corpus(400)
    question = ask(parses, *items, *SETTINGS.get(metric, ()))
    added = influence(metric, question)
    assert len(added) == 400
    assert np.any(added)
    assert sum(added) == pytest.approx(0, abs=1e-9)
    whole = value(metric, question)
    typical = np.abs(added).mean()
    for i in range(0, 400, 57):
        rest = only(parses, [j for j in range(400) if j != i])
        without = value(metric, ask(rest, *items, *SETTINGS.get(metric, ())))
        if METRICS[metric].unit == "count":  # a count falls by the sentence's own share
            without += whole / 400
        assert whole - without == pytest.approx(added[i], rel=0.05, abs=typical / 20)


def test_sentences_of_one_length_give_the_statistic_of_the_t_test():
    parses = corpus(300, length=8)
    one, other = (influence("las", Question(p)) for p in parses)
    difference = np.subtract(*(value("las", Question(p)) for p in parses))
    right = [Question(p).per_sentence(Question(p).right("head", "label")) for p in parses]
    assert difference / standard_error([one - other]) == pytest.approx(
        stats.ttest_rel(*right).statistic
    )


def test_the_error_of_a_ratio_of_differences_is_near_that_of_the_bootstrap():
    """What sentences add is combined by the chain rule; the bootstrap draws sentences."""
    parses = corpus(250, (0.7, 0.8))
    names = ("uas", "las")
    a, b = ([value(name, Question(p)) for name in names] for p in parses)
    effects = [[influence(name, Question(p)) for name in names] for p in parses]
    gain, lost = a[0] - b[0], 1 - b[1]
    error = standard_error(
        [(effects[0][0] - effects[1][0]) / lost + gain / lost**2 * effects[1][1]]
    )
    sums = np.array([
        [Question(p).per_sentence(Question(p).right(*c)) for c in (("head",), ("head", "label"))]
        for p in parses
    ])  # fmt: skip
    words = Question(parses[0]).per_sentence(np.ones(len(Question(parses[0])), bool))
    rng, drawn = np.random.default_rng(1), []
    for _ in range(2000):
        chosen = rng.integers(250, size=250)
        (uas_a, _), (uas_b, las_b) = sums[:, :, chosen].sum(axis=2) / words[chosen].sum()
        drawn.append((uas_a - uas_b) / (1 - las_b))
    assert error == pytest.approx(np.std(drawn), rel=0.06)


@pytest.mark.parametrize("metric", ["las-sd", "n-decisions", "decision-reduction", "coverage"])
def test_scores_that_are_no_ratios_of_words_have_no_influence_of_sentences(metric):
    with pytest.raises(UnansweredError):
        influence(metric, Question(corpus(2)[0]))


def test_the_variances_of_independent_texts_add_up():
    one, other = np.array([3.0, -3.0]), np.array([4.0, -4.0, 0.0])
    assert standard_error([one, other]) ** 2 == pytest.approx(2 * 18 + 1.5 * 32)
    assert standard_error([]) == 0


@pytest.mark.parametrize("labels", ["full", "universal"])
def test_standard_errors_are_near_those_of_the_jackknife(labels):
    rng, n = random.Random(4), 120
    gold = chains(rng, [rng.randint(2, 12) for _ in range(n)])
    pair = [treebank(gold), treebank(disturbed(rng, gold, 0.8))]
    scores = []
    for i in range(n):
        rest = [of.select([j for j in range(n) if j != i]) for of in pair]
        found = evaluate(*rest, labels=labels)
        scores.append([found[name].correct / found[name].total for name in ("las", "uas")])
    jackknife = np.std(scores, axis=0) * np.sqrt(n - 1)
    errors = standard_errors(*pair, labels=labels)
    assert [errors["las"], errors["uas"]] == pytest.approx([*jackknife], rel=0.02)
    assert 0 < errors["uas"] < errors["las"]
