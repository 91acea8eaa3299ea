"""The command that lists the verdicts on the papers' claims: claims."""

import json
from pathlib import Path
from typing import Annotated

import typer

from nonproj.cli.app import command, json_option
from nonproj.cli.output.tables import print_table
from nonproj.errors import NonprojError, did_you_mean

REPORTS, VERDICTS = Path("reports"), "claims.csv"


@command()
def claims(
    report: Annotated[
        Path,
        typer.Argument(
            help="Folder of a report, such as reports/embedded, or the name of its suite.",
            show_default=False,
        ),
    ],
    verdict: Annotated[
        str | None, typer.Option(help="List the claims with this verdict only.")
    ] = None,
    study: Annotated[str | None, typer.Option(help="List the claims of this study only.")] = None,
    as_json: Annotated[bool, json_option(help="Print all columns, as JSON.")] = False,
) -> None:
    """Print which of the papers' claims hold on the treebanks of a report.

    By default a table of studies and verdicts; with --verdict or --study, the claims themselves,
    with the values that were compared."""
    from nonproj.claims.verdicts import Judgement, read_verdicts

    rows = [vars(row) for row in read_verdicts(_file_of(report))]
    studies = list(dict.fromkeys(row["paper"] for row in rows))
    _check("verdict", verdict, [*Judgement])
    _check("study", study, studies)
    chosen = [
        row for row in rows if verdict in (None, row["verdict"]) and study in (None, row["paper"])
    ]
    if as_json:
        print(json.dumps(chosen, indent=2))
    elif verdict or study:
        for row in chosen:
            print(_described(row))
    else:
        _print_counts(rows, studies, [*Judgement])


def _file_of(report: Path) -> Path:
    for path in (report / VERDICTS, REPORTS / report / VERDICTS, report):
        if path.is_file():
            return path
    raise NonprojError(f"{report}: there is no {report / VERDICTS}; `make SUITE=…` writes one")


def _check(what: str, value: str | None, known: list[str]) -> None:
    if value is not None and value not in known:
        expected = f"{', '.join(known)}{did_you_mean(value, known)}"
        raise NonprojError(f"{what} {value!r}; expected one of {expected}")


def _described(row: dict) -> str:
    """Format a verdict with the number of relations that held and, indented, what was compared."""
    where = f" on {row['treebank'].replace('|', ', ')}" if row["treebank"] else ""
    counts = f", {row['held']} of {row['instances']}" if row["instances"] > 1 else ""
    compared = [f"  {row[name]}" for name in ("relation", "note") if row[name]]
    return "\n".join([f"{row['claim']}{where}: {row['verdict']}{counts}", *compared])


def _print_counts(rows: list[dict], studies: list[str], verdicts: list[str]) -> None:
    met = [verdict for verdict in verdicts if any(row["verdict"] == verdict for row in rows)]
    counts = [
        (study, *(str(sum((r["paper"], r["verdict"]) == (study, v) for r in rows)) for v in met))
        for study in studies
    ]
    print_table(("Study", *met), counts)
