"""Coverage: nothing of the papers is left out, and nothing is claimed that is not there."""

from collections import Counter

import pytest

from nonproj.errors import NonprojError
from studies.papers.deviations import FILE, ExhibitState, check_coverage, load_coverage
from studies.report.coverage import Held, count_states, found_in


def numbered(chapters: str) -> set[str]:
    """numbered("T2 5.3 6.1-2") == {"T2", "T5.3", "T6.1", "T6.2"}; the first letter is of all."""
    kind, names = chapters[0], set()
    for part in chapters[1:].split():
        start, _, last = part.partition("-")
        chapter, dot, first = start.rpartition(".")
        names |= {f"{kind}{chapter}{dot}{n}" for n in range(int(first), int(last or first) + 1)}
    return names


def write(papers, text):
    (papers / "nivre_2007").mkdir()
    (papers / "nivre_2007" / FILE).write_text(text, encoding="utf-8")


# As the captions of the papers number them.
CAPTIONS = {
    "bjorkelund-kuhn-2012": ("T1-2", "F1-3"),
    "kuhlmann-nivre-2010": ("T1-5", "F1-4"),
    "gomez-rodriguez-2018": ("T1-6", "F1-2"),
    "nivre-2007": ("T1-4", "F1"),
    "nilsson-2009": (
        "T3.1 4.1-3 5.1-8 6.1-6 7.1-5 8.1-4 9.1",
        "F1.1 2.1-4 4.1 5.1-4 6.1-10 7.1-3 8.1-4 9.1-3",
    ),
}


@pytest.mark.parametrize("paper", CAPTIONS)
def test_every_table_and_figure_of_a_paper_has_a_state(paper, published):
    listed = {name for e in load_coverage() if e.paper == paper for name in e.exhibits}
    tables, figures = map(numbered, CAPTIONS[paper])
    assert listed == tables | figures | {value.table for value in published[paper]}


def test_tables_and_figures_named_in_coverage_exist(studies):
    check_coverage(load_coverage(), studies)
    check_coverage(load_coverage(), studies[:1])


def test_coverage_lists_every_table_that_reproduces_one(studies):
    ours = {name for entry in load_coverage() for name in entry.ours}
    sources = {f"{s.id}/{spec.id}" for s in studies for spec in s.tables if spec.source}
    assert sources <= ours


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("state: not done, ours: [T1], note: N", "not done, but `ours` is given"),
        ("state: not done", "not done needs a note"),
        ("ours: [T7]", "nivre-2007 has no 'T7'"),
        ("state: not done, note: N", "nivre-2007/T1 reproduces T1, but is not in `ours`"),
        ("ours: ['*']", "should match pattern"),
        ("state: done, note: N", "state: 'done'; expected 'reproduced', 'partly"),
        ("state: reproduced", "state 'reproduced' follows from what a table holds"),
    ],
)
def test_an_entry_of_coverage_with_a_mistake_is_refused(tmp_path, studies, entry, message):
    write(tmp_path, f"coverage: [{{exhibits: [T1], {entry}}}]\n")
    with pytest.raises(NonprojError, match=message):
        check_coverage(load_coverage(tmp_path), studies)


def test_a_table_or_figure_with_two_states_is_refused(tmp_path):
    entry = "- {exhibits: [F1], state: definition, note: N}\n"
    write(tmp_path, "coverage:\n" + 2 * entry)
    with pytest.raises(NonprojError, match="'nivre-2007 F1' occurs twice"):
        load_coverage(tmp_path)


HEADER = "treebank,label,part,las,las.published,las.difference\n"
OWN, OTHER, PRINTED = "a,A,,80.1,80.0,+0.1\n", "b,B,,70.0,,\n", "c,C,,,60.0,\n"


@pytest.mark.parametrize(
    ("table", "more", "state", "agreement"),
    [
        (OWN + OTHER, "", ExhibitState.REPRODUCED, "0 of 1 figures agree, 1 more within 1"),
        (OWN, "conditions: C", ExhibitState.PARTLY, "0 of 1 figures agree, 1 more within 1"),
        (OTHER + PRINTED, "conditions: C", ExhibitState.REBUILT, ""),
        (PRINTED, "", ExhibitState.NOT_HERE, ""),
        ("", "", ExhibitState.NOT_HERE, ""),
        (
            OWN,
            "state: analogue, note: N",
            ExhibitState.ANALOGUE,
            "0 of 1 figures agree, 1 more within 1",
        ),
        (PRINTED, "state: analogue, note: N", ExhibitState.NOT_HERE, ""),
        ("", "state: not done, note: N", ExhibitState.NOT_DONE, ""),
    ],
)
def test_the_state_of_a_table_follows_from_its_cells_in_a_report(
    tmp_path, table, more, state, agreement
):
    write(tmp_path, f"coverage: [{{exhibits: [T1], {more}}}]\n")
    held = {"nivre-2007/T1": Held.of_table(HEADER + table)} if table else {}
    [found] = found_in(load_coverage(tmp_path), held)
    assert (found.state, found.agreement) == (state, agreement)


def test_states_are_counted_as_the_file_lists_them():
    found = found_in(load_coverage(), {"nivre-2007/T2": Held.of_table(HEADER + OWN)})
    counts = Counter(one.state for one in found for _ in one.entry.exhibits)
    totals = {
        state: sum(of[state] for of in count_states(found).values()) for state in ExhibitState
    }
    assert totals == {state: counts[state] for state in ExhibitState}
