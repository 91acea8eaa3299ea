"""The report is a folder of pages without outside help, and safe whatever a treebank is called."""

import re
from dataclasses import replace

import pytest

from committed import ROOT
from inventions import addresses, invented, measured
from nonproj.drawing import markup
from nonproj.results.values import Values
from samples.pages import Page
from studies.judge.verdicts import Judgement
from studies.plan.study.load import PAPERS, STUDY, load
from studies.plan.treebanks.suite import GENERATED, Provenance, Suite, SuiteTreebank
from studies.report.pages import CUT, LIMIT, page_files, parts_of, write_pages
from studies.values.tests import Tests


@pytest.fixture(scope="module")
def parsed(pages):
    """All pages, one after the other."""
    return Page("".join(pages.values()))


@pytest.fixture(scope="module")
def ids(pages):
    """The ids on each page."""
    return {
        name: [attrs["id"] for _, attrs in Page(text).elements if "id" in attrs]
        for name, text in pages.items()
    }


def test_a_report_made_again_has_the_same_bytes(page, rendered):
    assert page() == rendered


def test_pages_load_only_files_of_their_report(parsed, rendered):
    for tag, attrs in parsed.elements:
        assert tag not in ("iframe", "object", "embed", "base", "form")
        if tag == "link":
            assert attrs["href"] == "data:," or attrs["href"] in rendered
        assert attrs.get("src", "report.js") in rendered
    for text in rendered.values():
        assert "@import" not in text
        assert not re.search(r"url\((?!#)", text)


def test_links_of_pages_lead_to_files_and_ids_of_the_report(pages, ids, rendered):
    files = {*rendered, "times.tsv"}
    for name, text in pages.items():
        assert len(ids[name]) == len(set(ids[name]))
        for tag, attrs in Page(text).elements:
            link = attrs.get("href", "") if tag == "a" else ""
            if not link or link.startswith("https://"):
                continue
            address, _, target = link.partition("#")
            page = address.partition("?")[0] or name
            assert page in files, f"{name}: {link}"
            assert not target or target in ids[page], f"{name}: {link}"
    assert any('href="times.tsv"' in text for text in pages.values())


def test_every_table_and_figure_has_a_button_to_save_it(parsed, studies):
    saved = {attrs["data-save"] for _, attrs in parsed.elements if "data-save" in attrs}
    for study in studies:
        assert {f"{study.id}-{spec.id}.csv" for spec in study.tables} <= saved
        assert {f"{study.id}-{spec.id}.svg" for spec in study.figures} <= saved


def test_no_page_is_long_and_all_declared_files_are_written(pages, rendered, studies, suite):
    assert max(len(text.encode()) for text in pages.values()) < 500_000
    declared = page_files(studies, suite.names)
    assert {*declared} <= {*rendered}
    more = [name for name in rendered if name not in declared]
    assert all(f"{name.rpartition('-')[0]}.html" in declared for name in more)


def test_parts_of_cuts_long_sections_and_keeps_their_order():
    text = CUT.join(letter * LIMIT for letter in "abc") + CUT.join(["", "d", "e"])
    assert [part[0] for part in parts_of(text)] == ["a", "b", "c", "d"]
    assert parts_of(f"a{CUT}b") == ["ab"]


def test_the_page_of_a_treebank_lists_its_parsers_and_tables(pages):
    page = pages["treebank-mine.html"]
    parsers, tables = page[page.index("<h2>All parsers") :].split("<h2>Tables of", 1)
    scores = re.findall(
        r'<tr data-treebank="(.+?)">.*?data-sort="test">.*?data-sort="(.+?)"', parsers
    )
    assert {name for name, _ in scores} >= {"mh3", "ensemble"}
    assert [*scores] == sorted(scores, key=lambda row: -float(row[1]))
    assert 'href="nilsson-2009.html#' in tables
    assert "<h2>All parsers" not in pages["treebank-ud20-eu.html"]


