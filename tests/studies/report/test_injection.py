"""Names and labels of treebanks are text, wherever they end up: no path and no markup."""

import json
import os
import re
import xml.etree.ElementTree as ElementTree
from urllib.parse import unquote

import pytest

from nonproj.data.conll import parse_treebank
from nonproj.drawing.tree import draw_before_and_after, draw_sentence
from nonproj.parsers.families import variant_named
from nonproj.trees.restructuring.schemes import MOVES
from samples.pages import Page
from studies.plan.parses import Parser
from studies.plan.treebanks.suite import Suite, SuiteTreebank
from studies.report.trees import Shown, tree_browser
from studies.store.parse_files import ParseFile
from studies.values.generic_parsers import with_move

NAMES = (
    "../../x",
    "/etc/passwd",
    "<script>parent.injected = 1</script>",
    "</script><img src=x onerror=parent.injected=1>",
    "]]></text><script>parent.injected=1</script>",
    *(r"\input{/etc/passwd}", r"\\[9cm]\end{tabular}", "[9cm] & %", "*", "$\\input{x}$"),
    *("^^5cinput", "~`'\"{}#_|&%", "a\rb\fc", "{{ 7 * 7 }}", "x↑y↓"),
)
LABELS = [re.sub(r"\s", "", name) for name in NAMES]
FOREIGN = {"img", "image", "iframe", "object", "embed", "foreignObject"}  # no page of ours has


def elements_of(svg: bytes | str) -> set[str]:
    return {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(svg).iter()}


def sentence(label: str, head_of) -> str:
    """Four words with the label as form, lemma, tags and label."""
    lines = [[str(i), *[label] * 4, "_", str(head_of(i)), label, "_", "_"] for i in range(1, 5)]
    return "\n".join(map("\t".join, lines)) + "\n\n"


HEADS = {"chain": lambda i: i - 1, "star": lambda i: min(i - 1, 1)}


@pytest.fixture(scope="module")
def named():
    """A suite with one treebank that has the names in all it says about itself."""
    name = " ".join(NAMES)
    return Suite("demo", name, (SuiteTreebank("mine", name, name, name, url=name),))


@pytest.fixture(scope="module")
def built(named, studies, build_report):
    return build_report(named, studies)


@pytest.fixture(scope="module")
def trees(tmp_path_factory):
    """What the tree browser shows of three words for each name."""
    folder = tmp_path_factory.mktemp("injection")
    (folder / "raw").mkdir()
    shapes = {"gold": "chain", "one": "star", "other": "chain", "raw/one": "star"}
    for name, shape in shapes.items():
        text = "".join(sentence(label, HEADS[shape]) for label in LABELS)
        (folder / f"{name}.conll").write_text(text, encoding="utf-8")
    one, other = (ParseFile(folder / f"{name}.conll") for name in ("one", "other"))
    shown = [Shown("arc-standard+head", one), Shown("swap-lazy", other)]
    return tree_browser({"mine": ("dev", str(folder / "gold.conll"), shown)}, 40)


def test_markup_in_names_adds_no_element_to_a_page(named, studies, trees, built, render):
    pages = render(named, studies, built, trees=trees)
    pages = [text for name, text in pages.items() if name.endswith(".html")]
    found = Page("".join(pages))
    tags = [tag for tag, _ in found.elements]
    assert tags.count("script") == len(pages) + 2, "data and script of the trees"
    assert not FOREIGN & {*tags}
    assert not [name for _, of in found.elements for name in of if name.startswith("on")]
    assert named.title in found.text
    shown = next(json.loads(text) for text in found.text if text.startswith('{"labels"'))
    assert {*LABELS} <= {*shown["labels"]}


def test_markup_in_names_adds_no_element_to_a_figure(built):
    for svg in built.figures.values():
        assert not FOREIGN & elements_of(svg)


@pytest.mark.parametrize("label", LABELS)
def test_odd_labels_are_text_in_a_drawn_tree_and_leave_no_folder_of_models(label):
    gold, other = (parse_treebank(sentence(label, of).encode()) for of in HEADS.values())
    for svg in (draw_sentence(gold, 1, other), draw_before_and_after(gold, other, 1)):
        assert elements_of(svg) == {"svg", "g", "path", "polygon", "text"} & elements_of(svg)
        texts = [element.text for element in ElementTree.fromstring(svg).iter()]
        assert texts.count(label) >= 9, "word, tag and label of each word"

    usual = os.path.dirname(Parser("mine", "train", 1, "arc-eager+head").model)
    for name in (with_move("arc-eager+head", move, label) for move in MOVES):
        [moved] = [step.name for step in variant_named(name).steps if ":" in step.name]
        assert unquote(moved).endswith(f":{label}")
        folder = os.path.dirname(os.path.normpath(Parser("mine", "train", 1, name).model))
        assert os.path.dirname(folder) == os.path.dirname(usual)
