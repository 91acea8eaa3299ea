"""What the README says exists, and its numbers are those of the committed findings."""

import csv
import re
import shlex

import pytest

import command_line
import nonproj
from committed import RESULTS, ROOT, committed_tables
from nonproj.drawing.finding import read_findings
from nonproj.parsers.families import variant_named
from nonproj.synthesis import synthesize
from studies.report.documents import results

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
LINE = " ".join(TEXT.split())
REPRODUCTION = (ROOT / "docs/reproduction.md").read_text(encoding="utf-8")
NUMBERS = {0: "none", 1: "one", 4: "four", 6: "six", 7: "seven", 10: "ten"}
DOCUMENTED = (ROOT / "docs/claims.md").read_text(encoding="utf-8")
FOUND = {
    (folder.name, finding.id): {row["title"]: row for row in finding.table.to_dict("records")}
    for folder in RESULTS
    for finding in read_findings(folder / "findings.json")
}


def section(name):
    return re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", TEXT, re.DOTALL | re.MULTILINE)[1]


def test_the_readme_has_at_most_130_lines_and_900_words():
    assert len(TEXT.splitlines()) <= 130
    assert len(TEXT.split()) <= 900


@pytest.fixture
def in_folder_of_treebanks(tmp_path, monkeypatch):
    """A new folder with treebanks to train on and to score on, and with texts without tags."""
    grammar, words = ROOT / "data/embedded/short-frequent.yaml", re.compile(r"^\d+\t([^\t]+)", re.M)
    for seed, name in enumerate(("train", "dev", "text"), start=1):
        sentences = synthesize(grammar, 20, seed).decode().strip().split("\n\n")
        texts = [" ".join(words.findall(sentence)) for sentence in sentences]
        pairs = zip(texts, sentences, strict=True)
        written = "".join(f"# text = {text}\n{sentence}\n\n" for text, sentence in pairs)
        (tmp_path / f"{name}.conllu").write_text(written)
    columns = re.compile(r"^([0-9]+\t[^\t]+)(?:\t[^\t]+){6}", re.MULTILINE)  # all but ID and FORM
    (tmp_path / "text.conllu").write_text(columns.sub(r"\1" + 6 * r"\t_", written))
    (tmp_path / "news.txt").write_text("\n".join(texts))
    monkeypatch.chdir(tmp_path)


SMALLER = {  # what would take minutes: a neural parser, a real treebank, trials of all parsers
    "--variant biaffine ": "--variant arc-standard --tags predicted ",
    "--text data/raw/ud217-hu/train.conll ": "--text --text-epochs 1 train.conllu ",
    "recommend ": "recommend --strategies arc-standard ",
}


@pytest.mark.usefixtures("in_folder_of_treebanks")
def test_the_commands_of_the_readme_for_your_treebank_run():
    """In a folder that has nothing but a training set, a development set and two texts."""
    blocks = re.findall(r"^```sh\n(.*?)^```", section("Your treebank"), re.DOTALL | re.MULTILINE)
    lines = "".join(blocks).splitlines()
    assert len(lines) >= 7
    for line in lines:
        if line.startswith("nonproj fetch"):  # instead of this treebank, `train.conllu`
            continue
        for long, short in SMALLER.items():
            line = line.replace(long, short)
        program, *arguments = shlex.split(line, comments=True)
        assert program == "nonproj"
        done = command_line.nonproj(*arguments)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
    assert "Verdict: " in done.stdout


@pytest.mark.usefixtures("in_folder_of_treebanks")
def test_the_lines_of_python_in_the_readme_run(capsys):
    exec(re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)[1], {})
    assert nonproj.read("parsed.conllu").n_sentences == 20
    assert capsys.readouterr().out.startswith("Attachment(correct=")


def test_parsers_that_the_readme_names_exist():
    names = re.findall(r"`([a-z0-9]+(?:-[a-z0-9]+)*(?:[+@][a-z0-9-]+)*)`", section("Strategies"))
    assert len(names) > 8
    for name in names:
        variant_named(name)


def printed(points):
    """The smallest and the largest number of points, as the README prints them."""
    return " to ".join(f"{end(points):+.2f}".replace("-", "−") for end in (min, max))