def test_write_pages_removes_old_pages_and_keeps_other_files(tmp_path):
    for name in ("study-2.html", "scores.csv"):
        (tmp_path / name).write_text("old")
    write_pages(tmp_path, {"index.html": "new", "report.js": ""})
    assert {path.name for path in tmp_path.iterdir()} == {"index.html", "report.js", "scores.csv"}


def test_a_report_shows_all_studies_tables_and_origins_of_treebanks(parsed, studies):
    text = " ".join("".join(parsed.text).split())
    for part in ("CC BY-NC-SA 3.0", "Somebody (2008).", "sha256:" + "9f" * 32):
        assert part in text
    assert "Not available when this report was made (download failed)" in text
    assert "0" * 40 in text
    assert "javascript:alert(1)" in text
    assert not any(a.get("href", "").startswith("javascript") for _, a in parsed.elements)
    for study in studies:
        assert " ".join(study.question.split()) in text
        for spec in study.tables:
            assert " ".join(spec.caption.split()) in text


def test_only_differences_that_remain_after_rounding_are_marked(parsed):
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
def test_digits_of_large_numbers_are_set_in_groups_of_three(figure, shown):
    assert str(markup._digits(figure)) == shown


def test_a_report_without_parsers_says_what_it_has_and_lacks(studies, suite, build_report, render):
    values = Values(
        measured("ud20-got", "train", system, "level=sentence", "coverage", "percent", n, 100)
        for system, n in (("projective", 78), ("mh4", 95), ("1ec", 98))
    )
    built = build_report(suite, studies, values, Tests(), ())
    provenance = Provenance("0" * 40, 1, {}, {}, "Made on two machines.")
    page = Page(joined(render(suite, studies, built, provenance=provenance)))
    text = " ".join("".join(page.text).split())
    assert "Claims of the papers" in text
    assert "Not drawn: this suite has too few values for it." in text
    assert "the times of parsing and training. Made on two machines." in text
    assert "say nothing about the papers" not in text
    ids = {attrs.get("id") for _, attrs in page.elements}
    assert "claims" in ids
    assert {"trees", "finding-gains", "speed"}.isdisjoint(ids)


def joined(files) -> str:
    """The HTML pages, one after the other."""
    return "".join(text for name, text in files.items() if name.endswith(".html"))


def bare(study, *tables):
    """A study with no figures and only these tables."""
    return replace(study, tables=tables, figures=(), winners=())


@pytest.fixture(scope="module")
def claims_alone(studies, build_report, render):
    """claims_alone(suite, ledger) -> the text of a report without tables, figures and values."""
    studies = [*map(bare, studies)]

    def claims_alone(suite, ledger):
        built = build_report(suite, studies, Values(), Tests(), ())
        return " ".join(joined(render(suite, studies, built, ledger)).split())

    return claims_alone


def test_verdicts_on_an_artificial_language_contradict_no_paper(suite, ledger, claims_alone):
    ledger = replace(ledger, claims=tuple(map(contradicted, ledger.claims)))
    text = claims_alone(suite, ledger)
    assert "Where the artificial language" not in text
    assert "claims are contradicted by this report" in text
    suite = Suite("demo", "Demo", (SuiteTreebank("short-frequent", citation=GENERATED),))
    sites = {**ledger.sites, "short-frequent": "Artificial"}
    text = claims_alone(suite, replace(ledger, sites=sites))
    assert "Its language is artificial" in text
    assert "Where the artificial language differs" in text
    assert "contradicted by this report" not in text.lower()


def contradicted(claim):
    """The claim, contradicted wherever it was judged, and by each treebank twice."""
    judged = [
        replace(j, verdict=replace(j.verdict, verdict=Judgement.CONTRADICTED, stands_for="a"))
        for j in claim.judged
    ]
    return replace(claim, judged=tuple(judged * 2))


