"""Pages in a browser: no complaint, sorting, and no sideways scrolling on a small screen."""

import csv
import html as markup
import json
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
PROBE = """
<iframe id="frame" width="WIDTH" height="900" srcdoc="PAGE"></iframe><pre id="answer"></pre>
<script>
document.getElementById("frame").addEventListener("load", (event) => {
  const frame = event.target.contentDocument, view = event.target.contentWindow;
  const type = (input, text) => { input.value = text; input.dispatchEvent(new Event("input")); };
  const choose = (select, i) => {
    select.selectedIndex = i;
    select.dispatchEvent(new Event("change"));
  };
  const answer = (() => { PROBE })();
  document.getElementById("answer").textContent = JSON.stringify(answer);
});
</script>
"""


@pytest.fixture(scope="module")
def places(pages):
    """The page of each id."""
    return {id: name for name, text in pages.items() for id in re.findall(r' id="(.*?)"', text)}


@pytest.fixture(scope="module")
def ask(open_page, rendered, places):
    """ask(script, width, id) -> what the script returns about the page of the id in a window."""

    def inlined(name: str) -> str:
        """A page with the files that it loads: only such pages can be asked."""
        text = rendered[name].replace(
            '<link rel="stylesheet" href="style.css">', f"<style>{rendered['style.css']}</style>"
        )
        return re.sub(r'<script src="(.*?)">', lambda found: f"<script>{rendered[found[1]]}", text)

    def ask(script: str, width: int, id: str):
        text = PROBE.replace("PROBE", UNFOLD + script).replace("WIDTH", str(width))
        dom, console = open_page(text.replace("PAGE", markup.escape(inlined(places[id]))))
        assert console == []
        answer = re.search(r'<pre id="answer">(.*?)</pre>', dom, re.DOTALL).group(1)
        return json.loads(markup.unescape(answer))

    return ask


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
def test_complaints_would_be_seen(open_page, script):
    _, console = open_page(f"<script>{script}</script>")
    assert len(console) == 1
    assert "complaint" in console[0]


def test_no_page_throws_anything(open_page, folder):
    """All pages are opened together, because a browser takes a second to start."""
    pages = [page for report in (*RESULTS, folder) for page in sorted(report.glob("*.html"))]
    frame = '<iframe src="{}" onload="this.name = \'loaded\'"></iframe>'
    dom, console = open_page("".join(frame.format(page.as_uri()) for page in pages))
    assert console == []
    assert dom.count('name="loaded"') == len(pages)


def test_addresses_filter_claims_and_lead_to_later_pages(open_page, folder, places):
    opened = '<script>location.replace("{}/{}")</script>'
    dom, console = open_page(opened.format(folder.as_uri(), "claims.html?study=nivre-2007#claims"))
    assert console == []
    shown = re.findall(r'<p class="claim" id="claim-([A-Z]+)\d+"[^>]*>', dom)
    hidden = re.findall(r'<p class="claim" id="claim-([A-Z]+)\d+"[^>]* hidden="">', dom)
    assert shown.count("NV") > 0 == hidden.count("NV")
    assert {*shown} == {*hidden, "NV"}
    later = next(id for id, name in places.items() if name.startswith("nilsson-2009-"))
    dom, console = open_page(opened.format(folder.as_uri(), f"nilsson-2009.html#{later}"))
    assert console == []
    assert f'id="{later}"' in dom


def test_small_screens_do_not_scroll_sideways(ask):
    script = """
      const wide = [...frame.querySelectorAll(".scroll")].filter(
        (box) => box.scrollWidth > box.clientWidth).length;
      return { page: frame.documentElement.scrollWidth, wide,
               body: frame.body.scrollWidth, width: view.innerWidth }; """
    wide = set()
    ids = "findings", "claims", "nilsson-2009-T5-6", "finding-tried"
    for width, id in product((400, 1280), ids):
        found = ask(script, width, id)
        assert found["width"] == width
        assert found["page"] <= width
        assert found["body"] <= width
        if found["wide"]:
            wide.add((width, id))
    few = "no table had to scroll: the page does not test the rule"
    assert {(400, "nilsson-2009-T5-6"), (400, "finding-tried")} <= wide, few


