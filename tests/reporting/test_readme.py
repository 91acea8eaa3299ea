"""What the README says exists, and its numbers are those of the committed findings."""

import csv
import re
import shlex

import pytest
from typer.main import get_command

import command_line
import nonproj
from committed import RESULTS, ROOT
from nonproj.cli import app
from nonproj.parsers.families import variant_named
from nonproj.reporting.findings import results
from nonproj.reporting.findings.finding import read_findings
from nonproj.synthesis import load_profile, synthesize
from oracles.published_claims import CLAIMS

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
REPRODUCTION = (ROOT / "docs/reproduction.md").read_text(encoding="utf-8")
RESULTS_PAGE = ROOT / "docs/results.md"
DOCUMENTED = (ROOT / "docs/claims.md").read_text(encoding="utf-8")
FOUND = {
    (folder.name, finding.id): {row["title"]: row for row in finding.table.to_dict("records")}
    for folder in RESULTS
    for finding in read_findings(folder / "findings.json")
}


def section(name):
    return re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", TEXT, re.DOTALL | re.MULTILINE)[1]


def test_it_is_short():
    assert len(TEXT.splitlines()) <= 130
    assert len(TEXT.split()) <= 900


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", TEXT):
        assert (ROOT / target).exists(), target


def test_commands_and_options_exist():
    commands = get_command(app).commands
    lines = re.findall(r"^nonproj (?!--)(.+?)(?: +#.*)?$", TEXT, re.MULTILINE)
    assert len(lines) == 9
    for line in lines:
        command, *words = shlex.split(line)
        known = {name for param in commands[command].params for name in param.opts}
        assert {word for word in words if word.startswith("-")} <= known, line
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make ([a-z]+)", TEXT, re.MULTILINE):
        assert f"\n{target}: " in makefile


@pytest.fixture
def in_folder_of_treebanks(tmp_path, monkeypatch):
    """A new folder with treebanks to train on and to score on, and with a text without tags."""
    profile = load_profile(ROOT / "data/embedded/short-frequent.yaml")
    for seed, name in enumerate(("train", "dev", "text"), start=1):
        (tmp_path / f"{name}.conllu").write_bytes(synthesize(profile, 20, seed))
    text = tmp_path / "text.conllu"
    columns = re.compile(r"^([0-9]+\t[^\t]+)(?:\t[^\t]+){6}", re.MULTILINE)  # all but ID and FORM
    text.write_text(columns.sub(r"\1" + 6 * r"\t_", text.read_text()))
    monkeypatch.chdir(tmp_path)


SMALLER = {  # what would take minutes: a neural parser, and trials of all parsers
    "--variant biaffine ": "--variant arc-standard --tags predicted ",
    "recommend ": "recommend --strategies arc-standard ",
}


@pytest.mark.usefixtures("in_folder_of_treebanks")
def test_the_commands_for_your_treebank_run_one_after_the_other():
    """In a folder that has nothing but a training set, a development set and a text."""
    blocks = re.findall(r"^```sh\n(.*?)^```", section("Your treebank"), re.DOTALL | re.MULTILINE)
    lines = "".join(blocks).splitlines()
    assert len(lines) >= 7
    for line in lines:
        for long, short in SMALLER.items():
            line = line.replace(long, short)
        program, *arguments = shlex.split(line, comments=True)
        assert program == "nonproj"
        done = command_line.nonproj(*arguments)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
    assert "Verdict: " in done.stdout


@pytest.mark.usefixtures("in_folder_of_treebanks")
def test_the_lines_of_python_run(capsys):
    exec(re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)[1], {})
    assert nonproj.read("parsed.conllu").n_sentences == 20
    assert capsys.readouterr().out.startswith("Attachment(correct=")


def test_parsers_exist():
    names = re.findall(r"`([a-z0-9]+(?:-[a-z0-9]+)*(?:[+@][a-z0-9-]+)*)`", section("Strategies"))
    assert len(names) > 8
    for name in names:
        variant_named(name)


@pytest.mark.parametrize(
    ("report", "finding", "texts"),
    [
        ("ud20", "families", ("+1.70", "+4.26")),
        ("families", "families", ("+0.71", "+2.71")),
        ("ud20", "blends", ("+0.40", "+1.38")),
        ("families", "blends", ("+0.48", "+1.06")),
        ("ud217", "blends", ("−0.26", "+0.65")),
    ],
)
def test_ranges_of_gains_are_those_of_the_reports(report, finding, texts):
    points = [row["points"] for row in FOUND[report, finding].values()]
    assert tuple(f"{end(points):+.2f}".replace("-", "−") for end in (min, max)) == texts
    assert " to ".join(texts) in TEXT


