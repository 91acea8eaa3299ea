"""Sizes and inventories of a treebank, counted by hand."""

from nonproj.data.conll import parse_treebank
from nonproj.results.metrics import require_metric
from nonproj.results.settings import require_setting
from nonproj.results.treebanks.description import description
from nonproj.results.treebanks.statistics import statistics
from nonproj.results.values import text_of
from samples.trees import treebank

TEXT = """\
1\ta\tl\tX\t_\tA=1|B=1\t2\tsubj\t_\t_
2\tb\tl\tY\t_\tA=1\t0\troot\t_\t_
3\tc\tl\tX\t_\t_\t2\tobj\t_\t_

1\td\tm\tX\t_\t_\t0\troot\t_\t_

"""


def test_inventories_of_a_treebank_leave_out_missing_annotation():
    found = {
        value.key.metric: (value.numerator, value.denominator)
        for value in statistics(parse_treebank(TEXT.encode(), name="t.conll"), "t", "train")
    }
    expected = {"n-sentences": 2, "n-tokens": 4, "n-arcs": 4, "n-labels": 3, "n-cpos": 2}
    expected |= {"n-pos": 0, "n-feats": 2, "has-lemma": 1}  # no fine tags
    assert {metric: found[metric] for metric in expected} == {
        m: (n, 1) for m, n in expected.items()
    }
    assert found["tokens-per-sentence"] == (4, 2)


def test_metrics_and_settings_of_every_value_that_stats_prints_are_listed():
    """An experiment or a claim can name only listed ones."""
    for value in description(parse_treebank(TEXT.encode())):
        require_metric(value.key.metric)
        require_setting(value.key.setting)


def test_measures_of_structure_equal_the_counts_by_hand():
    """Of degree 0; of 1, with a crossing arc; of 1, planar and with two roots."""
    heads = [(-1, 2, 0), (-1, 3, 4, 0, 3), (-1, 0, 0, 1)]
    bank = treebank(heads, [list("ab"), list("abcd"), list("abc")])
    found = {
        (v.key.metric, text_of(v.key.setting)): (v.numerator, v.denominator)
        for v in statistics(bank, "t", "train")
    }
    assert [found["coverage", f"max-degree={d}"][0] for d in range(4)] == [1, 3, 3, 3]
    assert [found["coverage", f"max-gap-degree={d}"][0] for d in range(2)] == [1, 3]
    assert found["coverage", "planar"] == (2, 3)
    assert found["coverage", "1-endpoint-crossing"] == (3, 3)
    assert found["pct-multiroot-sentences", ""] == (1, 3)
    assert found["pct-proj-arcs", ""] == (7, 9)