def test_sorting_by_click(ask):
    script = """
      const table = frame.querySelector("#gomez-rodriguez-2018-T3 table");
      const values = (i) => [...table.tBodies[0].rows].map((row) => row.cells[i].dataset.sort);
      const names = () => values(0);
      const press = (i) => table.querySelector(`th[data-column="${i}"] button`).click();
      const state = (i) => table.querySelector(`th[data-column="${i}"]`).getAttribute("aria-sort");
      const before = names(), out = { before };
      press(1); out.up = values(1); out.upState = state(1);
      press(1); out.down = values(1); out.downState = state(1);
      press(4); out.mh4 = values(4); out.other = state(1);
      press(4); press(4); out.after = names(); out.afterState = state(4);
      press(0); out.byName = names();
      return out; """
    found = ask(script, 1280, "gomez-rodriguez-2018-T3")
    counts = [float(value) for value in found["up"] if value]
    assert len(counts) == len(set(counts)) > 3
    assert counts == sorted(counts)
    assert [float(value) for value in found["down"] if value] == sorted(counts, reverse=True)
    assert (found["upState"], found["downState"], found["other"]) == (
        "ascending",
        "descending",
        "none",
    )
    shares = [float(value) for value in found["mh4"] if value]
    assert shares == sorted(shares)
    assert found["mh4"][len(shares) :] == [""] * (len(found["mh4"]) - len(shares)) != []
    assert found["after"] == found["before"]
    assert found["afterState"] == "none"
    assert found["byName"] != found["before"]
    assert sorted(found["byName"]) == sorted(found["before"])


def test_summaries_stay_last_and_names_are_said_once(ask):
    script = """
      const table = frame.querySelector("#nilsson-2009-T5-6 table");
      const look = () => [...table.tBodies[0].rows].map(
        (row) => [row.dataset.treebank, row.classList.contains("again")]);
      const out = { summaries: table.tFoot.rows.length, before: look() };
      table.querySelector('th[data-column="1"] button').click();
      out.after = look();
      out.last = table.rows[table.rows.length - 1] === table.tFoot.rows[1];
      return out; """
    found = ask(script, 1280, "nilsson-2009-T5-6")
    assert (found["summaries"], found["last"]) == (2, True)
    assert len(found["before"]) == 6
    for rows in (found["before"], found["after"]):
        above = [None, *(name for name, _ in rows)]
        assert [again for _, again in rows] == [
            name == other for (name, _), other in zip(rows, above, strict=False)
        ]
    assert [again for _, again in found["before"]] == [False, True] * 3


def test_headers_are_reached_by_keyboard_and_stay_in_view(ask):
    script = """
      const table = frame.querySelector("#gomez-rodriguez-2018-T3 table");
      const button = table.querySelector("th button");
      button.focus();
      const row = table.tBodies[0].rows[2];
      view.scrollTo(0, view.scrollY + row.getBoundingClientRect().top - 120);
      return { tag: frame.activeElement.tagName, tabIndex: button.tabIndex,
               head: table.tHead.getBoundingClientRect().top,
               bar: frame.querySelector(".bar").getBoundingClientRect().bottom }; """
    found = ask(script, 1280, "gomez-rodriguez-2018-T3")
    assert (found["tag"], found["tabIndex"]) == ("BUTTON", 0)
    assert found["head"] == pytest.approx(found["bar"], abs=1.5)


def test_claims_are_filtered(ask):
    script = """
      const entries = [...frame.querySelectorAll(".claim")];
      const shown = () => entries.filter((entry) => !entry.hidden).map((entry) => entry.id);
      const field = (name) => frame.querySelector(`[data-filter="${name}"]`);
      const out = { all: entries.length, atFirst: field("verdict").value };
      type(field("verdict"), ""); out.none = shown().length;
      type(field("study"), "nivre-2007"); out.study = shown();
      type(field("words"), "no such words anywhere"); out.words = shown().length;
      out.said = frame.querySelector("#claims output").textContent;
      type(field("words"), "");
      return out; """
    found = ask(script, 1280, "claims")
    assert found["none"] == found["all"] > 100
    assert found["atFirst"] == "contradicted"
    assert 0 < len(found["study"]) < found["all"]
    assert all(name.startswith("claim-NV") for name in found["study"])
    assert (found["words"], found["said"]) == (0, f"0 of {found['all']} claims")


