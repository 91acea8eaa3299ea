"""The report in a browser: no complaint, sorting, and no sideways scrolling on a small screen."""

import html as markup
import json
import re
import shutil
import subprocess

import pytest

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
SWITCHES = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-extensions --enable-logging=stderr"
)
PROBE = """
<iframe id="frame" width="WIDTH" height="900" srcdoc="PAGE"></iframe><pre id="answer"></pre>
<script>
document.getElementById("frame").addEventListener("load", (event) => {
  const frame = event.target.contentDocument, view = event.target.contentWindow;
  const answer = (() => { PROBE })();
  document.getElementById("answer").textContent = JSON.stringify(answer);
});
</script>
"""


@pytest.fixture(scope="module")
def open_page(tmp_path_factory):
    """open_page(html) -> (DOM after scripts ran, lines that the page wrote to the console)."""
    if not CHROMIUM:
        pytest.skip("no chromium is installed")
    folder = tmp_path_factory.mktemp("browser")

    def open_page(text: str) -> tuple[str, list[str]]:
        path = folder / "page.html"
        path.write_text(f"<!doctype html><meta charset=utf-8>{text}", encoding="utf-8")
        command = [CHROMIUM, *SWITCHES.split(), f"--user-data-dir={folder}/profile", "--dump-dom"]
        done = subprocess.run(
            [*command, "--virtual-time-budget=5000", path.as_uri()],
            capture_output=True,
            timeout=50,
            check=True,
        )
        errors = done.stderr.decode("utf-8", "replace").splitlines()
        return done.stdout.decode("utf-8"), [line for line in errors if "CONSOLE" in line]

    return open_page


@pytest.fixture(scope="module")
def ask(open_page, page):
    """ask(script, width) -> what the script returns about the report in a window of that width."""
    rendered = page()

    def ask(script: str, width: int):
        text = PROBE.replace("PROBE", script).replace("WIDTH", str(width))
        dom, console = open_page(text.replace("PAGE", markup.escape(rendered)))
        assert console == []
        answer = re.search(r'<pre id="answer">(.*?)</pre>', dom, re.DOTALL).group(1)
        return json.loads(markup.unescape(answer))

    return ask


def test_complaints_would_be_seen(open_page):
    _, console = open_page("<script>console.error('complaint')</script>")
    assert len(console) == 1
    assert "complaint" in console[0]


def test_no_complaint_and_every_exhibit_is_there(open_page, page, studies):
    dom, console = open_page(page())
    assert console == []
    ids = set(re.findall(r'<section class="exhibit" id="([^"]+)"', dom))
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
