"""A sixth study of a paper is one folder (samples/aaa_2026); its name sorts before all others."""

import shutil

import pytest

from conftest import ROOT
from inventions import invented
from nonproj.results.values import Values
from samples.aaa_2026.claims import paper
from studies.judge.verdicts import Judgement, verdicts
from studies.papers.claims import load_claims
from studies.papers.deviations import (
    Exhibits,
    check_coverage,
    check_deviations,
    deviations_by_exhibit,
    load_coverage,
    load_deviations,
)
from studies.plan.study.load import PAPERS, load, load_studies
from studies.plan.study.published import read_published
from studies.tables.build import build

FOLDER = ROOT / "tests" / "samples" / "aaa_2026"


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    """The folders of all studies and the sixth."""
    papers = tmp_path_factory.mktemp("project") / "papers"
    shutil.copytree(ROOT / PAPERS, papers)
    shutil.copytree(FOLDER, papers / FOLDER.name)
    return papers


@pytest.fixture
def scored():
    """What our parser reaches on the treebank."""
    column = load(FOLDER / "study.yaml").table("T1").columns[0]
    return Values([invented(column.address, "aaa-bank", "82")])


def test_the_sixth_study_is_loaded_before_the_others(papers, studies):
    six = load_studies(papers)
    assert [study.id for study in six] == ["aaa-2026", *(study.id for study in studies)]
    assert six[0].runs[0].variants == ("swap-eager",)


def test_the_table_of_the_sixth_study_is_built(scored):
    spec = load(FOLDER / "study.yaml").table("T1")
    (row,) = build(spec, scored, read_published(FOLDER / "published.csv")).rows
    (found,) = row.cells
    assert (found.published, found.ours, found.difference) == ("81.5", "82.0", "+0.5")


def test_the_claim_of_the_sixth_study_is_judged(scored):
    claims = load_claims(FOLDER / "claims.csv", [paper])
    (verdict,) = verdicts(claims, scored, None, {})
    assert verdict.verdict is Judgement.CONFIRMED
    assert verdict.relation == "las(swap-eager) 82 > 80"


def test_coverage_and_deviations_of_the_sixth_study_are_loaded(papers):
    six, coverage, deviations = load_studies(papers), load_coverage(papers), load_deviations(papers)
    check_coverage(coverage, six)
    check_deviations(deviations, Exhibits(six))
    assert [one.ours for one in coverage if one.paper == "aaa-2026"] == [("aaa-2026/T1",)]
    [found] = deviations_by_exhibit(deviations, Exhibits(six))["aaa-2026", "T1"]
    assert found.id == "aaa-split"