def test_findings_are_those_of_the_reports():
    results_page, readme = (
        " ".join(text.split()) for text in (RESULTS_PAGE.read_text(encoding="utf-8"), TEXT)
    )
    frequent, rare = re.search(
        r"Where more than 15 % .*? crossing arcs: (.+?)\. Elsewhere: (.+?)\. \(", results_page
    ).groups()
    (transition, graph), (few, fewer) = (
        re.findall(r"-based (\d+ of \d+)", counts) for counts in (frequent, rare)
    )
    assert f"on {transition} texts for transition-based parsers and on {graph} for graph" in readme
    assert f"elsewhere on {few} and {fewer}" in readme
    gain, treebank = re.search(
        r"The largest gain is (\S+) points, by \S+ over \S+ on ([^,.]+)", results_page
    ).groups()
    assert f"The largest gain is {gain}, on {treebank}." in readme
    first = {
        name: [r["first"] for r in FOUND[name, "families"].values()]
        for name in ("ud20", "families")
    }
    assert first == {"ud20": ["graph-based"] * 6, "families": ["neural"] * 4}
    counted = {
        (report, id): (sum(row["significant"] for row in rows.values()), len(rows))
        for (report, id), rows in FOUND.items()
        if id in ("blends", "families") and report in ("ud20", "families", "ud217")
    }
    assert counted["ud20", "blends"] == (4, 6)
    assert counted["families", "blends"] == (4, 4)
    assert counted["ud217", "blends"] == (1, 6)
    assert counted["families", "families"] == (3, 4)


def test_claims_are_those_of_all_reports():
    counted = re.findall(r"^\| ([^|]+\d{4}) \| (.+) \|$", DOCUMENTED, re.M)
    rows = re.findall(r"^\| ([^|]+\d{4}) \| [^|]+ \| (.+) \|$", section("The five studies"), re.M)
    assert len(rows) == 5
    assert dict(rows) == dict(counted)
    sums = [
        sum(column) for column in zip(*(map(int, of.split(" | ")) for _, of in rows), strict=True)
    ]
    assert f"| All claims | | {' | '.join(map(str, sums))} |" in TEXT
    assert f"Of {sum(sums)} claims of the papers {sums[0]} are confirmed and {sums[3]} [" in TEXT
    contradicted = re.findall(r"^\| (\w+) \|[^|]+\| contradicted \|", DOCUMENTED, re.M)
    assert contradicted == ["NI02", "NV13"]  # which the README and reproduction.md explain
    explained = re.findall(r"^\| ([A-Z]{2}\d+): .*\|.*\|.*\|.*\|.*\|$", REPRODUCTION, re.M)
    assert sorted(explained) == contradicted


def test_scores_from_words_alone_are_those_of_the_table():
    [table] = ROOT.glob("reports/published/ud217/tables/*-forms.csv")
    with open(table, encoding="utf-8", newline="") as file:
        rows = {r["treebank"]: r for r in csv.DictReader(file) if "biaffine" in r["part"]}
    measured = {name: row for name, row in rows.items() if row["las"]}
    gothic = measured.pop("ud217-got-forms")
    assert f"({gothic['las']}, {gothic['las.published']}; one seed)" in TEXT
    assert f"{gothic['uas.difference'].lstrip('-')} below in UAS" in " ".join(TEXT.split())
    below = sorted(-float(row["las.difference"]) for row in measured.values())
    assert len(below) == 5
    assert f"[{below[0]:.1f} to {below[-1]:.1f} above it]" in TEXT


def test_documents_are_made_of_the_committed_findings(tmp_path):
    results.write(tmp_path, RESULTS, ROOT)
    documents = ("docs/results.md", "docs/claims.md", "docs/differences.svg", "reports/index.html")
    for name in documents:
        same = (tmp_path / name).read_bytes() == (ROOT / name).read_bytes()
        assert same, f"{name} is not up to date: make docs"


def test_the_entry_leads_to_every_report():
    page = (ROOT / "reports/index.html").read_text(encoding="utf-8")
    for report in RESULTS:
        assert f'href="published/{report.name}/index.html"' in page
    assert len(re.findall(r'<tr id="claim-', page)) == len(CLAIMS)
    assert {*re.findall(r'href="#(claim-[^"]+)"', page)} == {
        *re.findall(r'id="(claim-[^"]+)"', page)
    }
