"""Findings are computed from values and tests, strategies are compared with their twins."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from scipy.stats import spearmanr

from inventions import measured, pairwise
from nonproj.evaluation.significance.table import Tests
from nonproj.evaluation.values import Values
from nonproj.experiments.treebanks.suite import Suite, SuiteTreebank
from nonproj.reporting.answers.best_family import best_family
from nonproj.reporting.answers.blending import blending
from nonproj.reporting.answers.differences import differences
from nonproj.reporting.answers.found import Found
from nonproj.reporting.answers.parsers import ParserResult, ParserResults
from nonproj.reporting.answers.report import _pair, answers
from nonproj.reporting.answers.restructuring import restructuring
from nonproj.reporting.answers.sentences import (
    _rank_correlation,
    agreement,
    coverage,
    most_accurate,
    relation,
    sentences,
)
from nonproj.reporting.answers.studies import answer
from nonproj.reporting.tables.build import Cell, Row, Table


def test_differences_are_signed_from_the_twin_to_the_strategy():
    tests = Tests(
        [
            pairwise("mine", "las", "arc-standard", "arc-standard+head", 10, 90, 0.001),
            pairwise("mine", "las", "swap-lazy", "arc-standard", 30, 60, 0.04),
            pairwise("mine", "las", "arc-standard+head", "swap-lazy", 90, 30, 0.001),
            pairwise("mine", "uas", "attardi", "arc-standard", 60, 30, 0.001),
        ]
    )
    found = {d.strategy.variant: d for d in differences(tests)}
    assert set(found) == {"arc-standard+head", "swap-lazy"}
    head, swap = found["arc-standard+head"], found["swap-lazy"]
    assert (head.points, swap.points) == (pytest.approx(8), pytest.approx(-3))
    assert (head.las, swap.las) == (pytest.approx(49), pytest.approx(43))
    assert (head.p, swap.p) == (pytest.approx(0.002), pytest.approx(0.04)), "Holm over two tests"


def test_the_interval_turns_with_the_pair():
    test = pairwise("mine", "las", "arc-standard", "swap-lazy", 10, 30, 0.01)
    [d] = differences(Tests([replace(test, low=-0.04, high=-0.01)]))
    assert (d.low, d.high) == (pytest.approx(1), pytest.approx(4))


def test_the_test_set_goes_before_the_development_set():
    tests = [
        pairwise("mine", "las", "arc-standard", "swap-lazy", 10, 30, 0.01, split=split)
        for split in ("dev20", "dev", "test")
    ]
    assert [d.split for d in differences(Tests(tests))] == ["test"]


def test_strategies_are_compared_on_the_split_that_most_of_them_share():
    """One that is scored on another set as well is neither measured nor ranked there."""
    known = found(
        [
            pairwise("mine", "las", "carreras", "carreras+npa", 10, 90, 0.001, split="dev"),
            pairwise("mine", "las", "arc-standard", "swap-lazy", 10, 60, 0.001, split="dev"),
            pairwise("mine", "las", "arc-hybrid", "mh4-greedy", 10, 30, 0.001, split="dev"),
            pairwise("mine", "las", "arc-hybrid", "mh4-greedy", 10, 95, 0.001, split="test"),
        ]
    )
    assert {d.split for d in known.differences} == {"dev"}
    assert "carreras+npa, LAS 49.00" in most_accurate(known).items[0]


def test_a_cap_that_changes_nothing_is_left_out():
    tests = Tests(
        [
            pairwise("mine", "las", "carreras", "carreras+head", 10, 30, 0.01),
            pairwise("mine", "las", "carreras", "carreras+head-cap30", 10, 30, 0.01),
            pairwise("mine", "las", "carreras", "carreras+path-cap30", 10, 31, 0.01),
        ]
    )
    kept = [d.strategy.variant for d in differences(tests)]
    assert kept == ["carreras+head", "carreras+path-cap30"]


def found(tests, values=(), names=("mine",)):
    tests = Tests(tests)
    return Found(Values(values), tests, {name: name.upper() for name in names}, differences(tests))


def test_the_best_strategy_and_its_gain_are_named():
    known = found(
        [
            pairwise("mine", "las", "arc-standard", "arc-standard+head", 10, 90, 0.001),
            pairwise("mine", "las", "arc-standard", "swap-lazy", 30, 60, 0.3),
        ],
        [measured("mine", "train", "gold", "", "pct-nonproj-sentences", "percent", 12, 100)],
    )
    told = most_accurate(known)
    assert told.text == "Pseudo-projective, head is the most accurate strategy:"
    assert told.items == (
        "MINE (12.0 % non-projective): arc-standard+head, LAS 49.00 on the development set, "
        "+8.00 [−10.00, +10.00] over arc-standard",
    )


def test_it_is_counted_on_how_many_treebanks_the_best_strategy_gains_significantly():
    known = found(
        [
            pairwise("mine", "las", "arc-standard", "swap-lazy", 10, 90, 0.001),
            pairwise("yours", "las", "arc-standard", "swap-lazy", 30, 60, 0.3),
        ],
        names=("mine", "yours"),
    )
    told = most_accurate(known)
    gained = ", over all 2: +3.00 [−10.00, +10.00] (YOURS) to +8.00 [−10.00, +10.00] (MINE)."
    assert told.text.endswith(
        "gains LAS significantly over its projective twin, the same parser without it, on 1 of 2 "
        f"treebanks{gained}"
    )
    assert told.folded


def test_a_study_speaks_of_its_own_parsers(study):
    known = found(
        [
            pairwise("mine", "las", "carreras", "carreras+npa", 10, 90, 0.001),
            pairwise("mine", "las", "arc-standard", "arc-standard+head", 10, 90, 0.001),
            pairwise("mine", "las", "arc-standard", "swap-lazy", 10, 60, 0.001),
            pairwise("mine", "las", "arc-standard", "attardi", 10, 99, 0.001, split="dev20"),
        ]
    )
    told = answer(study("kuhlmann-nivre-2010"), known)
    assert "arc-standard+head" in told[0].items[0]
    assert told[-1].text.startswith("Comparisons of a strategy with its twin: 2, of which 2 ")
    assert answer(study("nivre-2007"), known) == []


def test_a_study_speaks_of_its_own_blends(study):
    tests = [pairwise("mine", "las", "carreras+npa", "blend-second-order", 10, 90, 0.001)]
    topics = {
        name: [sentence.topic for sentence in answer(study(name), found(tests))]
        for name in ("nilsson-2009", "gomez-rodriguez-2018")
    }
    assert topics == {"nilsson-2009": ["What blending adds"], "gomez-rodriguez-2018": []}


def test_no_gain_is_claimed_where_none_is_significant():
    known = found([pairwise("mine", "las", "arc-standard", "swap-lazy", 30, 60, 0.3)])
    assert most_accurate(known).items[0].endswith("not significant")


def test_an_interval_without_zero_may_be_no_gain_among_many_comparisons():
    test = replace(
        pairwise("mine", "las", "arc-standard", "swap-lazy", 30, 60, 0.3), low=-0.04, high=-0.01
    )
    told = most_accurate(found([test])).items[0]
    assert told.endswith(
        "[+1.00, +4.00] over arc-standard, not significant among so many comparisons"
    )


def test_a_relation_is_told_only_of_several_treebanks():
    names = [f"tb{i}" for i in range(5)]
    tests = [
        pairwise(name, "las", "arc-standard", "swap-lazy", 10, 20 + 10 * i, 0.001)
        for i, name in enumerate(names)
    ]
    shares = [
        measured(name, "train", "gold", "", "pct-nonproj-sentences", "percent", 10 + i, 100)
        for i, name in enumerate(names)
    ]
    assert relation(found(tests, shares, names)).text.startswith("The more of its sentences")
    assert relation(found(tests[:3], shares, names[:3])) is None
    turned = [replace_share(share, 20 - i) for i, share in enumerate(shares)]
    assert "the less a treebank gains" in relation(found(tests, turned, names)).text
    mixed = [replace_share(share, 20 + i * (-1) ** i) for i, share in enumerate(shares)]
    assert "do not decide" in relation(found(tests, mixed, names)).text


def replace_share(value, numerator):
    return replace(value, numerator=numerator)


def test_blending_is_measured_against_the_best_single_parser():
    tests = [
        pairwise("mine", "las", "arc-eager+head", "mst", 10, 50, 0.01, split="test"),
        pairwise("mine", "las", "arc-eager+head", "blend", 10, 80, 0.01, split="test"),
        pairwise("mine", "las", "mst", "blend", 50, 80, 0.2, split="test"),
    ]
    told = blending(found(tests))
    assert told.text.endswith("on 0 of 1 treebank:")
    assert told.items == ("MINE: +3.00 [−10.00, +10.00] (blend, over mst), not significant",)
    assert blending(found(tests[:1])) is None


def test_a_blend_is_compared_with_the_best_parser_of_the_same_text():
    """Which on the test set is another than on the development set."""
    tests = [
        pairwise("mine", "las", "mst", "blend", 10, 30, 0.001, split="dev"),
        pairwise("mine", "las", "mst", "blend", 10, 40, 0.001, split="test"),
        pairwise("mine", "las", "attardi", "blend", 20, 40, 0.001, split="test"),
        pairwise("mine", "las", "attardi", "blend", 5, 30, 0.001, split="dev"),
    ]
    told = blending(found(tests))
    assert told.text.startswith("The best combination of parsers on the test set gains LAS ")
    [item] = told.items
    assert item.startswith("MINE: +2.00 [")
    assert item.endswith("(blend, over attardi)")


@pytest.mark.parametrize("reverse", [False, True])
def test_blends_are_compared_with_parsers_that_learned_from_the_same_data(reverse):
    """Nine tenths have more tests here, and decide, in whatever order the tests come."""
    whole = [pairwise("mine", "las", "mst", "blend", 50, 70, 0.001, split="test")]
    part = [
        pairwise("mine", "las", name, "blend", right, 90, 0.001, "test", "train=90%")
        for name, right in (("mst", 10), ("attardi", 30))
    ]
    tests = [*whole, *part][:: -1 if reverse else 1]
    assert blending(found(tests)).items == ("MINE: +6.00 [−10.00, +10.00] (blend, over attardi)",)


def test_each_treebank_says_on_what_it_is_scored_where_that_differs():
    tests = [
        pairwise(name, "las", "mst", "blend", 10, 30, 0.001, split=split)
        for name, split in (("mine", "dev"), ("yours", "test"))
    ]
    told = blending(found(tests, names=("mine", "yours")))
    assert told.text.startswith("The best combination of parsers gains LAS ")
    assert " on 2 of 2 treebanks, over all 2: +2.00 [" in told.text
    assert [item.split(":")[0] for item in told.items] == [
        "MINE, the development set",
        "YOURS, the test set",
    ]


def test_a_blend_says_how_long_its_parsers_take_to_train():
    test = pairwise("mine", "las", "arc-eager+head", "blend", 10, 80, 0.01, split="test")
    blended = ParserResult("mine", "test", "", "blend", 80, 85, None, None, 90, 1000)
    [item] = blending(replace(found([test]), parsers=ParserResults([], [blended]))).items
    assert "(blend, trained in 1.5 processor minutes, over arc-eager+head)" in item


def test_parsers_of_restructured_trees_stand_next_to_those_of_the_same_parser():
    tests = [
        pairwise("mine", "las", "arc-eager+raw", "arc-eager+tau-c+raw", 10, 40, 0.001, split="dev"),
        pairwise("mine", "las", "arc-eager+tau-v+raw", "arc-eager+raw", 10, 40, 0.03, split="dev"),
        pairwise("mine", "las", "arc-eager", "arc-eager+tau-c+raw", 10, 90, 0.001, split="dev"),
        pairwise("mine", "las", "arc-eager", "arc-eager+childswap:Sb", 10, 90, 0.001, split="dev"),
        pairwise("mine", "uas", "arc-eager+raw", "arc-eager+tau-c+raw", 10, 90, 0.001, split="dev"),
    ]
    told = restructuring(Found(Values(), Tests(tests), {"mine": "Mine"}, []))
    assert "gain LAS significantly in 1 and lose it in 1 of 2 comparisons" in told.text
    [item] = told.items
    assert item.startswith("Mine: arc-eager+tau-c+raw, +3.00 [")
    assert item.endswith("] over arc-eager+raw")
    assert restructuring(Found(Values(), Tests(tests[2:]), {"mine": "Mine"}, [])) is None


def test_coverage_of_the_classes():
    values = [
        measured(name, "train", system, "level=sentence", "coverage", "percent", n, 100)
        for name, n in (("mine", 80), ("yours", 90))
        for system in ("projective", "mh4")
    ]
    told = coverage(found([], values, ("mine", "yours")))
    assert told.text == "Of the sentences: projective trees 80.0 to 90.0 %; MH4 80.0 to 90.0 %."


def test_nothing_is_said_of_nothing():
    assert sentences(found([])) == []


def test_advice_is_told_first_and_leads_to_its_page():
    advice = {"accuracy": {"strategy": "swap-lazy", "reason": "It has the highest LAS."}}
    figures = {"profile": ["Mine is small.", "It is flat."], "advice": advice}
    suite = Suite("mine", "Mine", (SuiteTreebank("mine", "My treebank"),))
    tests = Tests([pairwise("mine", "las", "arc-standard", "swap-lazy", 10, 60, 0.001)])
    ledger = SimpleNamespace(claims=[])
    first, second, *_ = answers(
        suite, [], Values([]), tests, ledger, recommendations={"mine": figures}
    ).sentences
    assert (first.topic, first.text) == ("What suits My treebank", "Mine is small. It is flat.")
    assert first.items == ("For accuracy: swap-lazy. It has the highest LAS.",)
    assert first.link == "recommendations/mine.html"
    assert second.topic == "Which strategy is best"


def test_a_more_accurate_strategy_without_its_twin_is_named_with_the_best():
    tests = [pairwise("mine", "las", "arc-standard", "arc-standard+head", 10, 90, 0.001)]
    own = found(tests)
    [d] = own.differences
    results = [
        ParserResult("mine", d.split, "", parser, las, None, None, None, None, 1000)
        for parser, las in (("carreras+npa", d.las + 1), ("carreras", d.las + 2), ("mst", 1))
    ]
    [item] = most_accurate(replace(own, parsers=ParserResults(results))).items
    assert item.endswith(
        f"; carreras+npa, whose twin was not trained on the same data, has {d.las + 1:.2f}"
    )
    known = replace(own, parsers=ParserResults(results)).only([("arc-standard+head", d.split)])
    [item] = most_accurate(known).items
    assert "whose twin" not in item, "a parser of another study"


def test_it_may_be_more_accurate_than_all_others_on_another_text():
    tests = [pairwise("mine", "las", "arc-standard", "arc-standard+head", 10, 90, 0.001)]
    results = [
        ParserResult("mine", "test", setting, parser, las, None, None, None, None, 1000)
        for setting, parser, las in (
            ("train=90%", "arc-standard+head", 70),
            ("train=90%", "carreras+npa", 75),
            ("train=80%", "carreras+head", 90),
            ("train=90%", "mst", 69),
        )
    ]
    [item] = most_accurate(replace(found(tests), parsers=ParserResults(results))).items
    told = (
        "; carreras+npa, whose twin was not trained on the same data, has 75.00 on the test set, "
    )
    assert item.endswith(f"{told}arc-standard+head 70.00")


def result(parser, las, split="test", setting="", treebank="mine"):
    return ParserResult(treebank, split, setting, parser, las, None, None, None, None, 1000)


def told_of(results, tests=(), names=("mine",)):
    return best_family(replace(found(tests, names=names), parsers=ParserResults(results)))


def test_the_best_parsers_of_the_families_are_compared():
    """The second one's test is turned round."""
    results = [result("mst", 70), result("eisner", 60), result("swap-lazy", 73)]
    results += [result("swap-lazy", 90, "dev"), result("mst-neural", 72)]
    test = pairwise("mine", "las", "mst-neural", "swap-lazy", 10, 20, 0.001, split="test")
    told = told_of(results, [replace(test, low=-0.04, high=-0.01)])
    assert told.text == (
        "Of graph-based, neural and transition-based parsers, the most accurate one on the test "
        "set is transition-based on 1 of 1 treebank (the best of each family on these words, "
        "whatever it reads):"
    )
    assert told.items == (
        "MINE: transition-based 73.00 (swap-lazy), neural 72.00 (mst-neural), "
        "graph-based 70.00 (mst); the first less the second +1.00 [+1.00, +4.00]",
    )


