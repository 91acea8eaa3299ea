"""Cells of published | ours | difference, and what happens where one of them is missing."""

from dataclasses import replace

import pytest

from inventions import measured
from nonproj.errors import NonprojError
from nonproj.results.formulas import Counts, error_reduction
from studies.plan.study.published import printed_in
from studies.plan.treebanks.suite import SuiteTreebank
from studies.tables.cells import cell_of, ours_from


@pytest.fixture(scope="module")
def coverage(study):
    return study("gomez-rodriguez-2018").table("T3")


@pytest.fixture(scope="module")
def nilsson(study):
    """nilsson("T5.6") -> the specification of this table of Nilsson (2009)."""
    return study("nilsson-2009").table


def uncovered(treebank, system, numerator, denominator=10_000):
    key = treebank, "train", system, "level=sentence", "coverage", "percent"
    return measured(*key, numerator, denominator)


def cell(table, treebank, column):
    row = next(row for row in table.rows if row.treebank == treebank)
    return row.cells[[c.id for c in table.columns].index(column)]


def compared(cell):
    return cell.published, cell.ours, cell.difference


def test_values_that_reproduce_a_table_are_printed_as_published(
    studies, published, reproduce, build
):
    for study in studies:
        for spec in (spec for spec in study.tables if spec.source):
            measured = reproduce(spec)
            if not measured:
                known = {key[0] for key in printed_in(spec.source, published[study.id])}
                summary = spec.summary and spec.summary.published
                assert known == {summary} or any(c.published_only for c in spec.columns)
                continue
            table = build(spec, measured)
            assert table.rows
            if not any(column.published_only for column in spec.columns):
                assert not table.unavailable
                assert all(row.summary for row in table.published_rows)
            for row in table.rows:
                if row.summary and spec.summary.of == "sum":
                    continue  # the counts behind the printed figures are not known
                for column, found in zip(table.columns, row.cells, strict=True):
                    if row.summary and found.differs:  # a mean of figures that are rounded
                        assert abs(float(found.difference)) < 0.015, (spec.id, row)
                        continue
                    assert column.published_only or found.ours == found.published, (spec.id, row)
                    assert not found.differs


@pytest.mark.parametrize(
    ("treebank", "counts", "expected", "differs"),
    [
        ("ud20-got", (9724, 10_000), ("97.25", "97.24", "-0.01"), True),
        ("ud20-got", (97254, 10**5), ("97.25", "97.25", "0.00"), False),  # as far as printed
        ("mine", (1, 3), (None, "33.33", None), False),
        ("ud20-got", (0, 0), ("97.25", None, None), False),
    ],
)
def test_a_cell_has_the_printed_and_the_measured_value_and_the_difference(
    coverage, build, treebank, counts, expected, differs
):
    found = cell(build(coverage, [uncovered(treebank, "mh4", *counts)]), treebank, "mh4")
    assert (compared(found), found.differs) == (expected, differs)
    assert expected[1] is None or (found.numerator, found.denominator) == counts


def test_treebanks_of_the_paper_without_measured_values_are_shown(coverage, build):
    table = build(coverage, [uncovered("ud20-got", "mh4", 9724)])
    assert compared(cell(table, "ud20-got", "projective")) == ("78.42", None, None)
    names = ["eu", "ur", "hu", "cu", "da", "el", "hi", "de", "ro"]
    assert [row.treebank for row in table.published_rows] == [f"ud20-{name}" for name in names]
    assert {item.reason for item in table.unavailable} == {"not in this suite"}
    assert table.published_rows[0].cells[0].published == "5396"
    assert all(found.ours is None for row in table.published_rows for found in row.cells)


def test_treebanks_of_the_suite_that_are_missing_are_named(coverage, build):
    treebanks = [
        SuiteTreebank("ud20-eu", "Euskara", available=False, reason="download failed"),
        SuiteTreebank("lost", available=False),
        SuiteTreebank("testonly"),
        SuiteTreebank("ud20-got"),
    ]
    table = build(coverage, [uncovered("ud20-got", "mh4", 9724)], treebanks)
    found = {item.treebank: item for item in table.unavailable}
    assert (found["ud20-eu"].label, found["ud20-eu"].reason) == ("Euskara", "download failed")
    assert found["ud20-eu"].published
    assert (found["lost"].reason, found["lost"].published) == ("not found", False)
    assert found["testonly"].reason == "no such split"
    assert "ud20-got" not in found


