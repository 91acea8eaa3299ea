"""Of systems whose parses are not stored, the store has values, tests and speeds."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from nonproj.trees.restructuring.schemes import MOVES
from samples.plans import known, study_of
from studies.plan.blended import Store
from studies.plan.parses import PEERS_JSON, SCORES_CSV, SPEEDS_CSV, STORE, TESTS_CSV, PlannedParse
from studies.plan.plan import Plan
from studies.plan.runs import Runs
from studies.plan.study.pools import GenericParsers
from studies.plan.study.study import Run, Tokenizing
from studies.store.keeping import keep
from studies.values.peers import PeerResult, read_peers, results_as_csv

STORED, OTHER, MOVED = "arc-standard", "swap-lazy", "arc-eager"
SCORE = "treebank,split,system,setting,metric,unit,numerator,denominator\n"
TEST = "treebank,split,setting,metric,a,b,p_mcnemar\n"
SPEED = "treebank,split,setting,system,words,seconds,training\n"


@pytest.fixture
def plan(tmp_path):
    """The plan of two parsers, of which one has a parse in the store, and of moves of labels."""
    parse = PlannedParse("a", "train", 1, STORED, "dev")
    path = tmp_path / parse.stored
    path.parent.mkdir(parents=True)
    path.touch()
    generic = GenericParsers(MOVED, 1, 1, 50, "test", "typeacc")
    study = study_of(Run("train", "dev", (STORED, OTHER)), generic=generic)
    store = Store(tmp_path, lambda parse: True, values=False)
    return Plan(Runs([study], 1), {"a": known()}, 0, store)


PEER = PeerResult("b", "test", "other", 10, 7, 8, 1.5, 0.25)


def report(folder: Path, scores=(), tests=(), speeds=(), peers=()) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "peers.csv").write_text(results_as_csv(peers))
    for name, header, rows in (
        (SCORES_CSV, SCORE, scores), (TESTS_CSV, TEST, tests), (SPEEDS_CSV, SPEED, speeds),
    ):  # fmt: skip
        (folder / name).write_text(header + "".join(f"a,{row}\n" for row in rows))
    return folder


def kept(root: Path, name: str) -> list[str]:
    path = root / STORE / "a" / name
    with path.open() as file:
        return [",".join(row[1:]) for row in csv.reader(file)][1:]


def test_only_values_of_parses_that_the_store_lacks_are_kept(tmp_path, plan):
    lacking = f"dev,{OTHER},arcs=nonproj,las,percent,3,4", f"dev,{OTHER},seeds=3,uas,percent,1,2"
    scores = [f"dev,{STORED},,las,percent,1,2", *lacking, "train,projective,,coverage,percent,1,2"]
    tests = f"dev,,las,{OTHER},{STORED},0.5", f"dev,,las,{STORED},{STORED},0.1"
    speeds = f"dev,,{OTHER},9,1.0,2.0", f"dev,,{STORED},9,1.0,"
    of = report(tmp_path / "report", scores, tests, speeds)
    assert keep(tmp_path, [of], [plan]) == ["a"]
    assert kept(tmp_path, SCORES_CSV) == [*lacking]
    assert kept(tmp_path, TESTS_CSV) == [tests[0]]
    assert kept(tmp_path, SPEEDS_CSV) == [speeds[0]]


def test_scores_on_raw_text_are_kept_although_the_parse_is_stored(tmp_path, plan):
    """The fixture has the parse of gold sentences and words in the store."""
    run = Run("train", "test", (STORED,), tokenizer=Tokenizing(3, 50))
    plan = Plan(Runs([study_of(run)], 1), {"a": known()}, 0, plan.store)
    path = tmp_path / STORE / "a/train/seed1" / STORED / "test.parse"
    path.touch()
    rows = [f"test,{STORED},{setting},conll18-las,percent,1,2" for setting in ("", "text=raw")]
    keep(tmp_path, [report(tmp_path / "report", rows)], [plan])
    assert kept(tmp_path, SCORES_CSV) == rows[1:]


def test_results_of_other_programs_are_kept_once_for_each_text(tmp_path, plan):
    others = [replace(PEER, split="dev"), replace(PEER, las=3)]
    reports = [report(tmp_path / name, peers=p) for name, p in (("x", [PEER]), ("y", others))]
    assert keep(tmp_path, reports, [plan]) == []
    assert read_peers([tmp_path / STORE / "b" / PEERS_JSON]) == [PEER, others[0]]


def test_a_value_compared_with_a_system_that_the_store_lacks_is_kept(tmp_path, plan):
    rows = [f"dev,{STORED},against={other};of=las,n-better,count,1,1" for other in (OTHER, STORED)]
    keep(tmp_path, [report(tmp_path / "report", rows)], [plan])
    assert kept(tmp_path, SCORES_CSV) == rows[:1]


def test_values_of_moves_are_kept_until_all_their_parsers_are_stored(tmp_path, plan):
    rows = ["test,base,,las,percent,1,2", "test,asc-inv,parsers=2,las,percent,1,2"]
    of = report(tmp_path / "report", rows)
    keep(tmp_path, [of], [plan])
    assert kept(tmp_path, SCORES_CSV) == rows
    for variant in (MOVED, *(f"{MOVED}+{move}:x" for move in MOVES)):
        assert keep(tmp_path, [of], [plan]) == ["a"]
        for target in ("heldout", "test"):
            path = tmp_path / PlannedParse("a", "sets8", 1, variant, target).stored
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
    assert keep(tmp_path, [of], [plan]) == []


def test_a_kept_value_stays_until_its_parse_is_stored(tmp_path, plan):
    """Also values that the present tables no longer ask for: else the parser would be trained."""
    rows = [f"dev,{OTHER},,las,percent,1,9", f"dev,{OTHER},,uas,percent,2,9"]
    keep(tmp_path, [report(tmp_path / "x", rows)], [plan])
    newer = report(tmp_path / "y", [rows[0].replace("1", "3")])
    keep(tmp_path, [newer], [plan])
    assert kept(tmp_path, SCORES_CSV) == [rows[0].replace("1", "3"), rows[1]]
    path = tmp_path / PlannedParse("a", "train", 1, OTHER, "dev").stored
    path.parent.mkdir(parents=True)
    path.touch()
    assert keep(tmp_path, [newer], [plan]) == []


def test_the_first_report_that_has_a_value_counts(tmp_path, plan):
    first, second = (
        report(tmp_path / name, [f"dev,{OTHER},,las,percent,{n},9", *more])
        for name, n, more in (("x", 1, ()), ("y", 2, (f"dev,{OTHER},,uas,percent,5,9",)))
    )
    assert keep(tmp_path, [first, second], [plan]) == ["a"]
    assert kept(tmp_path, SCORES_CSV) == [
        f"dev,{OTHER},,las,percent,1,9", f"dev,{OTHER},,uas,percent,5,9",
    ]  # fmt: skip
