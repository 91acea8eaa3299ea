"""The reports that are part of the project."""

import re
from functools import cache
from pathlib import Path

from nonproj.results.values import read_values
from studies.plan.study.load import PUBLISHED_FILE, STUDY, folder_of, load
from studies.plan.study.published import read_published
from studies.plan.treebanks.suite import Suite
from studies.report.study import tables_of
from studies.tables.export import to_csv
from studies.values.tests import read_tests

ROOT = Path(__file__).parents[1]
_NAMED = re.search("^RESULTS := (.+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
RESULTS = [ROOT / "reports" / "published" / suite for suite in _NAMED[1].split()]
FOLDERS = ROOT / "src/studies/papers"
PAPERS = RESULTS[0]  # the report that judges the claims


@cache
def committed_tables(report: str, study: str) -> dict[str, str]:
    """The tables of a study as CSV, by id, made from the values of a committed report."""
    folder = ROOT / "reports" / "published" / report
    spec = load(FOLDERS / folder_of(study) / STUDY)
    printed = read_published(*[FOLDERS / folder_of(study) / PUBLISHED_FILE] * spec.printed)
    values = read_values(folder / "measurements.csv", folder / "scores.csv")
    suite, tests = Suite.read(folder / "suite.json"), read_tests(folder / "significance.csv")
    tables = tables_of(spec, values, tests, printed, suite.treebanks)
    return {table.key[1]: to_csv(table) for table in tables}