def test_rows_are_sorted_by_the_column_of_the_table_or_as_in_the_suite(coverage, build):
    rows = [uncovered(t, "projective", n) for t, n in (("a", 9000), ("c", 8000), ("d", 8000))]
    rows.append(uncovered("b", "mh4", 9000))
    suite = [SuiteTreebank(name) for name in "dcba"]

    def order(spec):
        return "".join(row.treebank for row in build(spec, rows, suite).rows)

    assert order(coverage) == "dcab"
    assert order(replace(coverage, sort="")) == "dcba"


def test_printed_values_of_another_system_stand_beside_measured_ones(coverage, build):
    [mh4] = (column for column in coverage.columns if column.id == "mh4")
    spec = replace(coverage, columns=(replace(mh4, system="mh4-greedy"),), sort="", beside="mh4")
    found = cell(build(spec, [uncovered("ud20-got", "mh4-greedy", 9725)]), "ud20-got", "mh4")
    assert compared(found) == ("97.25", "97.25", "0.00")
    value = uncovered("ud20-got", "mh4-greedy", 9700)
    mean = replace(value, key=value.key.under("seeds=3"))
    found = cell(build(replace(spec, setting="seeds=3"), [mean]), "ud20-got", "mh4")
    assert compared(found) == ("97.25", "97.00", "-0.25")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"unit": "words"}, "not printed in the unit 'words'"),
        ({"system": "mh4-greedy", "decimals": None}, "needs decimals"),
    ],
)
def test_a_column_with_another_unit_or_without_decimals_is_refused(
    coverage, build, changes, message
):
    columns = (replace(coverage.columns[2], **changes),)
    with pytest.raises(NonprojError, match=message):
        build(replace(coverage, columns=columns, sort=""))


def test_a_table_of_no_paper_prints_two_decimals(coverage, build):
    spec = replace(coverage, source="", columns=coverage.columns[2:3], sort="")
    found = build(spec, [uncovered("mine", coverage.columns[2].system, 9725)])
    assert [row.cells[0].ours for row in found.rows] == ["97.25"]


def test_a_treebank_has_a_row_for_each_of_its_splits(study, reproduce, build):
    spec = study("kuhlmann-nivre-2010").table("T1")
    table = build(spec, [row for row in reproduce(spec) if row.key.treebank == "conll09-czech"])
    rows = [("Czech (CoNLL 2009)", split) for split in ("train", "dev")]
    assert [(row.label, row.part) for row in table.rows] == rows


def test_booleans_are_printed_as_yes_or_no(study, build):
    keys = ("train", "gold", "", "has-lemma", "boolean")
    expected = {
        "conll06-danish-ddt": (("no", "yes", "other"), True),
        "conll06-slovene-sdt": (("yes", "yes", "same"), False),
    }
    table = build(study("nivre-2007").table("T1"), [measured(t, *keys, 1) for t in expected])
    found = {t: cell(table, t, "lemma") for t in expected}
    assert {t: (compared(one), one.differs) for t, one in found.items()} == expected


def test_a_note_of_several_cells_is_written_once(nilsson, reproduce, build):
    def built(name):
        spec = nilsson(name)
        return build(spec, reproduce(spec)).measured_part

    lifts = built("T5.4")
    assert [note.mark for note in lifts.notes] == [""]
    distortion = built("T5.3")
    assert [column.mark for column in distortion.columns] == list("aaaabbb")
    assert [note.mark for note in distortion.notes] == ["a", "b"]
    labels = built("T5.5")
    assert [row.cells[0].mark for row in labels.rows] == ["a", "b", "", "", "c"]
    assert labels.notes[0].text == "paper-inconsistent: T3.1 prints 25"


def test_notes_stand_below_the_rows_that_have_them(nilsson, reproduce, build):
    spec = nilsson("T5.5")
    printed = reproduce(spec)
    none, part = build(spec), build(spec, [r for r in printed if "arabic" in r.key.treebank])
    assert (none.rows, bool(none.published_part.notes)) == ((), True)
    everything = build(spec, printed)
    assert everything.published_part.notes == []
    assert len(part.measured_part.notes) + len(part.published_part.notes) >= 3
    one = replace(printed[0], key=printed[0].key._replace(treebank="t"))
    foreign = build(spec, [one])
    assert foreign.rows
    assert foreign.measured_part.notes == []


@pytest.fixture(scope="module")
def transformed(nilsson):
    return nilsson("T5.6")


