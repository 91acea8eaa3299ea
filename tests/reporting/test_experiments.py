"""The experiment files say what the papers print, and unknown or missing keys are refused."""

import shutil

import pytest
import yaml

from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import Measurement
from nonproj.reporting import experiments
from nonproj.reporting.addresses import Address, Lookup
from nonproj.reporting.published import printed_in

STUDIES = [
    "bjorkelund-kuhn-2012",
    "gomez-rodriguez-2018",
    "kuhlmann-nivre-2010",
    "nilsson-2009",
    "nivre-2007",
]


@pytest.fixture
def edited(tmp_path, request):
    """edited(change) -> path of an experiment file to whose content `change` was applied."""
    workflow = request.config.rootpath / "workflow"
    shutil.copytree(workflow / "schemas", tmp_path / "schemas")
    (tmp_path / "experiments").mkdir()

    def write(change):
        content = yaml.safe_load((workflow / "experiments" / "nilsson-2009.yaml").read_text())
        change(content)
        path = tmp_path / "experiments" / "nilsson-2009.yaml"
        path.write_text(yaml.safe_dump(content))
        return path

    return write


def test_all_studies_load(studies, request):
    assert [study.id for study in studies] == STUDIES
    folder = request.config.rootpath / "workflow" / "experiments"
    assert [s.id for s in experiments.load_studies(folder, STUDIES[:0:-1])] == STUDIES[:0:-1]
    assert all(study.tables and study.figures for study in studies)


def cells(spec):
    return [c.address.refined(row.address) for row in spec.rows for c in spec.columns]


def test_every_column_reproduces_a_printed_figure(studies, published):
    for study in studies:
        for spec in (spec for spec in study.tables if spec.source):
            printed = printed_in(spec.source, published[study.id])
            for address in cells(spec):
                units = {f.unit for key, f in printed.items() if key == address.key(key[0])}
                assert units == {address.unit}, (study.id, spec.id, address)


def test_every_printed_figure_of_a_table_has_a_column(studies, published):
    for study in studies:
        for spec in (spec for spec in study.tables if spec.source):
            addresses = cells(spec)
            splits = {address.split for address in addresses}
            reached = {address.key("") for address in addresses}
            for key in printed_in(spec.source, published[study.id]):
                assert key[3] not in splits or ("", *key[1:]) in reached, (spec.id, key)


def test_every_printed_treebank_has_a_label(studies, published):
    for study in studies:
        tables = {spec.source for spec in study.tables if spec.source}
        for table in tables:
            names = {key[0] for key in printed_in(table, published[study.id])}
            assert names <= set(study.labels)
    assert experiments.published_labels(studies)["ud20-got"] == "Gothic"


def swap(**changes):
    return lambda content: content["tables"][0].update(changes)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.update(colour="red"), "colour"),
        (swap(colour="red"), "colour"),
        (lambda c: c["tables"][0]["columns"][0].update(systen="x"), "systen"),
        (lambda c: c["figures"][0]["series"][0].update(weight=1), "weight"),
        (lambda c: c["figures"][0].update(kind="pie"), "pie"),
        (lambda c: c["tables"][0]["columns"][0].update(unit="furlong"), "furlong"),
        (lambda c: c.pop("question"), "question"),
        (swap(id="T5.2"), "'T5.2' is there twice"),
        (lambda c: c["tables"][0]["columns"][1].update(id="words"), "'words' is there twice"),
        (swap(sort={"by": "size"}), "'size'"),
        (lambda c: c["tables"][0].pop("split"), "no split given"),
        (lambda c: c["figures"][0].pop("unit"), "no unit given"),
        (lambda c: c["figures"][4].update(complement=True), "complement of the unit 'count'"),
        (lambda c: c.update(study="nilsson-2010"), "expected 'nilsson-2009'"),
    ],
)
def test_wrong_files_are_refused(edited, change, message):
    path = edited(change)
    with pytest.raises(NonprojError, match=message) as caught:
        experiments.load(path)
    assert str(path) in str(caught.value)


def test_unreadable_files_are_refused(tmp_path, edited):
    with pytest.raises(NonprojError, match="no such experiment"):
        experiments.load(tmp_path / "none.yaml")
    path = edited(lambda content: None)
    path.write_text("study: [")
    with pytest.raises(NonprojError, match=r"nilsson-2009\.yaml: while parsing"):
        experiments.load(path)


def test_specs_by_name(studies):
    study = studies[0]
    assert study.table("T1").id == "T1"
    assert study.figure("share").kind == "bars"
    with pytest.raises(NonprojError, match="'T9'"):
        study.table("T9")


def test_addresses_refine_and_settings_add_up():
    table = Address("gold", "b=1", "train", "las", "percent")
    column = Address(setting="a=2", metric="uas")
    assert table.refined(column) == Address("gold", "a=2;b=1", "train", "uas", "percent")
    assert Address("gold").missing == ["split", "metric", "unit"]


def test_all_splits_are_pooled_where_counts_add_up():
    def row(split, metric, unit, *counts):
        return Measurement("t", split, "gold", "", metric, unit, *counts)

    lookup = Lookup(
        [
            row("train", "uas", "percent", 1, 4),
            row("dev", "uas", "percent", 2, 3),
            row("train", "n-labels", "count", 5),
            row("dev", "n-labels", "count", 5),
        ]
    )
    pooled = lookup.find("t", Address("gold", "", "all", "uas", "percent"))
    assert (pooled.numerator, pooled.denominator) == (3, 7)
    assert lookup.find("t", Address("gold", "", "all", "n-labels", "count")) is None
    assert lookup.find("t", Address("gold", "", "test", "uas", "percent")) is None