def test_families_are_compared_by_what_learned_from_the_same_data():
    results = [result("swap-lazy", 75), result("mst", 71, setting="train=90%")]
    assert told_of(results) is None
    results.append(result("arc-standard@tl-acc-svm2-mbl", 70, setting="train=90%"))
    told = told_of(results)
    assert (
        "the most accurate one on the test set (parsers of nine tenths of the training set) is"
        in told.text
    )
    assert told.items == (
        "MINE: graph-based 71.00 (mst), transition-based 70.00 (arc-standard@tl-acc-svm2-mbl)",
    )


def test_families_may_be_the_best_on_a_treebank_each():
    results = [result("swap-lazy", 75), result("mst", 71)]
    results += [result("mst", 75, treebank="yours"), result("swap-lazy", 71, treebank="yours")]
    told = told_of(results, names=("mine", "yours"))
    assert "is transition-based on 1 and graph-based on 1 of 2 treebanks (" in told.text
    assert told.text.endswith("whatever it reads):")
    assert not told.folded, "without tests, the text can not say what the least gain is"


def test_one_family_is_not_compared():
    results = [result("mst", 70), result("eisner", 60), result("swap-lazy", 1, "dev")]
    assert told_of(results) is None


def test_where_every_twin_is_better_no_strategy_is_the_best():
    tests = [pairwise("mine", "las", "arc-standard", "arc-standard+head", 90, 10, 0.001)]
    told = most_accurate(found(tests))
    assert told.text == "No strategy has more words right than its projective twin:"
    tests.append(pairwise("mine", "las", "eisner", "eisner+head", 4, 9, 0.5))
    own = found(tests)
    assert {d.points > 0 for d in own.differences} == {True, False}
    assert most_accurate(own).text.startswith("The best strategy has fewer words right than")


