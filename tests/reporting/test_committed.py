"""The reports that are part of the project agree with each other."""

import csv
from itertools import product

import pytest
from tests.results_check import differences

from committed import ACCELERATED, RESULTS
from nonproj.errors import NonprojError
from nonproj.experiments.study.names import is_neural
from nonproj.reporting.findings.results import RENEWED, together
from nonproj.results.significance.table import write_tests
from nonproj.results.values import Key, drop_items, named_items, read_values, write_values


def test_what_several_reports_show_is_the_same_in_all(studies):
    """A value that only some of them were made again for is one of older code."""
    known = {}
    neural = {v for s in studies for run in s.runs for v in run.variants if is_neural(v)}
    for report in RESULTS:
        for value in read_values(report / "scores.csv", report / "measurements.csv"):
            if value.key.metric.endswith("-p-holm"):
                continue  # p-values are corrected for all pairs of a suite
            compared = {item.rpartition("=")[2] for item in value.key.setting}
            if report.name == ACCELERATED and neural & {value.key.system, *compared}:
                continue
            lemmas = any(name in value.key.treebank for name in ("-hu-", "-tr-"))
            older = value.key.system.startswith("carreras") or lemmas
            if report.name == RENEWED and older:
                continue
            source, other = known.setdefault(value.key, (report.name, value))
            assert value == other, f"{report.name} has {value}, {source} has {other}"


def test_a_p_value_is_shown_wherever_both_systems_were_scored(studies):
    """An empty cell would hide a test that a report could show."""
    lacking = []
    for report in RESULTS:
        values = read_values(report / "scores.csv")
        for table, key in _tested(studies, report):
            metric = key.metric.removesuffix("-holm").removesuffix("-p")
            words = drop_items(key.setting, "against")
            scores = [
                values.find(key._replace(system=name, setting=words, metric=metric))
                for name in (key.system, named_items(key.setting)["against"])
            ]
            if all(scores) and all(score.denominator for score in scores) and not values.find(key):
                lacking.append((report.name, table, str(key)))
    assert not lacking


def _tested(studies, report):
    """Yield the id of a table and the key of a p-value, for each cell that asks for one."""
    for spec in (table for study in studies for table in study.tables):
        path = report / "tables" / f"{spec.study}-{spec.id}.csv"
        if not path.exists():
            continue
        with path.open(encoding="utf-8", newline="") as file:
            treebanks = {row["treebank"] for row in csv.DictReader(file)}
        for row, column in product(spec.rows, spec.columns):
            address = spec.address_of(row, column)
            against = named_items(address.setting).get("against")
            if against and against != address.system:
                for treebank, split in product(treebanks, address.splits):
                    place = treebank, split, address.system, address.setting, address.metric
                    yield spec.id, Key(*place)


def test_two_values_under_one_key_are_refused(tmp_path):
    for name, right in (("one", 5), ("two", 6)):
        (tmp_path / name).mkdir()
        value = Key("x", "dev", "mst", metric="las").value("las", "percent", right, 10)
        write_values(tmp_path / name / "scores.csv", [value])
        write_values(tmp_path / name / "measurements.csv", [])
        write_tests(tmp_path / name / "significance.csv", [])
        (tmp_path / name / "speeds.csv").write_text((RESULTS[0] / "speeds.csv").read_text())
    with pytest.raises(NonprojError, match=r"two: .* another report has .*numerator=5"):
        together([tmp_path / "one", tmp_path / "two"])
    together([tmp_path / "one"])


def test_the_check_of_results_finds_what_only_one_side_has():
    a, b = {("x", "las"): ("1",), ("y", "las"): ("2",)}, {("x", "las"): ("1",), ("z",): ("3",)}
    assert [*differences(a, b, whole=True)] == ["y, las: only committed", "z: only made"]
    assert [*differences(a, b, whole=False)] == ["z: only made"]
    assert [*differences(a, {**a, ("x", "las"): ("4",)}, whole=True)] == [
        "x, las: committed 1, made 4"
    ]