def test_a_claim_is_shown_with_a_row_for_each_comparison(pages, ledger):
    """With two numbers and a p-value in each row."""
    compared = sum(
        len(judged.verdict.comparisons) for claim in ledger.claims for judged in claim.judged
    )
    assert compared > 500
    assert joined(pages).count('<td class="value">') == 3 * compared


def test_cells_have_no_empty_elements_and_nothing_floats_over_the_tables(rendered):
    """There are thousands of cells."""
    assert "<small></small>" not in joined(rendered)
    assert not re.search(r"position: *fixed", rendered["style.css"])


def test_a_report_says_which_studies_it_rebuilds_in_part(suite, ledger, claims_alone):
    """In part: more than half of a study's claims that can be tested were not run."""
    run = tuple(claim for claim in ledger.claims if claim.outcome is not Judgement.NOT_RUN)
    ledger = replace(ledger, claims=run)
    assert ledger.in_part == []
    kept = ledger.of("nivre-2007")[:2]
    idle = [replace(c, judged=()) if c.paper == "nivre-2007" and c not in kept else c
            for c in ledger.claims]  # fmt: skip
    partly = replace(ledger, claims=tuple(idle))
    assert partly.in_part == ["nivre-2007"]
    text = claims_alone(suite, partly)
    assert ': 4 in full, 1 <a href="nivre-2007.html">in part</a>.' in text
    assert "<h1>Nivre 2007 (in part)</h1>" in text


def test_other_programs_are_shown_beside_the_parsers(parsed):
    shown = [i for i, text in enumerate(parsed.text) if text.strip() == "<peer>"]
    assert len(shown) >= 2, "in the picture and in the table"
    told = " ".join(text for text in parsed.text[shown[-1] :] if text.strip())
    assert told.startswith("<peer> 80.00 85.00 9.0 500")


def test_the_first_screen_compares_programs_trained_on_the_same_files(
    suite, build_report, render, claims_alone, ledger
):
    forms = load(ROOT / PAPERS / "forms_to_trees" / STUDY)
    shown = addresses(forms.table("programs"))
    values = Values({i.key: i for i in (invented(a, "mine", "1") for a in shown)}.values())
    built = build_report(suite, [forms], values, Tests(), ())
    told = Page(render(suite, [forms], built)["index.html"]).text
    told = [text.strip() for text in told if text.strip()]
    start = told.index("Other programs, trained on the same treebanks: LAS")
    ours = "seconds: swap-lazy", "minutes: carreras+npa", "15 minutes: biaffine"
    programs = ["UDPipe 1.4", "spaCy 3.8", *(f"Ours, in {name}" for name in ours)]
    programs += ["Ours, a bundle: biaffine and carreras+npa", "Ours, several treebanks: biaffine"]
    assert told[start + 1 :][:9] == ["Treebank", *programs, "UDPipe 2, published"]
    place = ["1.00", "1 s", "1 words/s", "1 MB"]
    assert told[start + 10 :][:30] == [suite.names["mine"], *place * 7, "–"]
    assert "Other programs, trained" not in claims_alone(suite, ledger)


def test_tables_of_public_treebanks_say_how_to_train_their_parsers_again(
    studies, build_report, render
):
    ours = [bare(study, *study.tables * (study.id == "nivre-2007")) for study in studies]
    for names, shown in (
        (["ud20-got", "ud20-hu-jackknifed"], ["T2", "T3", "T4", "features", "regimes"]),
        (["ud20-got", "mine"], []),
        (["short-frequent"], []),
    ):
        suite = Suite("demo", "Demo", tuple(map(SuiteTreebank, names)))
        text = joined(render(suite, ours, build_report(suite, ours)))
        lines = [line for line in text.splitlines() if "make check-parses" in line]
        tables = [re.findall(r"TABLE=nivre-2007/(\w+)<", line) for line in lines]
        assert tables == [[name] for name in shown]
        assert all(len(line.encode()) <= 150 for line in lines)
