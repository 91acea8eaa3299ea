"""The reports that are part of the project agree with each other."""

import csv
import re
from functools import cache
from itertools import product

import pytest

from committed import RESULTS, ROOT, committed_tables
from nonproj.errors import NonprojError
from nonproj.results.values import Key, drop_items, named_items, read_values, write_values
from studies.report.documents.results import together
from studies.report.pages import LOADED
from studies.values.tests import read_tests, write_tests

LINKS = {  # to a file of the project, if any, and to an id
    ".html": re.compile(r'(?:href|src)="([^":#?]*)[^":#]*(?:#([^"]*))?"'),
    ".md": re.compile(r"\]\(([^:#?()]*)(?:#([^()]*))?\)"),
}


@cache
def ids(page):
    return {*re.findall(r' id="([^"]+)"', page.read_text(encoding="utf-8"))}


def test_committed_pages_are_short_and_links_to_them_have_targets():
    pages = [page for report in RESULTS for page in report.glob("*.html")]
    assert max(page.stat().st_size for page in pages) < 500_000
    followed = 0
    for source in [*pages, *ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        for file, id in LINKS[source.suffix].findall(source.read_text(encoding="utf-8")):
            target = source.parent / file if file else source
            assert target.is_file(), f"{source}: {file}"  # a website cannot show a folder
            if id and target.suffix == ".html":
                assert id in ids(target), f"{source}: {file}#{id}"
                followed += 1
    assert followed > 5000


def test_committed_reports_load_the_same_files_which_are_no_templates():
    for name in LOADED:
        files = {path.read_text(encoding="utf-8") for path in (each / name for each in RESULTS)}
        assert len(files) == 1, name
        assert "{%" not in files.pop(), name


def test_committed_reports_agree_in_values_and_tests():
    """Each key has one value, also if two reports show it, and a test counts the words of both."""
    values, _ = together(RESULTS)
    compared = 0
    for report in RESULTS:
        for test in read_tests(report / "significance.csv"):
            for system, right in ((test.a, test.correct_a), (test.b, test.correct_b)):
                items = test.setting | system.items
                key = Key(test.treebank, test.split, system.name, items, test.metric)
                value = values.find(key)
                if value and value.unit == "percent" and value.denominator == test.total:
                    assert value.numerator == right, f"{report.name}: {key}"
                    compared += 1
    assert compared > 5000


def test_committed_tables_show_a_p_value_wherever_both_systems_have_scores(studies):
    """An empty cell would hide a test that a report could show."""
    lacking, asked = [], 0
    for report in RESULTS:
        values = read_values(report / "scores.csv")
        for table, key in _tested(studies, report):
            metric = key.metric.removesuffix("-holm").removesuffix("-p")
            words = drop_items(key.setting, "against")
            scores = [
                values.find(key._replace(system=name, setting=words, metric=metric))
                for name in (key.system, named_items(key.setting)["against"])
            ]
            if all(scores) and all(score.denominator for score in scores):
                asked += 1
                if not values.find(key):
                    lacking.append((report.name, table, str(key)))
    assert not lacking
    assert asked > 200


def _tested(studies, report):
    """Yield the id of a table and the key of a p-value, for each cell that asks for one."""
    for spec in (table for study in studies for table in study.tables):
        tables = committed_tables(report.name, spec.study)
        rows = csv.DictReader(tables.get(spec.id, "").splitlines())
        treebanks = {row["treebank"] for row in rows}
        for row, column in product(spec.rows, spec.columns):
            address = spec.address_of(row, column)
            against = named_items(address.setting).get("against")
            if against and against != address.system:
                for treebank, split in product(treebanks, address.splits):
                    place = treebank, split, address.system, address.setting, address.metric
                    yield spec.id, Key(*place)


def test_two_reports_with_different_values_under_one_key_are_refused(tmp_path):
    for name, right in (("one", 5), ("two", 6)):
        (tmp_path / name).mkdir()
        value = Key("x", "dev", "mst", metric="las").value("las", right, 10)
        write_values(tmp_path / name / "scores.csv", [value])
        write_values(tmp_path / name / "measurements.csv", [])
        write_tests(tmp_path / name / "significance.csv", [])
    with pytest.raises(NonprojError, match=r"two values for the same key: .*numerator=5"):
        together([tmp_path / "one", tmp_path / "two"])
    together([tmp_path / "one"])