def test_the_p_of_a_rank_correlation_counts_all_orders():
    """Of three pairs in perfect order two of six orders are as extreme; of five, two of 120."""
    assert _rank_correlation((1, 2, 3), (5, 6, 9)) == (pytest.approx(1), pytest.approx(2 / 6))
    assert _rank_correlation(range(5), range(5))[1] == pytest.approx(2 / 120)
    many = range(20), [*range(1, 20), 0]
    assert _rank_correlation(*many) == pytest.approx(tuple(spearmanr(*many)))


def test_the_trees_to_look_at_first_are_those_of_the_best_strategy_and_its_twin():
    tests = [
        pairwise("mine", "las", "arc-standard", "arc-standard+head", 10, 90, 0.001),
        pairwise("mine", "las", "arc-standard", "swap-lazy", 30, 60, 0.3),
    ]
    parsers = ["swap-lazy", "arc-standard", "arc-standard+head"]
    assert _pair(parsers, "mine", found(tests)) == {"pair": [2, 1]}
    assert _pair(parsers[:2], "mine", found(tests)) == {"pair": [0, 1]}
    assert _pair(parsers[2:], "mine", found(tests)) == {}


def test_printed_figures_that_come_out_the_same_are_counted_for_each_table():
    """Cells without a printed figure, or without one of ours, do not count."""
    exact, off = (Cell(published="1", ours="1", difference=d, differs=d != "0") for d in ("0", "2"))
    cells = {"Shares": (exact, exact, Cell(ours="3")), "Scores": (exact, off, Cell(published="4"))}
    tables = [
        Table("study", title, title, "", (), (Row("mine", "MINE", "", row),), (), ())
        for title, row in cells.items()
    ]
    assert agreement(tables).text == (
        "Of 4 printed figures that ours stand next to, 3 are the same to the last printed digit: "
        "2 of 2 in “Shares”, 1 of 2 in “Scores”."
    )
    assert agreement([]) is None
