"""Pages in a browser: no complaint, sorting, and no sideways scrolling on a small screen."""

import csv
import re
import xml.etree.ElementTree as ElementTree
from itertools import product

import pytest

from committed import RESULTS
from studies.report.pages import write_pages

# Published figures of other treebanks are folded away until somebody looks at them.
UNFOLD = """
const measured = frame.querySelectorAll('details .fits, details .more').length;
for (const fold of frame.querySelectorAll('main details')) fold.open = true;
view.fit?.();
"""
T5_6 = "nilsson-2009-T5-6"


@pytest.fixture(scope="module")
def places(pages):
    """The page of each id."""
    return {id: name for name, text in pages.items() for id in re.findall(r' id="(.*?)"', text)}


@pytest.fixture(scope="module")
def ask(ask_page, rendered, places):
    """ask(script, width, id) -> what the script returns about the page of the id in a window."""

    def inlined(name: str) -> str:
        """A page with the files that it loads: only such pages can be asked."""
        text = rendered[name].replace(
            '<link rel="stylesheet" href="style.css">', f"<style>{rendered['style.css']}</style>"
        )
        return re.sub(r'<script src="(.*?)">', lambda found: f"<script>{rendered[found[1]]}", text)

    return lambda script, width, id: ask_page(inlined(places[id]), UNFOLD + script, width)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, rendered):
    """The report as files."""
    folder = tmp_path_factory.mktemp("report")
    write_pages(folder, rendered)
    return folder


@pytest.mark.parametrize(
    "script",
    [
        "console.error('complaint')",
        "throw new TypeError('complaint')",
        "setTimeout(() => { throw new TypeError('complaint') }, 1000)",
        "Promise.reject(new Error('complaint'))",
    ],
)
def test_the_browser_of_the_tests_reports_errors_of_a_page(open_page, script):
    _, console = open_page(f"<script>{script}</script>")
    assert len(console) == 1
    assert "complaint" in console[0]


def test_no_page_of_a_report_throws_an_error(open_page, folder):
    """All pages are opened together, because a browser takes a second to start."""
    pages = [page for report in (*RESULTS, folder) for page in sorted(report.glob("*.html"))]
    frame = '<iframe src="{}" onload="this.name = \'loaded\'"></iframe>'
    dom, console = open_page("".join(frame.format(page.as_uri()) for page in pages))
    assert console == []
    assert dom.count('name="loaded"') == len(pages)


def test_an_address_filters_claims_and_leads_to_a_later_page(open_page, folder, places):
    later = next(id for id, name in places.items() if name.startswith("nilsson-2009-"))

    def opened(address):
        dom, console = open_page(
            f'<script>location.replace("{folder.as_uri()}/{address}")</script>'
        )
        assert console == []
        return dom

    dom = opened("claims.html?study=nivre-2007#claims")
    shown = re.findall(r'<p class="claim" id="claim-([A-Z]+)\d+"[^>]*>', dom)
    hidden = re.findall(r'<p class="claim" id="claim-([A-Z]+)\d+"[^>]* hidden="">', dom)
    assert shown.count("NV") > 0 == hidden.count("NV")
    assert {*shown} == {*hidden, "NV"}
    assert f'id="{later}"' in opened(f"nilsson-2009.html#{later}")


def test_pages_do_not_scroll_sideways_on_small_screens(ask):
    script = """
      const wide = [...frame.querySelectorAll(".scroll")].filter(
        (box) => box.scrollWidth > box.clientWidth).length;
      return { page: frame.documentElement.scrollWidth, wide,
               body: frame.body.scrollWidth, width: view.innerWidth }; """
    wide = set()
    ids = "findings", "claims", T5_6, "finding-tried"
    for width, id in product((400, 1280), ids):
        found = ask(script, width, id)
        assert found["width"] == width >= max(found["page"], found["body"])
        wide |= {(width, id)} if found["wide"] else set()
    few = "no table had to scroll: the page does not test the rule"
    assert {(400, T5_6), (400, "finding-tried")} <= wide, few