def test_the_readme_compares_families_of_parsers_as_the_reports_do():
    papers, parsers = (FOUND[report, "families"].values() for report in ("papers", "parsers"))
    papers = [row for row in papers if row["graph-based parser"] != "mst"]  # of first order
    graph = [row["graph-based"] - row["transition-based"] for row in papers]
    assert [row["first"] for row in papers] == ["graph-based"] * len(graph)
    assert {row["graph-based parser"].split("+")[0] for row in papers} == {"carreras"}
    others = "graph-based", "transition-based"
    neural = [row for row in parsers if row["neural"] == row["neural"]]
    above = [row["neural"] - max(row[name] for name in others) for row in neural]
    assert {row["neural parser"].split("-")[0] for row in neural} == {"biaffine"}
    assert (len(graph), len(above)) == (10, 10)
    assert f"ten of ten treebanks of `papers`, by {printed(graph)};" in LINE
    assert f"above both on ten of ten of `parsers`, by {printed(above)}." in LINE


def test_the_readme_compares_blends_as_the_reports_do():
    papers, parsers = ([*FOUND[report, "blends"].values()] for report in ("papers", "parsers"))
    given = [row for row in parsers if not row["treebank"].endswith("-forms")]
    forms = [row for row in parsers if row not in given]
    counts = "seven of ten", "four of four", "four of six"
    for rows, counted in zip((papers, given, forms), counts, strict=True):
        better = sum(row["significant"] for row in rows)
        assert counted == f"{NUMBERS[better]} of {NUMBERS[len(rows)]}"
        said = printed([row["points"] for row in rows])
        assert re.search(rf"{re.escape(said)}, (significantly )?on {counted}", LINE)


def test_gains_in_the_readme_equal_those_of_the_reports():
    page = " ".join((ROOT / "docs/results.md").read_text(encoding="utf-8").split())
    parts = r"Where more than 15 % .*? crossing arcs: (.+?)\. Elsewhere: (.+?)\. \("
    (transition, graph), (few, fewer) = (
        re.findall(r"-based (\d+ of \d+)", counts) for counts in re.search(parts, page).groups()
    )
    assert f"on {transition} texts for transition-based parsers and on {graph} for graph" in LINE
    assert f"elsewhere on {few} and {fewer}" in LINE
    largest = r"The largest gain is (\S+) points, by \S+ over \S+ on ([^,.]+)"
    gain, treebank = re.search(largest, page).groups()
    assert f"The largest gain is {gain}, on {treebank}." in LINE


def test_counts_of_claims_in_the_readme_equal_those_of_the_reports():
    counted = re.findall(r"^\| ([^|]+\d{4}) \| (.+) \|$", DOCUMENTED, re.M)
    rows = re.findall(r"^\| ([^|]+\d{4}) \| [^|]+ \| (.+) \|$", section("The five studies"), re.M)
    assert len(rows) == 5
    assert dict(rows) == dict(counted)
    numbers = [map(int, of.split(" | ")) for _, of in rows]
    sums = [*map(sum, zip(*numbers, strict=True))]
    assert f"| All claims | | {' | '.join(map(str, sums))} |" in TEXT
    confirmed, as_claimed, against, contradicted, *_ = sums
    assert contradicted == 1
    assert (
        f"Of {sum(sums)} claims, {confirmed} are confirmed, {as_claimed} as claimed,"
        f" {against} against, and [one contradicted]" in TEXT
    )
    assert f"One of {sum(sums)} claims is contradicted: that " in REPRODUCTION


def test_scores_from_words_alone_in_the_readme_equal_those_of_the_report():
    table = csv.DictReader(committed_tables("parsers", "forms-to-trees")["forms"].splitlines())
    rows = {row["treebank"]: row for row in table if "mean of three seeds" in row["part"]}
    measured = {name: row for name, row in rows.items() if row["las"]}
    gothic = measured.pop("ud217-got-forms")
    assert f"({gothic['las']}, {gothic['las.published']}; three seeds)" in TEXT
    assert f"{gothic['uas.difference'].lstrip('-')} below in UAS" in LINE
    below = sorted(-float(row["las.difference"]) for row in measured.values())
    assert len(below) == 5
    assert f"[{below[0]:.1f} to {below[-1]:.1f} above it]" in TEXT


def test_generated_documents_follow_from_the_committed_findings(tmp_path):
    results.write(tmp_path, RESULTS, ROOT)
    for name in ("results.md", "claims.md", "coverage.md", "licences.md", "differences.svg"):
        same = (tmp_path / "docs" / name).read_bytes() == (ROOT / "docs" / name).read_bytes()
        assert same, f"docs/{name} is not up to date: make docs"
