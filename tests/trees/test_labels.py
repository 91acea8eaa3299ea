"""The grammar of marked labels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.errors import NonprojError
from nonproj.trees.labels import MarkedLabel, encode, parse
from nonproj.trees.relabel import column_of

LABELS = st.text(st.sampled_from("ab:|*\\↑↓_ "), min_size=1, max_size=6)
MARKED = st.builds(
    lambda label, head_label, lifted, on_path: MarkedLabel(
        label, lifted, head_label if lifted else None, on_path
    ),
    LABELS,
    st.none() | LABELS,
    st.booleans(),
    st.booleans(),
)


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        (MarkedLabel("AuxP", True, "Sb"), "AuxP↑Sb"),
        (MarkedLabel("AuxP", True), "AuxP↑"),
        (MarkedLabel("Sb", on_path=True), "Sb↓"),
        (MarkedLabel("d", True, "h", True), "d↑h↓"),
        (MarkedLabel("d", True, None, True), "d↑↓"),
        (MarkedLabel("nsubj:pass|x*"), "nsubj:pass|x*"),
        (MarkedLabel("a↑b"), "a\\↑b"),
        (MarkedLabel("\\", True, "↓↑", True), "\\\\↑\\↓\\↑↓"),
    ],
)
def test_marked_labels_are_spelled_as_documented(marked, text):
    assert encode(marked) == text
    assert parse(text) == marked


@settings(max_examples=300, deadline=None)
@given(MARKED)
def test_parsing_an_encoded_label_gives_the_marked_label_back(marked):
    assert parse(encode(marked)) == marked


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("ab\\↑↓"), max_size=7))
def test_encoding_a_parsed_label_gives_its_text_back_unless_it_was_refused(text):
    try:
        marked = parse(text)
    except NonprojError:
        return
    assert encode(marked) == text


@pytest.mark.parametrize(
    ("read", "label"),
    [
        *((parse, text) for text in ("", "↑", "↓", "↑h", "a↓↑", "a↑b↑c", "a↓b", "a↓↓")),
        *((parse, text) for text in ("a\\", "a\\b", "a↑\\", "a↑b\\↓\\")),
        *((encode, MarkedLabel(*marks)) for marks in (("",), ("a", True, ""), ("a", False, "h"))),
    ],
)
def test_texts_and_marks_that_are_no_marked_labels_are_refused(read, label):
    with pytest.raises(NonprojError):
        read(label)


def test_column_of_drops_unused_and_repeated_values():
    column = column_of(np.array([-1, 3, 1, -1, 2, 3]), ["unused", "a", "a", "b"])
    assert column.values == ("b", "a")
    assert column.codes.tolist() == [-1, 0, 1, -1, 1, 0]
    assert column.codes.dtype == np.int32
    assert column_of(np.array([-1, -1]), []).values == ()