def test_a_table_is_sorted_by_click_under_headers_that_stay_in_view(ask):
    """And headers are reached by keyboard."""
    script = """
      const table = frame.querySelector("#gomez-rodriguez-2018-T3 table");
      const button = table.querySelector("th button");
      button.focus();
      const row = table.tBodies[0].rows[2];
      view.scrollTo(0, view.scrollY + row.getBoundingClientRect().top - 120);
      const values = (i) => [...table.tBodies[0].rows].map((row) => row.cells[i].dataset.sort);
      const names = () => values(0);
      const press = (i) => table.querySelector(`th[data-column="${i}"] button`).click();
      const state = (i) => table.querySelector(`th[data-column="${i}"]`).getAttribute("aria-sort");
      const out = { before: names(), focus: [frame.activeElement.tagName, button.tabIndex],
                    head: table.tHead.getBoundingClientRect().top,
                    bar: frame.querySelector(".bar").getBoundingClientRect().bottom };
      press(1); out.up = values(1); out.states = [state(1)];
      press(1); out.down = values(1); out.states.push(state(1));
      press(4); out.mh4 = values(4); out.states.push(state(1));
      press(4); press(4); out.after = names(); out.states.push(state(4));
      press(0); out.byName = names();
      return out; """
    found = ask(script, 1280, "gomez-rodriguez-2018-T3")
    assert found["focus"] == ["BUTTON", 0]
    assert found["head"] == pytest.approx(found["bar"], abs=1.5)
    counts = [float(value) for value in found["up"] if value]
    assert len(counts) == len(set(counts)) > 3
    assert counts == sorted(counts)
    assert [float(value) for value in found["down"] if value] == counts[::-1]
    assert found["states"] == ["ascending", "descending", "none", "none"]
    shares = [float(value) for value in found["mh4"] if value]
    assert shares == sorted(shares)
    assert found["mh4"][len(shares) :] == [""] * (len(found["mh4"]) - len(shares)) != []
    assert found["after"] == found["before"] != found["byName"]
    assert sorted(found["byName"]) == sorted(found["before"])


@pytest.fixture(scope="module")
def of_the_table(ask):
    """What one look at the page of table 5.6 tells, for several tests."""
    script = """
      const table = frame.querySelector("#nilsson-2009-T5-6 table");
      const button = frame.querySelector("#nilsson-2009-T5-6 [data-save]");
      const svgs = [...frame.querySelectorAll("svg")];
      const look = () => [...table.tBodies[0].rows].map(
        (row) => [row.dataset.treebank, row.classList.contains("again")]);
      const out = {
        measured, after: frame.querySelectorAll("details .fits, details .more").length,
        lines: view.eval("csv")(table).trim().split("\\n"), hidden: button.hidden,
        rows: table.querySelectorAll("tbody tr, tfoot tr").length,
        compared: table.querySelectorAll("tr.compared").length,
        svgs: svgs.length, nameless: svgs.filter((svg) => !svg.closest('[role="img"]')).length,
        summaries: table.tFoot.rows.length, unsorted: look() };
      table.querySelector('th[data-column="1"] button').click();
      out.sorted = look();
      out.last = table.rows[table.rows.length - 1] === table.tFoot.rows[1];
      frame.querySelector("#nilsson-2009-T5-6").scrollIntoView();
      view.dispatchEvent(new Event("scroll"));
      out.current = [...frame.querySelectorAll("nav ol ol [aria-current]")].map((a) => a.hash);
      return out; """
    return ask(script, 1280, T5_6)


def test_a_sorted_table_keeps_summaries_last_and_repeats_no_treebank_name(of_the_table):
    assert (of_the_table["summaries"], of_the_table["last"]) == (2, True)
    assert [again for _, again in of_the_table["unsorted"]] == [False, True] * 3
    for rows in (of_the_table["unsorted"], of_the_table["sorted"]):
        above = [None, *(name for name, _ in rows)]
        assert [again for _, again in rows] == [
            name == other for (name, _), other in zip(rows, above, strict=False)
        ]


def test_folded_tables_are_laid_out_when_their_fold_is_opened(of_the_table):
    assert of_the_table["measured"] == 0
    assert of_the_table["after"] > 5


def test_drawings_have_names_and_the_contents_mark_the_current_section(of_the_table):
    assert (of_the_table["nameless"], of_the_table["current"]) == (0, [f"#{T5_6}"])
    assert of_the_table["svgs"] > 2


def test_buttons_save_tables_as_csv_and_drawings_as_svg(ask, of_the_table):
    """A row with published and own numbers becomes three lines."""
    header, *lines = [*csv.reader(of_the_table["lines"])]
    assert header[:3] == ["treebank", "part", "kind"]
    assert {len(line) for line in lines} == {len(header)}
    assert len(lines) == of_the_table["rows"] + 2 * of_the_table["compared"]
    assert {line[2] for line in lines} == {"published", "ours", "difference"}
    assert not of_the_table["hidden"]
    script = 'return view.eval("svg")(frame.querySelector("#strategies svg"));'
    drawn = ask(script, 1280, "strategies")
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert "var(" not in drawn


