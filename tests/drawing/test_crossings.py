"""The page of what crosses: all there, escaped, and in need of nothing else."""

import re

from nonproj.drawing.crossings import COLOURS, marked_text, page_of, relation_table
from nonproj.results.option_names import Grouping
from nonproj.results.treebanks.crossings import relations
from samples.treebanks import written

NAMES = "<b>mine"
SENTENCE = [("<i>What", 4, "obj"), ("did", 0, "root"), ("you", 2, "su`bj-x"), ("see", 2, "comp")]
LONG = [*SENTENCE, *[(f"w{i}", 2, "adv") for i in range(20)], ("end", 1, "mod")]


def treebank():
    return written([SENTENCE, LONG])


def page(by=Grouping.DEPREL):
    made = treebank()
    measures = [("", NAMES), ("Size", ""), ("  Words", "29")]
    return page_of(measures, by, [(NAMES, made, relations(made, by, 3))])


def test_the_page_of_crossings_loads_no_file_and_escapes_names_and_words():
    text = page()
    assert text == page()
    assert "<b>" not in text
    assert "<i>" not in text
    assert "[&lt;i&gt;What] *did* you {see}" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert text.count("<svg") == text.count("</svg>") == 3  # `obj` of both sentences, `mod`
    assert not re.search(r'(?:src|href)="(?!#|data:,)', text)


def test_the_page_of_crossings_throws_no_error_in_a_browser(open_page):
    _, console = open_page(page())
    assert console == []


def test_drawings_on_the_page_take_the_colours_of_its_theme():
    """Each colour of a drawing is replaced by a variable of the page."""
    text = page()
    drawn = {*re.findall(r'(?:stroke|fill)="(#[0-9a-f]+)"', text[text.index("<svg") :])}
    assert drawn == COLOURS.keys()
    for colour, variable in COLOURS.items():
        assert f'.tree [fill="{colour}"] {{ fill: var({variable}); }}' in text
        assert f"{variable}:" in text


def test_a_long_sentence_is_cut_around_its_arc():
    made = treebank()
    (row,) = [row for row in relations(made, Grouping.DEPREL, 1) if row["group"] == "obj"]
    assert marked_text(made, row["examples"][0]) == "[<i>What] *did* you {see}"
    example = {"sentence": 2, "dependent": 10, "head": 9, "gap": []}
    text = marked_text(made, example)
    assert text.startswith("… you see w0")
    assert "{w4} [w5]" in text
    assert text.endswith("w11 …")


def test_tables_of_crossings_name_what_they_count():
    made = treebank()
    heads = {by: relation_table(relations(made, by), by)[0] for by in Grouping}
    assert {by: row[0] for by, row in heads.items()} == {
        Grouping.DEPREL: "Relation",
        Grouping.UPOS: "Tag",
        Grouping.CONSTRUCTION: "Construction",
    }
    assert all(("Relations" in row) == (by is not Grouping.DEPREL) for by, row in heads.items())
    rows = relation_table(relations(made, Grouping.DEPREL), Grouping.DEPREL)
    assert rows[-1][:5] == ["All", "29", "3", "10.34", "0"]
    assert all(len(row) == len(rows[0]) for row in rows)
