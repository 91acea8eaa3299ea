"""The report is one page without outside help, and safe whatever a treebank is called."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from inventions import measured
from nonproj.claims.verdicts import Judgement
from nonproj.experiments.treebanks.suite import GENERATED, Provenance, Suite, SuiteTreebank
from nonproj.reporting import html, markup
from nonproj.reporting.figures.draw import draw
from nonproj.reporting.findings.report import collect
from nonproj.reporting.ledger import Ledger
from nonproj.reporting.tables import build as tables
from nonproj.results.significance.table import Tests
from nonproj.results.values import Values

VOID = {"meta", "link", "br", "img", "path", "input", "hr"}


class Page(HTMLParser):
    """Elements with their attributes; fails where tags do not nest."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open, self.text = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def parsed(rendered):
    return Page(rendered)


def test_the_same_bytes_again(page, rendered):
    assert page() == rendered


def test_nothing_is_loaded(parsed, rendered):
    for tag, attrs in parsed.elements:
        assert "src" not in attrs
        assert tag not in ("iframe", "object", "embed", "base", "form")
        if tag == "link":
            assert attrs["href"] == "data:,"
    assert "@import" not in rendered
    assert not re.search(r"url\((?!#)", rendered)


def test_links_lead_somewhere(parsed, studies):
    ids = [attrs["id"] for _, attrs in parsed.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    links = {attrs["href"] for tag, attrs in parsed.elements if tag == "a"}
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
    for study in studies:
        for spec in study.tables:
            assert f"tables/{study.id}-{spec.id}.csv" in links
        for spec in study.figures:
            assert f"figures/{study.id}-{spec.id}.svg" in links
    assert "times.tsv" in links


def test_names_are_escaped(parsed):
    assert not any(tag == "img" or "onerror" in attrs for tag, attrs in parsed.elements)
    assert not any(a.get("href", "").startswith("javascript") for _, a in parsed.elements)
    text = "".join(parsed.text)
    assert "<img src=x onerror=alert(1)>" in text
    assert "javascript:alert(1)" in text


def test_treebanks_with_licence_citation_and_hash(parsed):
    text = " ".join("".join(parsed.text).split())
    for part in ("CC BY-NC-SA 3.0", "Somebody (2008).", "sha256:" + "9f" * 32):
        assert part in text
    assert "Not available when this report was made (download failed)" in text
    assert "0" * 40 in text


def test_every_study_and_table_is_there(parsed, studies):
    text = " ".join("".join(parsed.text).split())
    for study in studies:
        assert " ".join(study.question.split()) in text
        for spec in study.tables:
            assert " ".join(spec.caption.split()) in text


def test_differences_are_marked_only_where_they_remain(parsed):
    classes = [a["class"].split() for t, a in parsed.elements if a.get("class")]
    differences = [names for names in classes if names[0] == "difference"]
    assert ["difference"] in differences
    # The introduction shows one above and one below; the reproduced figures differ nowhere.
    assert [n for n in differences if "differs" in n] == [
        ["difference", "differs"],
        ["difference", "differs", "less"],
    ]


@pytest.mark.parametrize(
    ("figure", "shown"),
    [
        ("1234", "1234"),
        ("39279", '39<span class="k">279</span>'),
        ("-652544", '−652<span class="k">544</span>'),
        ("+1652544", '+1<span class="k">652</span><span class="k">544</span>'),
        ("98.12345", "98.12345"),
        ("<b>", "&lt;b&gt;"),
    ],
)
def test_thousands_are_set_apart(figure, shown):
    assert str(markup._digits(figure)) == shown


def test_a_report_without_parsers_says_what_there_is(studies, published, suite, ledger):
    values = Values(
        measured("ud20-got", "train", system, "level=sentence", "coverage", "percent", n, 100)
        for system, n in (("projective", 78), ("mh4", 95), ("1ec", 98))
    )
    built = [
        tables.build(spec, values, published[study.id], suite.treebanks)
        for study in studies
        for spec in study.tables
    ]
    found = collect(suite, studies, values, Tests(), ledger, tables=built)
    nothing = {
        (study.id, figure.id): draw(figure, Values())
        for study in studies
        for figure in study.figures
    }
    provenance = Provenance("0" * 40, 1, {}, {}, "Made on two machines.")
    page = Page(html.render(suite, studies, built, nothing, provenance, found))
    text = " ".join("".join(page.text).split())
    assert "printed figures are reproduced to the last digit" in text
    assert "Not drawn: this suite has too few values for it." in text
    assert "the times of parsing and training. Made on two machines." in text
    assert "say nothing about the papers" not in text
    ids = {attrs.get("id") for _, attrs in page.elements}
    assert "claims" in ids
    assert {"trees", "finding-gains", "speed"}.isdisjoint(ids)


def test_verdicts_on_an_invented_language_say_nothing_about_the_papers(studies):
    suite = Suite("demo", "Demo", (SuiteTreebank("short-frequent", citation=GENERATED),))
    found = collect(suite, studies, Values(), Tests(), Ledger((), {}))
    text = html.render(suite, [], [], {}, Provenance("0" * 40, 1, {}, {}), found)
    assert "Its language is artificial" in text


def test_an_invented_language_contradicts_no_paper(rendered, studies, ledger):
    assert "Where the artificial language" not in rendered
    assert "claims are contradicted by this report" in rendered
    suite = Suite("demo", "Demo", (SuiteTreebank("short-frequent", citation=GENERATED),))
    sites = {**ledger.sites, "short-frequent": "Artificial"}
    found = collect(suite, studies, Values(), Tests(), replace(ledger, sites=sites))
    text = render_alone(suite, studies, found)
    assert "Where the artificial language differs" in text
    assert "contradicted by this report" not in text.lower()


def render_alone(suite, studies, found):
    """A report without tables and figures."""
    studies = [replace(study, tables=(), figures=()) for study in studies]
    return html.render(suite, studies, [], {}, Provenance("0" * 40, 1, {}, {}), found)


def test_a_claim_has_a_row_for_each_comparison(rendered, ledger):
    """With two numbers and a p-value in each row."""
    compared = sum(len(judged.comparisons) for claim in ledger.claims for judged in claim.judged)
    assert compared > 500
    assert rendered.count('<td class="value">') == 3 * compared


def test_cells_have_no_empty_elements(rendered):
    """There are thousands of cells."""
    assert "<small></small>" not in rendered


def test_nothing_floats_over_the_tables(rendered):
    assert not re.search(r"position: *fixed", rendered)


def test_a_report_says_which_studies_it_rebuilds_in_part(suite, studies, ledger):
    """In part: more than half of a study's claims that can be tested were not run."""
    assert ledger.in_part == []
    run = {claim.id for claim in ledger.claims if claim.outcome is not Judgement.NOT_RUN}
    kept = [claim for claim in ledger.of("nivre-2007") if claim.id in run][:2]
    idle = [replace(c, judged=()) if c.paper == "nivre-2007" and c not in kept else c
            for c in ledger.claims]  # fmt: skip
    partly = replace(ledger, claims=tuple(idle))
    assert partly.in_part == ["nivre-2007"]
    found = collect(suite, studies, Values(), Tests(), partly)
    text = " ".join(render_alone(suite, studies, found).split())
    assert ': 4 in full, 1 <a href="#nivre-2007">in part</a>.' in text
    assert "<h2>Nivre 2007 (in part) <a" in text


def test_parsers_of_others_stand_beside_ours(parsed):
    shown = [i for i, text in enumerate(parsed.text) if text.strip() == "<peer>"]
    assert len(shown) >= 2, "in the picture and in the table"
    told = " ".join(text for text in parsed.text[shown[-1] :] if text.strip())
    assert told.startswith("<peer> 80.00 85.00 9.0 500")
