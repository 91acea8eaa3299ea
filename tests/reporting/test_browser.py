"""Pages in a browser: no complaint, sorting, and no sideways scrolling on a small screen."""

import html as markup
import json
import re

import pytest

from committed import RESULTS

# Exhibits are folded away until somebody looks at them.
UNFOLD = """
const measured = frame.querySelectorAll('.fold .fits, .fold .more').length;
for (const fold of frame.querySelectorAll('.fold, .findings details')) fold.open = true;
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
def ask(open_page, rendered):
    """ask(script, width) -> what the script returns about the report in a window of that width."""

    def ask(script: str, width: int, page: str = rendered):
        text = PROBE.replace("PROBE", UNFOLD + script).replace("WIDTH", str(width))
        dom, console = open_page(text.replace("PAGE", markup.escape(page)))
        assert console == []
        answer = re.search(r'<pre id="answer">(.*?)</pre>', dom, re.DOTALL).group(1)
        return json.loads(markup.unescape(answer))

    return ask


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


def test_no_committed_page_throws_anything(open_page):
    """All pages are opened together, because a browser takes a second to start."""
    pages = [page for report in RESULTS for page in sorted(report.glob("*.html"))]
    frame = '<iframe src="{}" onload="this.name = \'loaded\'"></iframe>'
    dom, console = open_page("".join(frame.format(page.as_uri()) for page in pages))
    assert console == []
    assert dom.count('name="loaded"') == len(pages)


def test_no_complaint_and_every_exhibit_is_there(open_page, rendered, studies):
    dom, console = open_page(rendered)
    assert console == []
    ids = set(re.findall(r'<section class="exhibit[^"]*" id="([^"]+)"', dom))
    for study in studies:
        for spec in study.tables + study.figures:
            assert f"{study.id}-{spec.id}".replace(".", "-") in ids


def test_small_screens_do_not_scroll_sideways(ask):
    script = """
      const wide = [...frame.querySelectorAll(".scroll")].filter(
        (box) => box.scrollWidth > box.clientWidth).length;
      return { page: frame.documentElement.scrollWidth, wide,
               body: frame.body.scrollWidth, width: view.innerWidth }; """
    for width in (400, 1280):
        found = ask(script, width)
        assert found["width"] == width
        assert found["page"] <= width
        assert found["body"] <= width
        if width == 400:
            assert found["wide"] > 0, "no table had to scroll: the page does not test the rule"


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
    found = ask(script, 1280)
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
    found = ask(script, 1280)
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
    found = ask(script, 1280)
    assert (found["tag"], found["tabIndex"]) == ("BUTTON", 0)
    assert found["head"] == pytest.approx(found["bar"], abs=1.5)


def test_claims_are_filtered_and_linked(ask):
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
      const chip = frame.querySelector('.matrix [data-show-verdict="contradicted"]');
      chip.addEventListener("click", (event) => event.preventDefault());
      chip.click();
      const { showStudy, showSite, showVerdict } = chip.dataset;
      out.chip = shown(); out.expected = entries.filter((entry) => entry.dataset.study === showStudy
        && entry.dataset.judged.split(" ").includes(`${showSite}:${showVerdict}`)).map((e) => e.id);
      out.count = chip.firstChild.textContent;
      return out; """
    found = ask(script, 1280)
    assert found["none"] == found["all"] > 100
    assert found["atFirst"] == "contradicted"
    assert 0 < len(found["study"]) < found["all"]
    assert all(name.startswith("claim-NV") for name in found["study"])
    assert (found["words"], found["said"]) == (0, f"0 of {found['all']} claims")
    assert found["chip"] == found["expected"]
    assert len(found["chip"]) == int(found["count"])


def test_exhibits_are_found_by_words_and_folded(ask):
    script = """
      const input = frame.querySelector("#exhibit-filter");
      const all = [...frame.querySelectorAll(".exhibit")];
      const shown = () => all.filter((e) => e.checkVisibility());
      const out = { before: shown().length };
      frame.querySelector("#fold").click(); out.folded = shown().length;
      type(input, "what each class of trees covers");
      out.found = shown().map((e) => e.id);
      type(input, ""); frame.querySelector("#unfold").click(); out.after = shown().length;
      return out; """
    found = ask(script, 1280)
    assert found["folded"] == 0
    assert found["found"] == ["gomez-rodriguez-2018-T3"]
    assert found["before"] == found["after"] > 50


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
    found = ask(script, 400)
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
      return { measured, after: frame.querySelectorAll(".fold .fits, .fold .more").length }; """
    found = ask(script, 1280)
    assert found["measured"] == 0
    assert found["after"] > 50


def test_links_open_what_is_folded(ask):
    script = """
      for (const fold of frame.querySelectorAll("details")) fold.open = false;
      const claim = [...frame.querySelectorAll(".claim")].find((entry) => entry.hidden);
      view.location.hash = `#${claim.id}`;
      view.dispatchEvent(new HashChangeEvent("hashchange"));
      const out = { claim: claim.open && !claim.hidden };
      view.location.hash = "#nilsson-2009-T5-6";
      view.dispatchEvent(new HashChangeEvent("hashchange"));
      out.fold = frame.querySelector("#nilsson-2009-T5-6").closest("details").open;
      return out; """
    assert ask(script, 1280) == {"claim": True, "fold": True}


def test_drawings_have_names_and_the_contents_follow(ask):
    script = """
      const svgs = [...frame.querySelectorAll("svg")];
      const nameless = svgs.filter((svg) => !svg.closest('[role="img"]'));
      frame.querySelector("#treebanks").scrollIntoView();
      view.dispatchEvent(new Event("scroll"));
      const current = [...frame.querySelectorAll("nav [aria-current]")].map((a) => a.hash);
      return { nameless: nameless.length, svgs: svgs.length, current }; """
    found = ask(script, 1280)
    assert (found["nameless"], found["current"]) == (0, ["#treebanks"])
    assert found["svgs"] > 20


def test_everything_is_reached_by_keyboard(ask):
    script = """
      const reached = "a[href], button, select, input, summary, [tabindex='0']";
      const out = {};
      out.scrolled = [...frame.querySelectorAll(".scroll")].every((box) => box.tabIndex === 0);
      out.removed = frame.querySelectorAll("[tabindex='-1']").length;
      const clicked = [...frame.querySelectorAll("[onclick], [data-show-study]")];
      out.clicked = clicked.every((element) => element.matches(reached));
      out.named = [...frame.querySelectorAll("button, select, input")].every((field) =>
        field.textContent.trim() || field.labels?.length || field.getAttribute("aria-label"));
      const first = frame.querySelector("body").querySelector(reached);
      out.skip = first.className;
      return out; """
    found = ask(script, 400)
    assert found == {
        "scrolled": True,
        "removed": 0,
        "clicked": True,
        "named": True,
        "skip": "skip",
    }
