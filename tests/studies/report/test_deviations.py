"""Deviations: every mark in the code has an entry, every entry a mark, every reference a target."""

import re

import pytest

from committed import ROOT
from nonproj.data.yaml_files import read_declared
from nonproj.errors import NonprojError
from studies.papers.deviations import (
    FILE,
    PAPERS_FOLDER,
    DeviationSubject,
    Entries,
    Exhibits,
    check_deviations,
    deviations_by_exhibit,
    load_deviations,
)

MARK = re.compile(r"DEVIATION\b(?:: ([a-z0-9-]+))?")
ENTRY = "{id: one, title: T, paper: P, ours: O, why: W"


def marks() -> dict[str, list[str]]:
    """The marks of the project, with the files that have them; "" for one that names no entry."""
    found: dict[str, list[str]] = {}
    for path in (path for folder in ("src", "workflow") for path in (ROOT / folder).rglob("*")):
        if path.suffix in (".py", ".yaml", ".smk") and path.stem != "deviations":
            for name in MARK.findall(path.read_text(encoding="utf-8")):
                found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return found


def test_every_mark_of_a_deviation_has_an_entry_and_every_entry_a_mark():
    found = marks()
    assert {*found} - {deviation.id for deviation in load_deviations()} == set(), found
    assert {deviation.id for deviation in load_deviations()} - {*found} == set()


def test_deviations_name_existing_tables_and_those_of_learners_leave_oracles_out(studies):
    check_deviations(load_deviations(), Exhibits(studies))
    touched = deviations_by_exhibit(load_deviations(), Exhibits(studies))
    svm2 = {exhibit for exhibit, found in touched.items() if "svm2" in [one.id for one in found]}
    assert {("kuhlmann-nivre-2010", "T4"), ("nilsson-2009", "T5.6")} <= svm2
    assert not {("kuhlmann-nivre-2010", name) for name in ("T1", "T2", "T3")} & svm2


def test_a_deviation_may_leave_an_exhibit_of_its_study_as_it_is(studies):
    """S5.4.4 has no transition-based parser."""
    touched = deviations_by_exhibit(load_deviations(), Exhibits(studies))
    parts = {one.part for one in touched["nilsson-2009", "S5.4.4"]}
    assert parts == {DeviationSubject.DATA, DeviationSubject.GRAPH, DeviationSubject.EVALUATION}
    assert DeviationSubject.LEARNERS in {one.part for one in touched["nilsson-2009", "T5.6"]}


def test_the_file_of_several_papers_holds_no_deviation_of_one_paper():
    shared = read_declared(PAPERS_FOLDER / FILE, Entries).deviations.values()
    for deviation in (one for entries in shared for one in entries):
        assert len({name.partition("/")[0] for name in deviation.touches}) > 1, deviation.id


@pytest.mark.parametrize(
    ("paper", "text", "message"),
    [
        ("", f"[{ENTRY}}}, {ENTRY}}}]", "'one' occurs twice"),
        ("", f"[{ENTRY}, effect: large}}]", "`effect` and `measured` need each other"),
        ("", f"[{ENTRY}, touches: [nivre-2007/]}}]", "match pattern"),
        ("", f"[{ENTRY}, touches: [T1]}}]", "deviation one: 'T1', expected a study before it"),
        ("nivre_2007", f"[{ENTRY}, touches: [x/T1]}}]", "'x/T1', expected no study before it"),
        ("", f"[{ENTRY}, kind: bad}}]", "kind: 'bad'; expected one of"),
    ],
)
def test_an_entry_of_a_deviation_with_a_mistake_is_refused(tmp_path, paper, text, message):
    write(tmp_path / paper, text)
    with pytest.raises(NonprojError, match=message):
        load_deviations(tmp_path)


def test_a_deviation_of_an_unknown_table_is_refused(tmp_path, studies):
    write(tmp_path, f"[{ENTRY}, touches: [nivre-2007/T9, other-2000/T1]}}]")
    found = load_deviations(tmp_path)
    with pytest.raises(NonprojError, match=r"deviation one: touches 'nivre-2007/T9': .* no 'T9'"):
        check_deviations(found, Exhibits(studies))
    check_deviations(found, Exhibits(studies[:1]))
    assert deviations_by_exhibit(found, Exhibits(studies)) == {}


def test_the_deviations_of_one_paper_name_tables_without_the_study(tmp_path):
    write(tmp_path / "nivre_2007", f"[{ENTRY}, touches: [T1, '*'], but-not: [T2]}}]")
    (found,) = load_deviations(tmp_path)
    assert found.touches == ("nivre-2007/T1", "nivre-2007/*")
    assert found.but_not == ("nivre-2007/T2",)


def write(folder, entries):
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_text(f"deviations: {{learners: {entries}}}", encoding="utf-8")
