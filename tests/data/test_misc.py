"""Attributes in MISC: written where they belong, and nothing else is changed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonproj.data.conll import parse_treebank, render
from nonproj.data.misc_column import attribute, confidence_of, with_attribute, with_confidence
from nonproj.errors import NonprojError

TEXT = (
    "# text = ab c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    "1\ta\ta\tX\tXX\t_\t2\tdet\t2:det\tSpaceAfter=No|HeadConf=0.1|Z\n"
    "1.1\te\te\tX\tXX\t_\t_\t_\t0:e\t_\n"
    "2\tb\tb\tY\tYY\t_\t0\troot\t_\t_\n\n"
    "1\tc\tc\tY\tYY\t_\t0\troot\t_\tOldHeadConf=3\n\n"
)
EXPECTED = (
    TEXT.replace("HeadConf=0.1|", "HeadConf=0.25|")
    .replace("root\t_\t_", "root\t_\tHeadConf=1.00")
    .replace("OldHeadConf=3", "OldHeadConf=3|HeadConf=0.50")
)
PROBABILITIES = np.array([9.0, 0.25, 0.999, 9.0, 0.5])


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("cut", [0, 1])
@pytest.mark.filterwarnings("ignore")
def test_with_confidence_changes_only_misc_of_words(ends, cut):
    source, expected = (s[: len(s) - cut].replace("\n", ends) for s in (TEXT, EXPECTED))
    made = with_confidence(parse_treebank(source.encode()), PROBABILITIES)
    assert render(made).decode() == expected
    assert attribute(made, "HeadConf") == [None, "0.25", "1.00", None, "0.50"]
    assert confidence_of(made).tolist() == [1.0, 0.25, 1.0, 1.0, 0.5]
    # What is written and selected later rests on where sentences, heads and labels stand.
    other = made.with_trees(np.array([-1, 0, 1, -1, 0]), made.deprel)
    assert render(other).decode() == expected.replace("\t2\tdet", "\t0\tdet").replace(
        "YY\t_\t0\troot\t_\tHeadConf=1.00", "YY\t_\t1\troot\t_\tHeadConf=1.00"
    )
    assert confidence_of(made.select([1, 0])).tolist() == [1.0, 0.5, 1.0, 0.25, 1.0]


items = st.lists(
    st.one_of(
        st.sampled_from(["SpaceAfter=No", "HeadConf=0.50", "HeadConfX=1", "Gloss=ä", "bare"]),
        st.text("abc=", min_size=1, max_size=4),
    ),
    max_size=4,
)


@given(st.lists(items, min_size=1, max_size=6))
def test_with_attribute_changes_or_adds_one_item_of_misc_in_each_line(cells):
    lines = [
        f"{i}\tw\tw\tX\tX\t_\t0\troot\t_\t{'|'.join(cell) or '_'}\n"
        for i, cell in enumerate(cells, 1)
    ]
    treebank = parse_treebank(("".join(lines) + "\n").encode(), name="made.conllu")
    made = with_attribute(treebank, "HeadConf", [None, *(str(i) for i in range(len(cells)))])
    written = [line.split("\t")[-1] for line in render(made).decode().split("\n") if line]
    for i, (cell, after) in enumerate(zip(cells, written, strict=True)):
        own = [k for k, item in enumerate(cell) if item.startswith("HeadConf=")]
        expected = [f"HeadConf={i}" if k in own else item for k, item in enumerate(cell)]
        assert after.split("|") == (expected if own else [*expected, f"HeadConf={i}"])
    assert attribute(made, "HeadConf") == [None, *(str(i) for i in range(len(cells)))]


@pytest.mark.parametrize("value", ["_", "HeadConf=1.2", "HeadConf=nan", "HeadConf=", "headconf=1"])
def test_a_word_without_probability_and_a_format_without_misc_are_refused(value):
    text = f"1\tc\tc\tY\tY\t_\t0\tr\t_\tHeadConf=1\n2\td\td\tY\tY\t_\t1\tr\t_\t{value}\n\n"
    with pytest.raises(NonprojError, match=r"a.conllu: sentence 1, word 2: .*HeadConf"):
        confidence_of(parse_treebank(text.encode(), name="a.conllu"))
    with pytest.raises(NonprojError, match=r"a.conll: conllx has no MISC; only CoNLL-U"):
        with_confidence(parse_treebank(text.encode(), "a.conll", format="conllx"), np.ones(3))