def attachment(treebank, split, correct, system="arc-eager", metric="uas", total=1000):
    setting = "over=folds;punctuation=exclude"
    return measured(treebank, split, system, setting, metric, "percent", correct, total)


def every_system(treebank, split, correct, total=1000):
    return [
        attachment(treebank, split, correct, f"arc-eager{encoding}", metric, total)
        for encoding in ("", "+raw", "+head", "+path", "+headpath")
        for metric in ("uas", "las")
    ]


def test_a_cell_takes_the_first_alternative_split_that_has_a_value(transformed, build):
    rows = [attachment("conll06-slovene-sdt", "dev20", 700), attachment("t", "dev20", 500)]
    table = build(transformed, [*rows, attachment("t", "train-cv10", 600)])
    assert cell(table, "t", "p0").ours == "60.00"
    slovene = cell(table, "conll06-slovene-sdt", "p0")
    assert (slovene.published, slovene.ours, slovene.published_sd) == ("76.63", "70.00", "0.36")
    assert {(row.treebank, row.part) for row in table.rows if not row.summary} == {
        ("t", "unlabelled, ten folds"),
        ("conll06-slovene-sdt", "unlabelled, 80/20"),
        ("conll06-slovene-sdt", "labelled, ten folds"),
    }
    printed = {row.treebank: row.part for row in table.published_rows}
    assert printed["conll06-german-tiger"] == "labelled, 80/20"
    assert printed["conll06-arabic-padt"] == "labelled, ten folds"


def test_a_deviation_over_folds_and_its_error_stand_beside_the_mean(transformed, build):
    rows = [attachment(treebank, "train-cv10", 600) for treebank in "tu"]
    for metric, count in (("uas-sd", 12_345), ("uas-se", 3_904)):
        rows.append(rows[0].key.value(metric, count, 10**6))
    table = build(transformed, rows)
    found = cell(table, "t", "p0")
    assert (found.ours, found.sd, found.se) == ("60.00", "1.23", "0.39")
    assert found.spread == "± 1.23 (0.39)"
    bare = cell(table, "u", "p0")
    assert (bare.sd, bare.se, bare.spread) == (None, None, "")


def test_a_mean_is_over_treebanks_with_values_of_all_columns(transformed, build):
    rows = [*every_system("t", "dev20", 500), *every_system("u", "train-cv10", 60, 100)]
    table = build(transformed, [*rows, attachment("v", "dev20", 900)])
    summary = [row for row in table.rows if row.summary]
    assert [row.part for row in summary] == ["unlabelled", "labelled"]
    assert {row.label for row in summary} == {"Average (2 treebanks)"}
    assert {found.ours for row in summary for found in row.cells} == {"55.00"}
    assert {found.published for row in summary for found in row.cells} == {None}
    assert [row.label for row in table.published_rows if row.summary] == [
        "Average of the five (CoNLL 2006)"
    ] * 2
    alone = build(transformed, every_system("t", "dev20", 500))
    assert not any(row.summary for row in alone.rows)


def test_a_summary_is_compared_only_over_the_treebanks_of_the_paper(transformed, reproduce, build):
    table = build(transformed, reproduce(transformed))
    first = next(row for row in table.rows if row.summary)
    assert (first.cells[0].published, first.cells[0].ours) == ("81.73", "81.73")
    more = build(transformed, [*reproduce(transformed), *every_system("t", "dev20", 500)])
    assert all(cell.published is None for row in more.rows if row.summary for cell in row.cells)
    assert [row.cells[0].published for row in more.published_rows] == ["81.73", "75.40"]


def test_a_sum_in_a_table_adds_the_counts_of_treebanks(nilsson, build):
    spec = nilsson("T8.1")
    systems = {column.address.system for column in spec.columns}
    rows = [
        measured(treebank, "test", system, "train=90%", "las", "percent", correct, total)
        for treebank, correct, total in (("t", 50, 100), ("u", 900, 1000))
        for system in systems
    ]
    (summary,) = (row for row in build(spec, rows).rows if row.summary)
    assert {(c.ours, c.numerator, c.denominator) for c in summary.cells} == {("86.36", 950, 1100)}
    columns = (replace(spec.columns[0], unit="count", decimals=0),)
    rows = [replace(row, unit="count") for row in rows]
    with pytest.raises(NonprojError, match="do not add up"):
        build(replace(spec, source=None, columns=columns), rows)


