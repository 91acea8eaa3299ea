"""What pseudo-projective transformations do to a treebank, counted by hand."""

from nonproj.results.treebanks.distortion import distortion
from nonproj.results.values import text_of
from samples.trees import treebank


def test_losses_of_pseudo_projective_transformations_equal_those_by_hand():
    """Word 1 of figure 5.2 on 4, while 4 and 6 are both Sb: breadth first finds 6, the others 4."""
    labels = [["AuxP", "Atr", "Pred", "Sb", "x", "Sb", "Adv"]]
    bank = treebank([(-1, 4, 1, 0, 5, 3, 3, 6)], labels)
    found = {
        (v.key.system, text_of(v.key.setting), v.key.metric): (v.numerator, v.denominator)
        for v in distortion(bank, "t", "train")
    }
    assert found["p0", "arcs=all", "uas"] == found["pH", "arcs=all", "uas"] == (6, 7)
    assert found["pH", "arcs=nonproj", "uas"] == (0, 1)
    for order in ("depth-first", "closest-first"):
        assert found["pH", f"arcs=nonproj;search={order}", "uas"] == (1, 1)
    counted = ("1", "2", "3", ">3")
    lifts = [found["gold", f"lifts={n}", "n-lifts"] for n in counted]
    assert lifts == [(0, 1), (1, 1), (0, 1), (0, 1)]
    assert [found["pH", f"passes={n}", "n-passes"][0] for n in counted] == [1, 0, 0, 0]
    systems = ("p0", "pH", "pP", "pHP")
    assert [found[system, "", "n-labels"][0] for system in systems] == [6, 6, 7, 7]
    assert found["headpath30", "new-labels=path-only", "n-labels"] == (2, 1)
    assert found["headpath30", "new-labels=lifted", "n-labels"] == (1, 1)
