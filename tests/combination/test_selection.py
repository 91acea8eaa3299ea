"""Orders of parsers and the curves of their blends, against plain counting."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.combination.blending import blend
from nonproj.combination.selection import Candidates, Order, disagreements
from nonproj.combination.weights import Weights
from nonproj.errors import NonprojError
from nonproj.results.scores import evaluate
from nonproj.results.values import items_of
from oracles import evaluation as oracle
from samples.sentences import random_heads, treebank
from studies.values.selection import curves, write_orders

pytestmark = pytest.mark.kernels


def sentence(rng, n):
    return [("w", rng.choice("XY"), head, rng.choice("ab")) for head in random_heads(rng, n)]


def parse_of(rng, words, right):
    """Right with this probability, otherwise another tree over the same words."""
    if rng.random() < right:
        return words
    other = sentence(rng, len(words))
    return [(*word[:2], *arc[2:]) for word, arc in zip(words, other, strict=True)]


def texts(seed, parsers, sentences=6, longest=4):
    """Gold sentences, and their parses by parsers of different accuracy."""
    rng = random.Random(seed)
    gold = [sentence(rng, rng.randint(1, longest)) for _ in range(sentences)]
    parses = [
        [parse_of(rng, words, (i + 1) / (parsers + 1)) for words in gold] for i in range(parsers)
    ]
    rng.shuffle(parses)
    return gold, parses


def candidates(seed=1, parsers=4, weights="eq", **sizes):
    gold, parses = texts(seed, parsers, **sizes)
    heldout_gold, heldout = texts(seed + 1, parsers, **sizes)
    made = Candidates(
        tuple(f"p{i}" for i in range(parsers)),
        treebank(gold),
        tuple(map(treebank, parses)),
        treebank(heldout_gold),
        tuple(map(treebank, heldout)),
        Weights(weights),
    )
    return made, heldout_gold, heldout


def words_of(text):
    return [word for sentence in text for word in sentence]


def n_right(gold, parse):
    pairs = zip(words_of(gold), words_of(parse), strict=True)
    return sum(a[2:] == b[2:] for a, b in pairs)


def n_different(one, other):
    return len(words_of(one)) - n_right(one, other)


def n_right_in_blend(gold, parses):
    """Right arcs of a blend with equal votes."""
    blended = []
    for same in zip(*parses, strict=True):
        arcs = [[word[2:] for word in words] for words in same]
        votes = [[1] * len(words) for words in same]
        blended.append([("w", "X", *arc) for arc in oracle.blend(arcs, votes)])
    return n_right(gold, blended)


GAINS = {
    "descending": lambda gold, parses, chosen, i: n_right(gold, parses[i]),
    "ascending": lambda gold, parses, chosen, i: -n_right(gold, parses[i]),
    "diverse": lambda gold, parses, chosen, i: sum(
        n_different(parses[i], parses[j]) for j in chosen
    ),
    "greedy": lambda gold, parses, chosen, i: n_right_in_blend(
        gold, [parses[j] for j in (*chosen, i)]
    ),
}


def plain_order(order, gold, parses):
    """Word by word, over lists."""
    chosen = [0]
    while len(chosen) < len(parses):
        left = [i for i in range(len(parses)) if i not in chosen]
        gains = [GAINS[order](gold, parses, chosen, i) for i in left]
        chosen.append(left[gains.index(max(gains))])
    return chosen


@pytest.mark.parametrize("order", Order)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_orders_of_parsers_equal_those_of_plain_counting(order, seed):
    """Short sentences, so that ties are frequent."""
    made, gold, heldout = candidates(seed, sentences=4, longest=4)
    assert made.order(order) == plain_order(order, gold, heldout)


def test_the_greedy_order_adds_the_best_candidate_at_each_step():
    made, _, _ = candidates(5, parsers=5, weights="posacc", sentences=20, longest=7)
    order = made.order(Order.GREEDY)
    for k in range(1, 5):
        found = made.blended_heldout(order[: k + 1])["las"].correct
        assert all(made.blended_heldout([*order[:k], i])["las"].correct <= found for i in order[k:])


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_disagreements_of_parsers_equal_plain_counts(seed):
    _, parses = texts(seed, 4)
    found = disagreements([treebank(parse) for parse in parses])
    assert found.tolist() == [[n_different(a, b) for b in parses] for a in parses]


@pytest.mark.parametrize("weights", [w for w in Weights if w is not Weights.CONFIDENCE])
def test_selection_curves_hold_the_scores_of_blends_of_the_first_parsers(weights):
    made, _, _ = candidates(4, parsers=5, weights=weights, sentences=20, longest=8)
    orders = {Order.ASCENDING: [0, 4, 2, 1, 3], Order.DIVERSE: [0, 1, 2, 3, 4]}
    rows = {row.key[1:]: row for row in curves(made, orders, "t", "test", "train=90%")}
    for order, chosen in orders.items():
        system, las = f"selection-{order.value}", []
        for k in range(1, 6):
            first = chosen[:k]
            blended = blend(
                [made.parses[i] for i in first],
                weights,
                made.heldout_gold,
                [made.heldout[i] for i in first],
            )
            expected = evaluate(made.gold, blended)
            for metric in ("las", "uas"):
                row = rows["test", system, items_of(f"parsers={k};train=90%"), metric]
                assert (row.numerator, row.denominator) == (
                    expected[metric].correct,
                    expected[metric].total,
                )
            las.append(expected["las"].correct)
        peak = rows["test", system, items_of("peak;train=90%"), "las"]
        assert peak.numerator == max(las)
        best = rows["test", system, items_of("train=90%"), "peak-n-parsers"]
        assert best.numerator == las.index(max(las)) + 1
        mean = rows["test", system, items_of("train=90%"), "mean-las"]
        assert (mean.numerator, mean.denominator) == (sum(las), 5 * made.gold.n_words)
    assert len(rows) == 2 * (2 * 5 + 3)


def test_the_file_of_orders_lists_the_parser_of_each_step_with_its_score(tmp_path):
    made, gold, heldout = candidates(6, parsers=3)
    write_orders(tmp_path / "o.csv", "t", made, {Order.ASCENDING: [0, 2, 1]})
    counts = [f"{n_right(gold, parse)},{len(words_of(gold))}" for parse in heldout]
    assert (tmp_path / "o.csv").read_text().splitlines() == [
        "treebank,order,step,parser,correct,total",
        *(f"t,ascending,{step},p{i},{counts[i]}" for step, i in enumerate((0, 2, 1), 1)),
    ]
    with pytest.raises(NonprojError, match="3 parsers with 3 parses and 2 held-out parses"):
        replace(made, heldout=made.heldout[:2])
