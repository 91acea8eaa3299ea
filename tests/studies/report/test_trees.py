"""The tree browser gets the sentences on which parsers disagree, and not too many of them."""

from pathlib import Path
from shutil import copy

import pytest

from nonproj.errors import NonprojError
from samples.trees import write_trees as write
from studies.report.trees import MOST_PARSERS, MOST_WORDS, Shown, tree_browser
from studies.store.parse_files import ParseFile

CHAIN = (2, 0, 2, 3)
CROSSING = (2, 0, 2, 1)  # the arc from 1 to 4 crosses that from 0 to 2


def shown(system, file):
    """A parser of which no step was undone."""
    raw = Path(file).parent / "raw"
    raw.mkdir(exist_ok=True)
    copy(file, raw / f"{Path(file).stem}.conll")
    return Shown(system, ParseFile(file))


@pytest.fixture
def browse(tmp_path):
    def browse(gold, *parses, systems=("arc-standard", "swap-lazy", "attardi")):
        file = write(tmp_path / "gold", *gold)
        parsers = [
            shown(system, write(tmp_path / system, *trees))
            for system, trees in zip(systems, parses, strict=False)
        ]
        return tree_browser({"mine": ("dev", file, parsers)}, 40)["treebanks"][0]

    return browse


def test_the_tree_browser_orders_sentences_by_disagreement(browse):
    wrong = (2, 0, 2, 2)
    found = browse(
        [CHAIN, CHAIN, CROSSING, CHAIN],
        [CHAIN, CHAIN, wrong, wrong],
        [CHAIN, wrong, CROSSING, wrong],
    )
    numbers = [sentence["number"] for sentence in found["sentences"]]
    assert numbers == [3, 2], "non-projective first; where all agree, right or wrong, none"


def test_a_parse_with_another_label_disagrees(browse, tmp_path):
    gold = write(tmp_path / "gold", CHAIN)
    one = shown("arc-standard", write(tmp_path / "one", CHAIN))
    other = shown("attardi", write(tmp_path / "other", CHAIN, labels="ddxd"))
    content = tree_browser({"mine": ("dev", gold, [one, other])}, 40)
    [sentence] = content["treebanks"][0]["sentences"]
    heads, labels = sentence["parses"][1]
    assert heads == list(CHAIN)
    assert [content["labels"][label] for label in labels] == ["d", "d", "x", "d"]


def test_the_tree_browser_leaves_out_sentences_too_long_or_too_short(browse):
    def star(n, last=0):
        return (0, *[1] * (n - 2), last or 1)

    lengths = (3, 4, MOST_WORDS, MOST_WORDS + 1)
    found = browse(
        [star(n) for n in lengths], [star(n) for n in lengths], [star(n, last=2) for n in lengths]
    )
    assert sorted(len(sentence["words"]) for sentence in found["sentences"]) == [4, MOST_WORDS]


def test_a_pseudo_projective_parser_is_shown_before_lifting_is_undone(browse):
    found = browse([CROSSING], [CROSSING], [CHAIN], systems=("arc-standard+head", "swap-lazy"))
    assert [parser["preparation"] for parser in found["parsers"]] == ["head", ""]
    [sentence] = found["sentences"]
    assert list(sentence["raw"]) == [0]
    assert sentence["transformed"]["head"][0] != list(CROSSING), "lifted"


def test_the_tree_browser_has_a_bounded_number_of_parsers(tmp_path):
    gold = write(tmp_path / "gold", CHAIN)
    parsers = [shown(f"covington-d{i}", gold) for i in range(MOST_PARSERS + 5)]
    content = tree_browser({"mine": ("dev", gold, parsers)}, 40)
    assert len(content["treebanks"][0]["parsers"]) == MOST_PARSERS
    assert tree_browser({}, 40) == {"labels": [], "treebanks": []}


def test_the_tree_browser_refuses_parses_of_another_text(browse, tmp_path):
    gold = write(tmp_path / "gold", CHAIN)
    other = shown("attardi", write(tmp_path / "other", CHAIN, CHAIN))
    with pytest.raises(NonprojError):
        tree_browser({"mine": ("dev", gold, [other])}, 40)
