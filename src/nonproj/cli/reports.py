"""Commands that show parts of a report: its tables and its verdicts on the papers' claims."""

import json
from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from nonproj.cli.app import argument, command, json_option, option
from nonproj.cli.output.tables import print_table
from nonproj.errors import NonprojError, did_you_mean, one_of

REPORTS, VERDICTS = Path("reports"), "claims.csv"
PUBLISHED = REPORTS / "published"


class Kind(StrEnum):
    CSV = "csv"
    MARKDOWN = "markdown"
    LATEX = "latex"
    JSON = "json"


Report = Annotated[
    Path, argument("Report folder, such as reports/embedded, or the name of the report's suite.")
]


@command()
def claims(
    report: Report,
    verdict: Annotated[str | None, option("List only the claims with this verdict.")] = None,
    study: Annotated[str | None, option("List only the claims of this study.")] = None,
    as_json: Annotated[bool, json_option(help="Print all columns, as JSON.")] = False,
) -> None:
    """Print a report's verdicts on the claims of the papers.

    By default, the command prints how often each study gets each verdict. With --verdict or
    --study, it prints the claims themselves and the values that were compared."""
    from nonproj.claims.verdicts import Judgement, read_verdicts

    rows = [vars(row) for row in read_verdicts(_folder_of(report, VERDICTS) / VERDICTS)]
    studies = list(dict.fromkeys(row["paper"] for row in rows))
    if verdict is not None:
        one_of(Judgement, verdict, "verdict")
    if study is not None:
        one_of(studies, study, "study")
    chosen = [
        row for row in rows if verdict in (None, row["verdict"]) and study in (None, row["paper"])
    ]
    if as_json:
        print(json.dumps(chosen, indent=2))
    elif verdict or study:
        for row in chosen:
            print(_described(row))
    else:
        met = [judged for judged in Judgement if any(row["verdict"] == judged for row in rows)]
        pairs = Counter((row["paper"], row["verdict"]) for row in rows)
        print_table(("Study", *met), [(s, *(str(pairs[s, v]) for v in met)) for s in studies])


@command()
def table(
    report: Report,
    name: Annotated[str, argument("Name of a table, such as T5.2 or nilsson-2009-T5.2.")],
    kind: Annotated[Kind, option("Output format.", "--as")] = Kind.MARKDOWN,
) -> None:
    """Print a table from a report, with the published numbers next to ours.

    The report must be inside a checkout of the project, where experiment files describe the table.
    """
    from nonproj.experiments.study.load import load
    from nonproj.experiments.study.published import read_published
    from nonproj.experiments.treebanks.suite import Suite
    from nonproj.reporting.study import tables_of
    from nonproj.reporting.tables import export
    from nonproj.results.significance.table import read_tests
    from nonproj.results.values import read_values

    folder = _folder_of(report, Path("suite.json"))
    study_id, table_id = _table_named(folder, name)
    root = _project_of(folder.resolve())
    study = load(root / "workflow" / "experiments" / f"{study_id}.yaml")
    printed = root / "data" / "published" / f"{study_id}.csv"
    tables = tables_of(
        study,
        read_values(folder / "measurements.csv", folder / "scores.csv"),
        read_tests(folder / "significance.csv"),
        read_published(printed) if study.printed else [],
        Suite.read(folder / "suite.json").treebanks,
    )
    (wanted,) = (table for table in tables if table.id == table_id)
    print(getattr(export, f"to_{kind.value}")(wanted), end="")


def _table_named(folder: Path, name: str) -> tuple[str, str]:
    """Return a table's study and id; `name` may omit the study if only one study has the table."""
    names = [path.stem for path in sorted((folder / "tables").glob("*.csv"))]
    found = [n for n in names if name in (n, n.rpartition("-")[2])]
    if len(found) != 1:
        known = [*names, *(n.rpartition("-")[2] for n in names)]
        hint = f"; expected {' or '.join(found)}" if found else did_you_mean(name, known)
        problem = "several tables are called" if found else "no table is called"
        raise NonprojError(f"{folder}: {problem} {name!r}{hint}")
    study, _, table_id = found[0].rpartition("-")
    return study, table_id


def _project_of(folder: Path) -> Path:
    """Return the folder above a report that contains the experiment files."""
    for root in folder.parents:
        if (root / "workflow" / "experiments").is_dir():
            return root
    raise NonprojError(f"{folder}: no folder above it has workflow/experiments")


def _folder_of(report: Path, file: Path) -> Path:
    """Return a report's folder; raise NonprojError unless it contains this file."""
    named = report.parent if report.is_file() else report
    for folder in (named, REPORTS / report, PUBLISHED / report):
        if (folder / file).is_file():
            return folder
    raise NonprojError(f"{report}: there is no {report / file}; `make SUITE=…` writes one")


def _described(row: dict) -> str:
    """Format a claim's verdict and how many relations hold, followed by the comparisons."""
    where = f" on {row['treebank'].replace('|', ', ')}" if row["treebank"] else ""
    counts = f", {row['held']} of {row['instances']}" if row["instances"] > 1 else ""
    compared = [f"  {row[name]}" for name in ("relation", "note") if row[name]]
    return "\n".join([f"{row['claim']}{where}: {row['verdict']}{counts}", *compared])
