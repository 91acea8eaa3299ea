"""The generated parts of the README come from a report, and from nothing else."""

import json
import shutil
from dataclasses import asdict

import pytest

from committed import RESULTS, ROOT
from inventions import measured, pairwise
from nonproj.claims.verdicts import write_verdicts
from nonproj.errors import NonprojError
from nonproj.evaluation.significance.table import write_tests
from nonproj.evaluation.values import write_values
from nonproj.experiments.treebanks.suite import Suite, SuiteTreebank
from nonproj.reporting import readme
from nonproj.reporting.timings import SPEED_HEADER

BEFORE = "# Title\n<!-- results -->\nyesterday\n<!-- end of results -->\nbetween\n"
BEFORE += "<!-- times -->\n<!-- end of times -->\nlast\n"


@pytest.fixture
def project(tmp_path):
    """The studies and the claims of this one, without its README."""
    for part in ("workflow", "data"):
        (tmp_path / part).symlink_to(ROOT / part)
    (tmp_path / "docs").mkdir()
    return tmp_path


@pytest.fixture
def report(project):
    tests = [
        pairwise("mine", "las", "arc-standard", "arc-standard+head", 10, 90, 0.001),
        pairwise("mine", "las", "arc-standard", "swap-lazy", 30, 60, 0.3),
    ]
    return _report(project, "demo", "A Demonstration", "mine", tests)


def _report(project, name, title, treebank, tests):
    folder = project / "reports" / name
    folder.mkdir(parents=True)
    suite = Suite(name, title, (SuiteTreebank(treebank, treebank.title()),))
    (folder / "suite.json").write_text(json.dumps(asdict(suite)), encoding="utf-8")
    write_values(folder / "scores.csv", [])
    share = measured(treebank, "train", "gold", "", "pct-nonproj-sentences", "percent", 12, 100)
    write_values(folder / "measurements.csv", [share])
    write_tests(folder / "significance.csv", tests)
    jobs = "job\tseconds\tmegabytes\tcpu_seconds\na\t9\t100\t60\nb\t9\t300\t120\nc\t0\tNA\tNA\n"
    (folder / "timings.tsv").write_text(jobs, encoding="utf-8")
    (folder / "speeds.csv").write_text(",".join(SPEED_HEADER) + "\n", encoding="utf-8")
    write_verdicts(folder / "claims.csv", [])
    return folder


def test_the_parts_are_replaced_and_nothing_else(report, tmp_path):
    file = tmp_path / "README.md"
    file.write_text(BEFORE, encoding="utf-8")
    readme.renew(file, report)
    text = file.read_text(encoding="utf-8")
    row = "| Mine (dev) | `arc-standard+head` | 49.00 | `arc-standard` "
    assert row + "| **+8.00 [−10.00, +10.00]** | 0.002 |" in text
    assert "swap-lazy" not in text, "only the best over each twin"
    assert "| `demo` | 3 | 3 | 300 |" in text
    assert "yesterday" not in text
    assert text.startswith("# Title\n<!-- results -->\n")
    assert "\nbetween\n" in text
    assert text.endswith("<!-- end of times -->\nlast\n")
    assert (tmp_path / readme.PICTURE).read_bytes().startswith(b"<?xml")
    readme.renew(file, report)
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(("treebank", "shown"), [("theirs", True), ("mine", False)])
def test_other_reports_say_what_blending_adds_on_other_treebanks(
    treebank, shown, project, report, tmp_path
):
    tests = [pairwise(treebank, "las", "swap-lazy", "blend", 30, 90, 0.001)]
    other = _report(project, "more", "More", treebank, tests)
    file = tmp_path / "README.md"
    file.write_text(BEFORE, encoding="utf-8")
    readme.renew(file, report, other)
    link = "from the [report](reports/more/index.html) on *More*"
    text = file.read_text(encoding="utf-8")
    assert (f"- **What blending adds, {link}.** " in text) is shown
    assert ("  - Theirs: +6.00 " in text) is shown


def test_a_readme_without_the_markers_is_refused(report, tmp_path):
    file = tmp_path / "README.md"
    file.write_text("# Title\n", encoding="utf-8")
    with pytest.raises(NonprojError, match="<!-- results -->"):
        readme.renew(file, report)


def test_the_readme_shows_what_is_in_the_committed_reports(project):
    shutil.copy(ROOT / "README.md", project)
    readme.renew(project / "README.md", *RESULTS)
    for name in ("README.md", readme.PICTURE):
        shown, made = ((folder / name).read_bytes() for folder in (ROOT, project))
        assert made == shown, f"{name} is not up to date: make readme"


def test_what_several_treebanks_have_is_folded(project, tmp_path):
    tests = [
        pairwise("mine", "las", "arc-standard", "swap-lazy", 10, 90, 0.001),
        pairwise("yours", "las", "arc-standard", "swap-lazy", 30, 60, 0.3),
    ]
    report = _report(project, "demo", "A Demonstration", "mine", tests)
    suite = Suite("demo", "D", tuple(SuiteTreebank(n, n.title()) for n in ("mine", "yours")))
    (report / "suite.json").write_text(json.dumps(asdict(suite)), encoding="utf-8")
    file = tmp_path / "README.md"
    file.write_text(BEFORE, encoding="utf-8")
    readme.renew(file, report)
    text = file.read_text(encoding="utf-8")
    _, folded = text.split("  <details><summary>On each treebank</summary>\n\n")
    mine, yours, empty, end, *_ = folded.splitlines()
    assert mine.startswith("  - Mine (12.0 % non-projective): swap-lazy")
    assert yours.startswith("  - Yours: swap-lazy")
    assert (empty, end) == ("", "  </details>")


@pytest.mark.parametrize(("seconds", "told"), [(0, "3"), (240, "3 + 4 by the clock")])
def test_jobs_whose_processor_time_is_not_known_are_told_of(report, seconds, told):
    timings = report / "timings.tsv"
    timings.write_text(timings.read_text().replace("c\t0\tNA", f"c\t{seconds}\tNA"))
    assert f"| `demo` | 3 | {told} | 300 |" in readme._times([report])
