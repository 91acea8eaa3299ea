"""The comparisons behind a verdict, as a person reads them."""

import pytest

from committed import RESULTS
from nonproj.claims.verdicts import read_verdicts
from nonproj.reporting.evidence import comparisons_of, note_in_words


def shown(relations):
    return [str(one) for one in comparisons_of(relations)]


def test_what_both_sides_share_is_said_once_in_words():
    relation = "recall[arcs=nonproj;bin=1;labelled](a) 1.50 >= recall[arcs=nonproj;labelled](b) 0"
    [one] = comparisons_of(relation)
    assert one.about == "recall, non-projective arcs, labelled"
    assert (one.left.text, one.left.number) == ("a, bin 1", "1.50")
    assert (one.sign, one.right.text, one.right.number, one.mark) == ("≥", "b", "0", "✓")


def test_a_metric_has_its_printed_name():
    assert shown("mean-arc-length(gold) 2 > 1") == ["✓ mean arc length: gold 2 > 1"]


def test_different_metrics_are_named_on_their_sides():
    assert shown(
        "pre-accuracy[labelled](a) 10 / error-rate[labelled](a) 20 < uas[labelled](b) 3"
    ) == ["✓ labelled: accuracy in Pre of a 10 / errors of a 20 0.500 < UAS of b 3"]


@pytest.mark.parametrize(
    ("relation", "marks"),
    [
        ("las(a) 1 < las(b) 2 < las(c) 2", "✓="),
        ("las(a) 2.00 <= las(b) 2.00", "="),
        ("las(a) 1 > 2 and las(a) 1 < 2; las(a) 2 <= 2", "✗✓✓"),
        ("(las(a) 1 > las(b) 2, p = 0.5) if and only if (las(a) 1 < 1.5 * las(b) 2)", "✗✓"),
        ("las(a) 1 > 2 and (las(a) 1 > 0) if and only if (las(b) 2 * (las(a) 1 + 1) < 5)", "✗✓✓"),
        ("las(a) 1 ~ las(b) 2, p = 0.04; las(a) 1 ~ las(b) 2, p = 0.5", "✗✓"),
        ("las(a) 50 == 100 - las(b) 50; las(a) 50.00 == las(b) 50.00, off by 1e-05", "✓✗"),
        ("|las(a) 1 - las(b) 3| < max(1, las(a) 1 * (las(b) 3 + 1))", "✓"),
        ("rank correlation over 3 treebanks 0.50 > 0, p = 0.5", "✓"),
    ],
)
def test_every_comparison_of_a_relation_has_its_own_mark(relation, marks):
    assert "".join(one.mark for one in comparisons_of(relation)) == marks


def test_comparisons_of_one_relation_are_joined_by_its_words():
    text = "las(a) 3 > las(b) 2 > las(c) 1 and las(a) 3 > 0; las(a) 3 > 1"
    assert [one.joining for one in comparisons_of(text)] == ["", "and", "and", ""]
    either = "las(a) 1 < 9 and (las(a) 1 > 2) if and only if (las(b) 1 > 2 and las(a) 1 > 2)"
    joining = [one.joining for one in comparisons_of(either)]
    assert joining == ["", "and", "if and only if", "and"]


def test_p_values_stand_with_their_comparisons():
    text = "las(a) 3 > las(b) 2, p = 0.01 and las(a) 3 < 9; las(a) 3 > las(c) 1, p = 0.02"
    assert [one.p for one in comparisons_of(text, "0.02 0.03")] == ["0.02", "", "0.03"]
    chain = comparisons_of("las(a) 3 > las(b) 2 > las(c) 1", "0.1 0.2")
    assert [one.p for one in chain] == ["0.1", "0.2"]
    twice = "las(a) 3 ~ las(b) 2, p = 0.1; las(a) 3 > las(b) 2 > las(c) 1"
    assert [one.p for one in comparisons_of(twice, "0.1 0.2")] == ["0.1", "0.1", "0.2"]
    assert [one.p for one in comparisons_of(text, "0.1 0.2 0.3 0.4")] == ["", "", ""]


def test_marks_agree_with_the_verdicts_of_the_first_report():
    """Marks follow printed numbers, so that rounding may hide a few answers."""
    verdicts = [v for v in read_verdicts(RESULTS[0] / "claims.csv") if v.relation]
    other = 0
    for verdict in verdicts:
        relations = []
        for one in comparisons_of(verdict.relation, verdict.p):
            relations += [] if one.joining else [[]]
            relations[-1].append(one.holds)
        least = sum(all(holds) for holds in relations)
        most = sum(False not in holds for holds in relations)
        other += not least <= verdict.held <= most and "if and only if" not in verdict.relation
    assert len(verdicts) > 300
    assert other <= len(verdicts) // 100


def test_a_missing_value_is_named_in_words():
    note = (
        "missing: ud20-got: pre-error-rate of mst, labelled;punctuation=exclude, test (and 1 more)"
    )
    said = "not run: errors in Pre of mst (labelled, without punctuation, test) (and 1 more)"
    assert note_in_words(f"{note}; we read so") == f"{said}; we read so"
    assert note_in_words("missing: a: las of b, no setting, dev") == "not run: LAS of b (dev)"
    assert note_in_words("no treebank is available") == "no treebank is available"
