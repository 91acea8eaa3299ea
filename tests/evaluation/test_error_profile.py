"""Where parsers err, row by row, against counts over lists of words."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.evaluation.parse_scores import PROFILED, SINGLES, Fold, parse_scores
from nonproj.evaluation.values import Subject, items_of
from oracles import evaluation as oracle
from samples.sentences import random_heads, treebank

pytestmark = pytest.mark.kernels

SINGLE = SINGLES[0]
OTHER = "mst"
EXAMPLE = "+++--++-++"  # Nilsson (2009), 4.2.1


def random_sentence(rng, n):
    """A random tree in which one word in six is punctuation."""
    heads = random_heads(rng, n)
    return [(rng.choice("wwwww,"), "X", head, rng.choice("ab")) for head in heads]


def parsed(rng, gold):
    """Some sentences right, some with other labels, some with another tree."""
    other = random_sentence(rng, len(gold))
    draw = rng.random()
    if draw < 0.6:
        other = [(*word[:3], rng.choice((word[3], "a"))) for word in gold]
    return [(word[0], *arc[1:]) for word, arc in zip(gold, other, strict=True)]


def corpus(seed, sentences=60, longest=40):
    rng = random.Random(seed)
    gold = [random_sentence(rng, rng.randint(1, longest)) for _ in range(sentences)]
    return gold, {name: [parsed(rng, words) for words in gold] for name in (SINGLE, OTHER)}


def rows_of(gold, parses, split="test", setting="train=90%"):
    parts = {Subject(name): [Fold(treebank(gold), treebank(text))] for name, text in parses.items()}
    return {row.key[2:]: row for row in parse_scores("x", split, [setting], parts, ())}


def right(gold, parse, labelled=True):
    """Of each sentence: + and -."""
    return [
        "".join(
            "+" if g[2] == p[2] and (g[3] == p[3] or not labelled) else "-"
            for g, p in zip(words, arcs, strict=True)
        )
        for words, arcs in zip(gold, parse, strict=True)
    ]


def find(rows, system, setting, metric):
    row = rows[system, items_of(f"train=90%;{setting}"), metric]
    return row.numerator, row.denominator


def share(pair):
    return Fraction(*pair) if pair[1] else None


def test_the_example_of_the_thesis():
    gold = [("w", "X", 0 if i == 0 else 1, "a") for i in range(len(EXAMPLE))]
    parse = [(*w[:3], "a" if m == "+" else "b") for w, m in zip(gold, EXAMPLE, strict=True)]
    rows = rows_of([gold], {SINGLE: [parse]})
    assert find(rows, SINGLE, "labelled", "pre-error-rate") == (1, 4)
    assert find(rows, SINGLE, "labelled", "post-error-rate") == (2, 6)
    assert share(find(rows, SINGLE, "labelled", "pre-token-share")) == Fraction(4, 10)
    assert share(find(rows, SINGLE, "labelled", "norm-pre-error-rate")) == Fraction(25, 30)
    bins = [find(rows, SINGLE, f"labelled;bin={i}", "error-rate") for i in (1, 2, 3, 4, "1-2")]
    assert bins == [(1, 4), (0, 3), (1, 2), (1, 1), (1, 7)]
    assert find(rows, SINGLE, "unlabelled", "error-rate") == (0, 10)


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize("punctuation", [False, True])
def test_before_and_after_the_first_error(labelled, punctuation):
    gold, parses = corpus(1)
    rows = rows_of(gold, parses)
    kind = "labelled" if labelled else "unlabelled"
    parts = {}
    for system, parse in parses.items():
        marks = right(gold, parse, labelled)
        if not punctuation:
            words = [[w[0] for w in sentence] for sentence in gold]
            marks = [
                "".join(m for m, form in zip(mark, forms, strict=True) if form != ",")
                for mark, forms in zip(marks, words, strict=True)
            ]
        setting = kind if punctuation else f"{kind};punctuation=exclude"
        parts[system] = dict(zip(("pre", "post"), oracle.pre_post(marks), strict=True))
        errors, words = map(sum, zip(*parts[system].values(), strict=True))
        assert find(rows, system, setting, "error-rate") == (errors, words)
        for name, (own, all_) in parts[system].items():
            assert find(rows, system, setting, f"{name}-error-rate") == (own, all_)
            assert find(rows, system, setting, f"{name}-accuracy") == (all_ - own, all_)
            assert find(rows, system, setting, f"{name}-token-share") == (all_, words)
            norm = share(find(rows, system, setting, f"norm-{name}-error-rate"))
            assert norm == Fraction(own, all_) / Fraction(errors, words)
    for name in ("pre", "post"):
        before, after = (Fraction(*parts[system][name]) for system in (SINGLE, OTHER))
        found = find(rows, OTHER, f"{setting};baseline={SINGLE}", f"{name}-error-reduction")
        assert share(found) == 1 - after / before


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_distances_to_the_latest_error(seed):
    gold, parses = corpus(seed, sentences=5, longest=25)
    rows = rows_of(gold, parses)
    found = oracle.clusters(right(gold, parses[OTHER]))
    spans = {str(i): range(i, i + 1) for i in range(1, 8)}
    spans |= {">7": range(8, 99), "1-2": range(1, 3), "3-7": range(3, 8)}
    words = sum(map(len, gold))
    rate = Fraction(sum(errors for errors, _ in found.values()), words)
    for name, distances in spans.items():
        inside = [counts for distance, counts in found.items() if distance in distances]
        errors, all_ = (sum(counts[side] for counts in inside) for side in (0, 1))
        assert find(rows, OTHER, f"labelled;bin={name}", "error-rate") == (errors, all_)
        assert find(rows, OTHER, f"labelled;bin={name}", "token-share") == (all_, words)
        norm = share(find(rows, OTHER, f"labelled;bin={name}", "norm-error-rate"))
        assert norm == (Fraction(errors, all_) / rate if all_ and rate else None)


def test_bins_without_punctuation_are_those_of_the_text_without_it():
    gold, parses = corpus(2)
    rows = rows_of(gold, parses)
    marks = [
        "".join(m for m, word in zip(mark, words, strict=True) if word[0] != ",")
        for mark, words in zip(right(gold, parses[SINGLE]), gold, strict=True)
    ]
    found = oracle.clusters(marks)
    for i in range(1, 8):
        setting = f"labelled;punctuation=exclude;bin={i}"
        assert find(rows, SINGLE, setting, "error-rate") == found.get(i, (0, 0))


IN_CLASS = {
    "depth": (oracle.depth, {"0": (0, 0), "12": (12, 12), ">12": (13, 99), "0-5": (0, 5)}),
    "length": (
        lambda words, i: abs(words[i - 1][2] - i) if words[i - 1][2] else 0,
        {"1": (1, 1), "15": (15, 15), ">15": (16, 99), "1-5": (1, 5), "3-6": (3, 6)},
    ),
}
IN_CLASS["depth"][1][">9"] = (10, 99)
IN_CLASS["length"][1][">6"] = (7, 99)


@pytest.mark.parametrize("item", IN_CLASS)
def test_precision_and_recall_by_depth_and_length(item):
    gold, parses = corpus(3)
    rows = rows_of(gold, parses)
    value, classes = IN_CLASS[item]
    for name, (low, high) in classes.items():
        both = oracle.precision_recall(
            gold, parses[SINGLE], lambda w, i, a=low, b=high: a <= value(w, i) <= b, True
        )
        setting = f"labelled;{item}={name}"
        found = [find(rows, SINGLE, setting, metric) for metric in ("precision", "recall")]
        assert tuple(found) == both


def test_error_rate_by_position():
    gold, parses = corpus(4, longest=60)
    rows = rows_of(gold, parses)
    marks = right(gold, parses[SINGLE])
    spans = {"1-5": (0, 5), "46-50": (45, 50), ">50": (50, 99), ">25": (25, 99)}
    for name, (first, end) in spans.items():
        inside = "".join(mark[first:end] for mark in marks)
        found = find(rows, SINGLE, f"labelled;position={name}", "error-rate")
        assert found == (inside.count("-"), len(inside))


def test_classes_sum_to_the_whole():
    gold, parses = corpus(5, longest=60)
    rows = rows_of(gold, parses)
    errors, words = find(rows, SINGLE, "labelled", "error-rate")
    for item, names in (
        ("bin", ("1-2", "3-7", ">7")),
        ("position", ("1-5", "6-10", "11-15", "16-20", "21-25", ">25")),
    ):
        found = [find(rows, SINGLE, f"labelled;{item}={name}", "error-rate") for name in names]
        assert tuple(map(sum, zip(*found, strict=True))) == (errors, words)
    for item, names in (
        ("depth", ("0-5", *map(str, range(6, 10)), ">9")),
        ("length", ("1-5", "6", ">6", "root")),
    ):
        for metric in ("precision", "recall"):
            found = [find(rows, SINGLE, f"labelled;{item}={name}", metric) for name in names]
            assert tuple(map(sum, zip(*found, strict=True))) == (words - errors, words)
    shares = [find(rows, SINGLE, "labelled", f"{p}-token-share") for p in ("pre", "post")]
    assert sum(map(share, shares)) == 1


def test_folds_are_pooled():
    gold, parses = corpus(6)
    halves = [
        Fold(treebank(gold[part]), treebank(parses[SINGLE][part]))
        for part in (slice(0, 25), slice(25, None))
    ]
    whole = [Fold(treebank(gold), treebank(parses[SINGLE]))]
    found, expected = (
        {
            row.key: (row.numerator, row.denominator)
            for row in parse_scores("x", "test", [""], {Subject(SINGLE): parts}, ())
            if not row.key.metric.endswith(("-sd", "-se"))
        }
        for parts in (halves, whole)
    )
    assert found == expected


@pytest.mark.parametrize(("split", "profiled"), [("test", True), ("dev", False), ("dev20", False)])
def test_errors_are_placed_on_test_sets_only(split, profiled):
    gold, parses = corpus(7, sentences=5)
    rows = rows_of(gold, parses, split)
    keys = {item.partition("=")[0] for _, setting, _ in rows for item in setting}
    assert ({"bin", "position", "depth", "length"} <= keys) is profiled is (split in PROFILED)
    assert find(rows, SINGLE, "labelled", "pre-error-rate")


def test_faultless_parses_divide_by_nothing():
    gold = [[("w", "X", 0, "a"), ("w", "X", 1, "a")]]
    rows = rows_of(gold, {SINGLE: gold, OTHER: gold})
    assert find(rows, OTHER, "labelled", "norm-pre-error-rate")[1] == 0
    assert find(rows, OTHER, "labelled", "post-error-rate") == (0, 0)
    setting = f"labelled;baseline={SINGLE}"
    assert find(rows, OTHER, setting, "pre-error-reduction")[1] == 0