def test_claims_are_filtered_and_a_link_shows_a_hidden_one(ask):
    script = """
      const entries = [...frame.querySelectorAll(".claim")];
      const shown = () => entries.filter((entry) => !entry.hidden).map((entry) => entry.id);
      const field = (name) => frame.querySelector(`[data-filter="${name}"]`);
      const claim = entries.find((entry) => entry.hidden);
      const out = { all: entries.length, atFirst: field("verdict").value };
      view.location.hash = `#${claim.id}`;
      view.dispatchEvent(new HashChangeEvent("hashchange"));
      out.linked = !claim.hidden;
      type(field("verdict"), ""); out.none = shown().length;
      type(field("study"), "nivre-2007"); out.study = shown();
      type(field("words"), "no such words anywhere"); out.words = shown().length;
      out.said = frame.querySelector("#claims output").textContent;
      return out; """
    found = ask(script, 1280, "claims")
    assert found["linked"]
    assert found["none"] == found["all"] > 100
    assert found["atFirst"] == "contradicted"
    assert 0 < len(found["study"]) < found["all"]
    assert all(name.startswith("claim-NV") for name in found["study"])
    assert (found["words"], found["said"]) == (0, f"0 of {found['all']} claims")


def test_the_tree_browser_draws_gold_two_parses_and_the_steps(ask):
    script = """
      const svgs = () => [...frame.querySelectorAll("#tree-drawings svg")];
      const texts = (svg, path) => [...svg.querySelectorAll(path)].map((e) => e.textContent);
      const arcs = (svg, kind) => texts(svg, `.arc.${kind} title`);
      const sentence = frame.querySelector("#tree-sentence");
      const out = { options: sentence.length, drawn: svgs().length };
      choose(frame.querySelector("#tree-a"), 1); choose(frame.querySelector("#tree-b"), 2);
      out.words = [...svgs()[0].querySelectorAll(".word")].map((t) => t.textContent);
      out.nonproj = arcs(svgs()[0], "nonproj");
      out.wrong = svgs().map((svg) => arcs(svg, "wrong"));
      out.caption = frame.querySelectorAll("#tree-drawings figcaption")[1].textContent;
      choose(frame.querySelector("#tree-a"), 0);
      const steps = frame.querySelector("#tree-steps");
      out.hidden = steps.hidden;
      out.steps = [...steps.querySelectorAll("figcaption strong")].map((e) => e.textContent);
      out.lifted = arcs(steps.querySelectorAll("svg")[1], "lifted");
      out.marked = arcs(steps.querySelectorAll("svg")[1], "marked");
      return out; """
    found = ask(script, 400, "trees")
    assert found["options"] == 1, "parsers agree on the second sentence"
    assert found["drawn"] == 3
    assert found["words"] == ["w<1", "w<2", "w<3", "w<4"]
    assert found["nonproj"] == ["w<4 ← w<1 (d), non-projective"]
    assert found["wrong"] == [[], ["w<4 ← w<2 (d), wrong head"], ["w<4 ← w<3 (d), wrong head"]]
    assert found["caption"] == "arc-standard 3 of 4 words right (LAS 75.0, UAS 75.0); wrong: w<4"
    assert not found["hidden"]
    assert [step[:2] for step in found["steps"]] == ["1.", "2.", "3.", "4."]
    assert found["lifted"] == ["w<4 ← w<2 (d↑a), lifted, label marked"]
    assert found["marked"] == found["lifted"]


def test_all_controls_of_a_page_are_reached_by_keyboard(ask):
    script = """
      const reached = "a[href], button, select, input, summary, [tabindex='0']";
      const out = {};
      out.scrolled = [...frame.querySelectorAll(".scroll")].every((box) => box.tabIndex === 0);
      out.removed = frame.querySelectorAll("[tabindex='-1']").length;
      const clicked = [...frame.querySelectorAll("[onclick], [data-save]")];
      out.clicked = clicked.every((element) => element.matches(reached));
      out.named = [...frame.querySelectorAll("button, select, input")].every((field) =>
        field.textContent.trim() || field.labels?.length || field.getAttribute("aria-label"));
      const first = frame.querySelector("body").querySelector(reached);
      out.skip = first.className;
      return out; """
    expected = {"scrolled": True, "removed": 0, "clicked": True, "named": True, "skip": "skip"}
    for id in ("findings", "claims", T5_6, "trees"):
        assert ask(script, 400, id) == expected
