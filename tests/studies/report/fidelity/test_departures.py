"""Departures: every mark in the code has an entry, every entry a mark, every reference a target."""

import re
from pathlib import Path

import pytest

from nonproj.errors import NonprojError
from studies.report.fidelity.departures import (
    Part,
    check_departures,
    departures_by_exhibit,
    load_departures,
)
from studies.report.fidelity.exhibits import Exhibits

ROOT = Path(__file__).parents[4]
MARK = re.compile(r"DEVIATION\b(?:: ([a-z0-9-]+))?")
ENTRY = "{id: one, title: T, paper: P, ours: O, why: W"


def marks() -> dict[str, list[str]]:
    """The marks of the project, with the files that have them; "" for one that names no entry."""
    found: dict[str, list[str]] = {}
    for path in (path for folder in ("src", "workflow") for path in (ROOT / folder).rglob("*")):
        if path.suffix in (".py", ".yaml", ".smk") and path.parent.name != "fidelity":
            for name in MARK.findall(path.read_text(encoding="utf-8")):
                found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return found


def test_marks_and_entries_are_the_same():
    found = marks()
    assert {*found} - {departure.id for departure in load_departures()} == set(), found
    assert {departure.id for departure in load_departures()} - {*found} == set()


def test_references_have_targets_and_study_wide_ones_leave_oracles_and_treebanks_out(studies):
    check_departures(load_departures(), Exhibits(studies))
    touched = departures_by_exhibit(load_departures(), Exhibits(studies))
    svm2 = {exhibit for exhibit, found in touched.items() if "svm2" in [one.id for one in found]}
    assert {("kuhlmann-nivre-2010", "T4"), ("nilsson-2009", "T5.6")} <= svm2
    assert not {("kuhlmann-nivre-2010", name) for name in ("T1", "T2", "T3")} & svm2


def test_a_departure_may_leave_an_exhibit_of_its_study_as_it_is(studies):
    """S5.4.4 has no transition-based parser."""
    touched = departures_by_exhibit(load_departures(), Exhibits(studies))
    parts = {one.part for one in touched["nilsson-2009", "S5.4.4"]}
    assert parts == {Part.DATA, Part.GRAPH}
    assert Part.LEARNERS in {one.part for one in touched["nilsson-2009", "T5.6"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"[{ENTRY}}}, {ENTRY}}}]", "'one' occurs twice"),
        (f"[{ENTRY}, effect: large}}]", "`effect` and `measured` need each other"),
        (f"[{ENTRY}, touches: [nivre-2007]}}]", "should match pattern"),
        (f"[{ENTRY}, kind: bad}}]", "kind: 'bad'; expected one of"),
    ],
)
def test_an_entry_with_a_mistake_is_refused(tmp_path, text, message):
    path = tmp_path / "departures.yaml"
    path.write_text(f"learners: {text}", encoding="utf-8")
    with pytest.raises(NonprojError, match=message):
        load_departures(path)


def test_an_exhibit_that_does_not_exist_is_refused(tmp_path, studies):
    path = tmp_path / "departures.yaml"
    entry = f"{ENTRY}, touches: [nivre-2007/T9, other-2000/T1]}}"
    path.write_text(f"learners: [{entry}]", encoding="utf-8")
    with pytest.raises(NonprojError, match=r"departure one: touches 'nivre-2007/T9': .* no 'T9'"):
        check_departures(load_departures(path), Exhibits(studies))
    check_departures(load_departures(path), Exhibits(studies[:1]))
    assert departures_by_exhibit(load_departures(path), Exhibits(studies)) == {}