def test_error_reductions_of_several_treebanks_are_those_of_the_joined_text(nilsson, build):
    """Table 8.2, by the errors of Single and, as printed, by those that remain."""
    counts = {"conll07-chinese": (8351, 8467, 10_000), "t": (10, 40, 100)}
    rows = [row for name, counted in counts.items() for row in blended(name, *counted)]
    table = build(nilsson("T8.2"), rows)
    chinese = [cell(table, "conll07-chinese", f"{c}-las") for c in ("reduction", "remaining")]
    assert [(c.ours, c.published) for c in chinese] == [("7.0", None), ("7.6", "7.6")]
    summary = next(row for row in table.rows if row.summary)
    assert len(summary.cells) == 8
    single, blend, total = (sum(column) for column in zip(*counts.values(), strict=True))
    for c, errors in ((2, total - single), (3, total - blend)):
        assert summary.cells[c].ours == f"{100 * (blend - single) / errors:.1f}"


def blended(treebank, single, blend, total):
    """Both scores, labelled and not, and both reductions."""
    pair = Counts(blend, total), Counts(single, total)
    of_errors, of_remaining = (error_reduction(*pair, kind) for kind in (False, True))
    for metric, kind in (("las", "labelled"), ("uas", "unlabelled")):
        items = f"of={metric};baseline=arc-eager+head"
        for system, setting, name, *share in (
            ("arc-eager+head", "", metric, single, total),
            ("blend", "", metric, blend, total),
            ("arc-eager+head", kind, "error-rate", total - single, total),
            ("blend", kind, "error-rate", total - blend, total),
            ("blend", items, "error-reduction", *of_errors),
            ("blend", f"{items};per=remaining", "error-reduction", *of_remaining),
        ):
            joined = f"train=90%;{setting}"
            yield measured(treebank, "test", system, joined, name, "percent", *share)


def test_columns_without_measured_values_are_shown_only_for_printed_rows(study, build):
    spec = study("nivre-2007").table("T3")

    def decisions(treebank):
        system = "covington-d0~nivre-2007+raw"
        return measured(treebank, "dev20", system, "", "n-decisions", "count", 7)

    def parts(*treebanks):
        table = build(spec, map(decisions, treebanks))
        return [
            [c.id.rpartition("-")[0] for c in part[0]]
            for part in (table.measured_part, table.published_part)
        ]

    ours, theirs = ["decisions"] * 4 + ["dr"] * 3, ["time"] * 4 + ["tr"] * 3
    assert parts("t") == [ours, theirs]
    assert parts("conll06-danish-ddt") == [ours + theirs, theirs]
    assert cell(build(spec, [decisions("t")]), "t", "decisions-d0").ours == "7"
    columns, rows, _ = build(spec, [decisions("t")]).published_part
    assert all(len(row.cells) == len(columns) for row in rows)
    assert rows[0].cells[0].published == "426"


def errors(treebank, system, n):
    setting = "labelled;punctuation=exclude;train=90%"
    return measured(treebank, "test", system, setting, "error-rate", "percent", 1, n)


def test_values_printed_of_all_treebanks_only_stand_apart_from_measured_ones(nilsson, build):
    """Nilsson's table 4.1 is over twelve treebanks, and two of its parsers are not ours."""
    spec, npa = nilsson("T4.1"), "NPA (MSTParser)"
    printed = build(spec)
    assert printed.rows == ()
    parts = ["arc-eager (MaltParser)", npa, "LTH parser", "ILP parser"]
    assert [row.part for row in printed.published_rows] == parts
    table = build(spec, [errors("t", "carreras+npa", 4), errors("u", "carreras+npa", 6)])
    assert [(row.treebank, row.part) for row in table.rows] == [("t", npa), ("u", npa), ("", npa)]
    assert table.rows[-1].cells[0].ours == "20.0"
    assert table.rows[-1].cells[0].published is None
    assert table.published_rows == printed.published_rows

    some = [errors("t", "mst", 9), errors("t", "arc-eager+head", 9), errors("u", "mst", 9)]
    assert not any(row.summary for row in build(spec, some).rows), "u lacks what t has"
    assert build(spec, [*some, errors("u", "arc-eager+head", 9)]).rows[-1].treebank == ""


@pytest.mark.parametrize(("decimals", "shown"), [(4, "<0.0001"), (2, "<0.01")])
def test_a_p_of_zero_prints_as_less_than_the_last_decimal(decimals, shown):
    p = measured("t", "test", "mst", "against=eisner", "las-p", "probability", 0, 10**6)
    assert cell_of(ours_from(p, "probability"), None, "probability", decimals).ours == shown