def test_tables_and_drawings_are_saved(ask):
    """A row with published and own numbers becomes three lines."""
    script = """
      const table = frame.querySelector("#nilsson-2009-T5-6 table");
      const button = frame.querySelector("#nilsson-2009-T5-6 [data-save]");
      return { lines: view.eval("csv")(table).trim().split("\\n"), hidden: button.hidden,
               rows: table.querySelectorAll("tbody tr, tfoot tr").length,
               compared: table.querySelectorAll("tr.compared").length }; """
    found = ask(script, 1280, "nilsson-2009-T5-6")
    header, *lines = [*csv.reader(found["lines"])]
    assert header[:3] == ["treebank", "part", "kind"]
    assert {len(line) for line in lines} == {len(header)}
    assert len(lines) == found["rows"] + 2 * found["compared"]
    assert {line[2] for line in lines} == {"published", "ours", "difference"}
    assert not found["hidden"]
    script = 'return view.eval("svg")(frame.querySelector("#strategies svg"));'
    drawn = ask(script, 1280, "strategies")
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert "var(" not in drawn


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
      out.tip = frame.querySelector("#tree-drawings svg").getAttribute("role");
      return out; """
    found = ask(script, 400, "trees")
    assert found["options"] == 1, "parsers agree on the second sentence"
    assert found["drawn"] == 3
    assert found["words"] == ["w<1", "w<2", "w<3", "w<4"]
    assert found["nonproj"] == ["w<4 ← w<1 (d), non-projective"]
    assert found["wrong"] == [[], ["w<4 ← w<2 (d), wrong head"], ["w<4 ← w<3 (d), wrong head"]]
    assert found["caption"] == "arc-standard 3 of 4 words right; wrong: w<4"
    assert not found["hidden"]
    assert [step[:2] for step in found["steps"]] == ["1.", "2.", "3.", "4."]
    assert found["lifted"] == ["w<4 ← w<2 (d↑a), lifted, label marked"]
    assert found["marked"] == found["lifted"]


def test_tables_are_laid_out_when_their_fold_is_opened(ask):
    script = """
      return { measured, after: frame.querySelectorAll("details .fits, details .more").length }; """
    found = ask(script, 1280, "nilsson-2009-T5-6")
    assert found["measured"] == 0
    assert found["after"] > 5


def test_links_show_claims_that_are_filtered_out(ask):
    script = """
      const claim = [...frame.querySelectorAll(".claim")].find((entry) => entry.hidden);
      view.location.hash = `#${claim.id}`;
      view.dispatchEvent(new HashChangeEvent("hashchange"));
      return !claim.hidden; """
    assert ask(script, 1280, "claims")


def test_drawings_have_names_and_the_contents_follow(ask):
    script = """
      const svgs = [...frame.querySelectorAll("svg")];
      const nameless = svgs.filter((svg) => !svg.closest('[role="img"]'));
      frame.querySelector("#nilsson-2009-T5-6").scrollIntoView();
      view.dispatchEvent(new Event("scroll"));
      const current = [...frame.querySelectorAll("nav ol ol [aria-current]")].map((a) => a.hash);
      return { nameless: nameless.length, svgs: svgs.length, current }; """
    found = ask(script, 1280, "nilsson-2009-T5-6")
    assert (found["nameless"], found["current"]) == (0, ["#nilsson-2009-T5-6"])
    assert found["svgs"] > 2


def test_everything_is_reached_by_keyboard(ask):
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
    for id in ("findings", "claims", "nilsson-2009-T5-6", "trees"):
        assert ask(script, 400, id) == expected
