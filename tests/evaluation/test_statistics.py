"""Sizes and inventories of a treebank, counted by hand."""

from nonproj.data.conll import parse_treebank
from nonproj.evaluation.treebanks.statistics import statistics

TEXT = """\
1\ta\tl\tX\t_\tA=1|B=1\t2\tsubj\t_\t_
2\tb\tl\tY\t_\tA=1\t0\troot\t_\t_
3\tc\tl\tX\t_\t_\t2\tobj\t_\t_

1\td\tm\tX\t_\t_\t0\troot\t_\t_

"""


def test_inventories_leave_out_what_is_not_annotated():
    found = {
        value.key.metric: (value.numerator, value.denominator)
        for value in statistics(parse_treebank(TEXT.encode(), name="t.conll"), "t", "train")
    }
    assert found["n-sentences"] == (2, 1)
    assert found["n-tokens"] == found["n-arcs"] == (4, 1)
    assert found["tokens-per-sentence"] == (4, 2)
    assert found["n-labels"] == (3, 1)
    assert found["n-cpos"] == (2, 1)
    assert found["n-pos"] == (0, 1)  # no fine tags
    assert found["n-feats"] == (2, 1)
    assert found["has-lemma"] == (1, 1)
