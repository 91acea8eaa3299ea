"""Restructuring without a parser: shares, round trips, reasons of losses, shape of the trees."""

from fractions import Fraction

import pytest

from nonproj.results.treebanks.restructurings import restructurings
from nonproj.results.values import Key, Values
from nonproj.trees.restructuring.label_counts import style_of_treebank
from nonproj.trees.restructuring.losses import LOSSES, losses
from nonproj.trees.restructuring.schemes import schemes_of, transformation_named
from nonproj.trees.restructuring.styles import style_named
from samples.constructions import bank, sentence, trees, universal
from samples.treebanks import made_treebank

SENTENCE = """
both J 6 AuxY
A    N 6 Sb_Co
,    Z 6 AuxX
B    N 6 Sb_Co
,    Z 6 AuxX
and  J 9 Coord
C    N 6 Sb_Co
will V 9 AuxV
run  V 0 Pred
fast D 6 Adv
"""


@pytest.fixture(scope="module")
def prague():
    return made_treebank(40)


def find(values, system, metric, setting=()):
    found = values.find(Key("x", "train", system, frozenset(setting), metric))
    return found.numerator, found.denominator


def test_shares_and_shapes_of_constructions_equal_those_by_hand():
    values = Values(restructurings(bank(SENTENCE), "x", "train"))
    assert find(values, "gold", "pct-conjuncts") == (3, 10)
    assert find(values, "gold", "pct-separators") == (3, 10)
    assert find(values, "gold", "pct-auxiliary-verbs") == (1, 10)
    # 1-6, 2-6, 3-6, 4-6, 5-6, 6-9, 7-6, 8-9, 10-6; heads 6 and 9
    assert find(values, "gold", "mean-arc-length") == (24, 9)
    assert find(values, "gold", "branching") == (9, 2)
    assert find(values, "gold", "pct-arcs", ["length=0"]) == (1, 10)
    assert find(values, "gold", "pct-arcs", ["length=1"]) == (3, 10)
    # A on run, "both" and a comma on A, B on that comma, a comma and "and" on B, C on "and", ...
    assert find(values, "tau-c", "mean-arc-length") == (7 + 1 + 1 + 1 + 1 + 2 + 1 + 1 + 3, 9)


@pytest.mark.parametrize("style", ["prague", "ud"])
def test_reasons_of_losses_add_up_to_all_lost_words(prague, style):
    given = prague if style == "prague" else universal(prague)
    assert style_of_treebank(given) == style
    values = Values(restructurings(given, "x", "train"))
    for scheme in schemes_of(style):
        right, words = find(values, scheme, "uas")
        lost = [find(values, scheme, "pct-lost", [f"loss={reason}"])[0] for reason in LOSSES]
        assert sum(lost) == words - right
    assert find(values, "tau-c-plus", "uas")[0] >= find(values, "tau-c", "uas")[0]
    shorter = (Fraction(*find(values, name, "mean-arc-length")) for name in ("tau-c", "gold"))
    assert style == "ud" or next(shorter) < next(shorter)


def test_the_style_of_a_treebank_is_told_by_its_labels(prague):
    plain = [
        "\n".join(f"w N {h} {label.removesuffix('_Co')}" for h, label in zip(*tree, strict=True))
        for tree in trees(prague)
    ]
    assert sentence(plain[0])
    assert style_of_treebank(bank(*plain)) == "prague-plain"
    assert style_of_treebank(bank("a N 0 su\nb N 1 cnj")) == "alpino"
    assert style_of_treebank(bank("a N 0 root\nb N 1 conj:x")) == "ud"
    assert style_of_treebank(bank("a N 0 root")) == "prague"


@pytest.mark.parametrize(
    ("scheme", "text", "expected"),
    [
        (
            "tau-c",
            f"{SENTENCE.replace('9 Coord', '0 Coord').partition('will')[0]}together D 6 Adv",
            {"stays": 2},
        ),
        ("tau-c-star", "x J 2 AuxY\nA N 3 Sb_Co\nand J 0 Coord\nB N 3 Sb_Co", {"taken": 1}),
        ("tau-v", "has V 3 AuxV\nx N 1 Obj\ngone V 0 Pred\nrun V 1 Obj", {"auxiliary": 3}),
    ],
)
def test_reasons_of_losses_equal_those_by_hand(scheme, text, expected):
    given, step = bank(text), transformation_named(scheme)
    there = step.apply(given).treebank
    found = losses(scheme, style_named("prague"), given, there, step.undo(there).treebank)
    assert {reason: n for reason, n in found.items() if n} == expected
