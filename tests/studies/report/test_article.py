"""The article: numbers are looked up, claims are those of the ledger, and it can be built."""

import json
import re

import pytest
import yaml

from committed import RESULTS, ROOT
from studies.plan.study.load import PAPERS, load_studies
from studies.report.documents.article import SOURCE, values_of, write

ARTICLE = ROOT / SOURCE
LITERAL = re.compile(r"#(?:fixed|word|Word|grouped)\(\s*[\d.]")  # a lookup of what is typed
LOOKUP = re.compile(r"#[\w.-]+(?=\()")
NAMES = re.compile(
    r"@[\w-]+|<[\w-]+>|`[^`]*[A-Za-z][^`]*`|//.*|\b(?:MH[34]|1EC|1-endpoint-crossing|p0)\b"
)
WORDS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundreds?|thousands?"
)
NUMBER = re.compile(rf"\d+(?:[.,]\d+)*|\b(?:{WORDS})\b", re.IGNORECASE)
# What the text counts that is no result: how the studies, the rule and the article are made.
DESIGN = (
    "five studies", "rebuilt all five", "three techniques", "that all three can", "five languages",
    "two classes lie", "two treebanks of Perseus", "two readings", "two readers who",
    "table three of", "the four parsers of", "the three treebanks in place", "scored ten folds",
    "allowing all three", "means of three seeds", "of five seeds",
    "average over the three treebanks", "on these three", "on ten. So", "table five of",
    "at least three words", "two words cost", "down with two words", "all three treebanks ()",
    "six parsers that differ", "95 %", "the study had three",
    "ten treebanks of the thesis, of which three", "two of three treebanks",
    "three conditions decide", "hundreds of thousands", "tens of thousands", "of three languages",
    "neural ones in three times", "in ten minutes",
)  # fmt: skip
ALLOWED = re.compile("|".join(map(re.escape, DESIGN)), re.IGNORECASE)


def without_lookups(text):
    """Leave out the calls of functions, but not the text in their brackets."""
    kept, position = [], 0
    while found := LOOKUP.search(text, position):
        kept.append(text[position : found.start()])
        depth, position = 0, found.end()
        while position == found.end() or depth:
            depth += {"(": 1, ")": -1}.get(text[position], 0)
            if text[position] == "[":
                inside = position + 1
                position = closing(text, position)
                kept.append(without_lookups(text[inside:position]))
            position += 1
    return "".join([*kept, text[position:]])


def closing(text, position):
    """Find the bracket that closes the one at a position."""
    depth = 0
    for place in range(position, len(text)):
        depth += {"[": 1, "]": -1}.get(text[place], 0)
        if not depth:
            return place
    raise ValueError("a bracket is not closed")


def typed(text):
    """List the numbers that a text types instead of looking them up."""
    blocks = re.sub("```.*?```", "", text, flags=re.DOTALL)
    prose = " ".join(NAMES.sub("", without_lookups(blocks)).split())
    return LITERAL.findall(text) + NUMBER.findall(ALLOWED.sub("", prose))


def test_typed_finds_the_numbers_that_a_text_types():
    assert typed("LAS is 84.90 on eight of @t2.") == ["84.90", "eight"]
    assert typed('LAS is #las("ud20-got") on #word(sites("NI71", "x")) texts of `2-planar`.') == []
    assert typed("#figure(f(7), caption: [A gain of 1.2, #fixed(f(3)).]) `84.9` <t4>") == [
        "1.2",
        "84.9",
    ]
    assert typed("It gains #fixed(1.2).") == ["#fixed(1"]
    assert typed("MH4 and 1EC in the five studies, in seven treebanks // of 9") == ["seven"]


def test_the_article_types_no_number_of_a_result():
    assert typed(ARTICLE.read_text(encoding="utf-8")) == []


@pytest.fixture(scope="module")
def values():
    return values_of(RESULTS, ROOT)


def test_values_of_the_article_equal_those_of_the_committed_documents(values):
    outcomes = values["outcomes"]["all"]
    row = re.search(r"^\| All studies \| (\d.*) \|$", (ROOT / "docs/claims.md").read_text(), re.M)
    assert [int(n) for n in row[1].split(" | ")] == [*outcomes.values()]
    assert values["scores"]["ud20-got/dev/carreras//las"] == pytest.approx(100 * 8468 / 10114)
    assert (
        values["cells"]["kuhlmann-nivre-2010"]["T4"]["ud20-got"]["P0 projective"]["las"] == "80.02"
    )
    assert len(values["remade"]) == 3
    assert values["readings"]["sentences"] == "173"


def test_references_and_metadata_name_the_five_studies():
    known = yaml.safe_load((ARTICLE.parent / "references.yml").read_text(encoding="utf-8"))
    metadata = yaml.safe_load((ARTICLE.parent / "metadata.yaml").read_text(encoding="utf-8"))
    studies = {(s.title.lower(), str(s.year)) for s in load_studies(ROOT / PAPERS)}
    entries = [known[entry["bib"]] for entry in metadata["replication"]]
    assert {(e["title"].lower(), str(e["date"])) for e in entries} == studies
    for name, entry in known.items():
        used = re.search(rf"[@<]{name}\b", ARTICLE.read_text(encoding="utf-8"))
        assert used, f"{name} is not cited"
        found = "doi" in entry.get("serial-number", {}) or "url" in entry
        assert found or name in ("nilsson2009", "holm1979", "covington2001")


def test_the_article_is_built_with_six_to_eight_pages():
    typst = pytest.importorskip("typst", reason="make article installs it")
    folder = ROOT / "reports" / "article"
    assert write(RESULTS, ROOT, folder).read_bytes().startswith(b"%PDF")
    inputs = {"values": "/reports/article/values.json"}
    pages = typst.compile(ARTICLE, root=ROOT, format="png", ppi=8, sys_inputs=inputs)
    assert 6 <= len(pages) <= 8


def test_a_claim_with_another_outcome_stops_the_article(values):
    typst = pytest.importorskip("typst", reason="make article installs it")
    values["claims"]["NI71"]["outcome"] = "contradicted"
    folder = ROOT / "reports" / "article"
    folder.mkdir(exist_ok=True)
    (folder / "changed.json").write_text(json.dumps(values), encoding="utf-8")
    inputs = {"values": "/reports/article/changed.json"}
    with pytest.raises(typst.TypstError, match="NI71 is contradicted"):
        typst.compile(ARTICLE, root=ROOT, format="png", ppi=8, sys_inputs=inputs)
    (folder / "changed.json").unlink()
