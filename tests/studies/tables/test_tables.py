"""Cells of published | ours | difference, and what happens where one of them is missing."""

from dataclasses import replace

import pytest

from inventions import measured
from nonproj.errors import NonprojError
from nonproj.results.formulas import Counts, error_reduction
from nonproj.results.values import Values
from studies.plan.study.published import printed_in
from studies.plan.treebanks.suite import SuiteTreebank
from studies.tables import build as tables
from studies.tables.cells import cell_of, ours_from


@pytest.fixture(scope="module")
def coverage(studies):
    return next(study for study in studies if study.id.startswith("gomez")).table("T3")


@pytest.fixture
def build(published):
    def build(spec, values, treebanks=()):
        return tables.build(spec, Values(values), published[spec.study], treebanks)

    return build


def uncovered(treebank, system, numerator, denominator=10_000, level="sentence"):
    return measured(
        treebank, "train", system, f"level={level}", "coverage", "percent", numerator, denominator
    )


def cell(table, treebank, column):
    row = next(row for row in table.rows if row.treebank == treebank)
    return row.cells[[c.id for c in table.columns].index(column)]


def test_reproduced_figures_print_as_published(studies, published, reproduce, build):
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


def test_three_parts(coverage, build):
    table = build(coverage, [uncovered("ud20-got", "mh4", 9724)])
    found = cell(table, "ud20-got", "mh4")
    assert (found.published, found.ours, found.difference) == ("97.25", "97.24", "-0.01")
    assert found.differs
    assert (found.numerator, found.denominator) == (9724, 10_000)
    projective = cell(table, "ud20-got", "projective")
    assert (projective.published, projective.ours, projective.difference) == ("78.42", None, None)


def test_equal_at_the_printed_precision_is_no_difference(coverage, build):
    found = cell(build(coverage, [uncovered("ud20-got", "mh4", 97254, 10**5)]), "ud20-got", "mh4")
    assert (found.ours, found.difference, found.differs) == ("97.25", "0.00", False)


def test_a_treebank_of_ones_own_has_our_figure_alone(coverage, build):
    found = cell(build(coverage, [uncovered("mine", "mh4", 1, 3)]), "mine", "mh4")
    assert (found.published, found.ours, found.difference) == (None, "33.33", None)


def test_nothing_counted_is_no_figure(coverage, build):
    found = cell(build(coverage, [uncovered("ud20-got", "mh4", 0, 0)]), "ud20-got", "mh4")
    assert (found.published, found.ours, found.difference) == ("97.25", None, None)


def test_treebanks_of_the_paper_stay_visible(coverage, build):
    table = build(coverage, [uncovered("ud20-got", "mh4", 9724)])
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


def test_order(coverage, build):
    rows = [
        uncovered("a", "projective", 9000),
        uncovered("b", "mh4", 9000),
        uncovered("c", "projective", 8000),
        uncovered("d", "projective", 8000),
    ]
    suite = [SuiteTreebank(name) for name in "dcba"]

    def order(spec):
        return "".join(row.treebank for row in build(spec, rows, suite).rows)

    assert order(coverage) == "dcab"
    assert order(replace(coverage, sort="")) == "dcba"


def test_printed_values_of_another_system_are_beside_ours(coverage, build):
    columns = tuple(
        replace(column, system="mh4-greedy") for column in coverage.columns if column.id == "mh4"
    )
    spec = replace(coverage, columns=columns, sort="", beside="mh4")
    found = cell(build(spec, [uncovered("ud20-got", "mh4-greedy", 9725)]), "ud20-got", "mh4")
    assert (found.published, found.difference) == ("97.25", "0.00")


def test_units_that_contradict_the_paper_are_refused(coverage, build):
    columns = (replace(coverage.columns[2], unit="words"),)
    with pytest.raises(NonprojError, match="not printed in the unit 'words'"):
        build(replace(coverage, columns=columns, sort=""), [])


def test_columns_that_no_paper_prints_need_decimals(coverage, build):
    column = replace(coverage.columns[2], system="mh4-greedy", decimals=None)
    with pytest.raises(NonprojError, match="needs decimals"):
        build(replace(coverage, columns=(column,), sort=""), [])


def test_tables_that_no_paper_has_print_two_decimals(coverage, build):
    spec = replace(coverage, source="", columns=coverage.columns[2:3], sort="")
    found = build(spec, [uncovered("mine", coverage.columns[2].system, 9725)])
    assert [row.cells[0].ours for row in found.rows] == ["97.25"]


def test_rows_of_one_treebank(studies, reproduce, build):
    spec = next(study for study in studies if study.short.startswith("Kuhlmann")).table("T1")
    table = build(spec, [row for row in reproduce(spec) if row.key.treebank == "conll09-czech"])
    assert [(row.label, row.part) for row in table.rows] == [
        ("Czech (CoNLL 2009)", "train"),
        ("Czech (CoNLL 2009)", "dev"),
    ]


def test_booleans_are_words(studies, build):
    spec = next(study for study in studies if study.id == "nivre-2007").table("T1")
    keys = ("train", "gold", "", "has-lemma", "boolean")
    rows = [
        measured("conll06-danish-ddt", *keys, 1),
        measured("conll06-slovene-sdt", *keys, 1),
    ]
    table = build(spec, rows)
    found = cell(table, "conll06-danish-ddt", "lemma")
    assert (found.published, found.ours, found.difference, found.differs) == (
        "no",
        "yes",
        "other",
        True,
    )
    found = cell(table, "conll06-slovene-sdt", "lemma")
    assert (found.published, found.ours, found.difference, found.differs) == (
        "yes",
        "yes",
        "same",
        False,
    )


def test_notes_are_written_once(studies, reproduce, build):
    def built(name):
        spec = nilsson.table(name)
        return build(spec, reproduce(spec)).measured_part

    nilsson = next(study for study in studies if study.id == "nilsson-2009")
    lifts = built("T5.4")
    assert [note.mark for note in lifts.notes] == [""]
    distortion = built("T5.3")
    assert [column.mark for column in distortion.columns] == list("aaaabbb")
    assert [note.mark for note in distortion.notes] == ["a", "b"]
    labels = built("T5.5")
    assert [row.cells[0].mark for row in labels.rows] == ["a", "b", "", "", "c"]
    assert labels.notes[0].text == "paper-inconsistent: T3.1 prints 25"


def test_notes_stand_below_the_rows_that_have_them(studies, reproduce, build):
    spec = next(study for study in studies if study.id == "nilsson-2009").table("T5.5")
    printed = reproduce(spec)
    none, part = build(spec, []), build(spec, [r for r in printed if "arabic" in r.key.treebank])
    assert (none.rows, bool(none.published_part.notes)) == ((), True)
    everything = build(spec, printed)
    assert everything.published_part.notes == []
    assert len(part.measured_part.notes) + len(part.published_part.notes) >= 3
    one = replace(printed[0], key=printed[0].key._replace(treebank="t"))
    foreign = build(spec, [one])
    assert foreign.rows
    assert foreign.measured_part.notes == []


@pytest.fixture(scope="module")
def transformed(studies):
    return next(study for study in studies if study.id == "nilsson-2009").table("T5.6")


def attachment(treebank, split, correct, system="arc-eager", metric="uas", total=1000):
    setting = "over=folds;punctuation=exclude"
    return measured(treebank, split, system, setting, metric, "percent", correct, total)


def every_system(treebank, split, correct, total=1000):
    return [
        attachment(treebank, split, correct, f"arc-eager{encoding}", metric, total)
        for encoding in ("", "+raw", "+head", "+path", "+headpath")
        for metric in ("uas", "las")
    ]


def test_the_first_alternative_of_a_split_counts(transformed, build):
    rows = [attachment("conll06-slovene-sdt", "dev20", 700), attachment("t", "dev20", 500)]
    table = build(transformed, [*rows, attachment("t", "train-cv10", 600)])
    ten_folds = cell(table, "t", "p0")
    assert ten_folds.ours == "60.00"
    compared = cell(table, "conll06-slovene-sdt", "p0")
    assert (compared.published, compared.ours, compared.published_sd) == ("76.63", "70.00", "0.36")
    assert {(row.treebank, row.part) for row in table.rows if not row.summary} == {
        ("t", "unlabelled, ten folds"),
        ("conll06-slovene-sdt", "unlabelled, 80/20"),
        ("conll06-slovene-sdt", "labelled, ten folds"),
    }
    printed = {row.treebank: row.part for row in table.published_rows}
    assert printed["conll06-german-tiger"] == "labelled, 80/20"
    assert printed["conll06-arabic-padt"] == "labelled, ten folds"


def test_spread(transformed, build):
    keys = ("arc-eager", "over=folds;punctuation=exclude")
    rows = [
        attachment("t", "train-cv10", 600),
        measured("t", "train-cv10", *keys, "uas-sd", "points", 12_345, 10**6),
        measured("t", "train-cv10", *keys, "uas-se", "points", 3_904, 10**6),
        attachment("u", "train-cv10", 600),
    ]
    table = build(transformed, rows)
    found = cell(table, "t", "p0")
    assert (found.ours, found.sd, found.se) == ("60.00", "1.23", "0.39")
    assert found.spread == "± 1.23 (0.39)"
    bare = cell(table, "u", "p0")
    assert (bare.sd, bare.se, bare.spread) == (None, None, "")


def test_mean_over_complete_treebanks(transformed, build):
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


def test_the_summary_is_compared_over_the_treebanks_of_the_paper(transformed, reproduce, build):
    table = build(transformed, reproduce(transformed))
    first = next(row for row in table.rows if row.summary)
    assert (first.cells[0].published, first.cells[0].ours) == ("81.73", "81.73")
    more = build(transformed, [*reproduce(transformed), *every_system("t", "dev20", 500)])
    assert all(cell.published is None for row in more.rows if row.summary for cell in row.cells)
    assert [row.cells[0].published for row in more.published_rows] == ["81.73", "75.40"]


def test_sums_add_the_counts(studies, build):
    spec = next(study for study in studies if study.id == "nilsson-2009").table("T8.1")
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


def test_reductions_of_several_treebanks_are_those_of_their_concatenation(studies, build):
    """Table 8.2, by the errors of Single and, as printed, by those that remain."""
    spec = next(study for study in studies if study.id == "nilsson-2009").table("T8.2")
    counts = {"conll07-chinese": (8351, 8467, 10_000), "t": (10, 40, 100)}
    rows = [row for name, counted in counts.items() for row in blended(name, *counted)]
    table = build(spec, rows)
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
    for metric in ("las", "uas"):
        items = f"of={metric};baseline=arc-eager+head"
        for system, setting, name, share in (
            ("arc-eager+head", "", metric, (single, total)),
            ("blend", "", metric, (blend, total)),
            ("blend", items, "error-reduction", of_errors),
            ("blend", f"{items};per=remaining", "error-reduction", of_remaining),
        ):
            joined = f"train=90%;{setting}"
            yield measured(treebank, "test", system, joined, name, "percent", *share)
            kind = {"las": "labelled", "uas": "unlabelled"}[metric]
            if not setting:
                wrong = total - share[0], total
                joined = f"train=90%;{kind}"
                yield measured(treebank, "test", system, joined, "error-rate", "percent", *wrong)


def test_columns_of_the_paper_alone(studies, build):
    spec = next(study for study in studies if study.id == "nivre-2007").table("T3")

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


def test_what_the_paper_prints_of_all_treebanks_only(studies, build):
    """Nilsson's table 4.1 is over twelve treebanks, and two of its parsers are not ours."""
    spec = next(study for study in studies if study.id == "nilsson-2009").table("T4.1")
    printed = build(spec, [])
    assert printed.rows == ()
    assert [row.part for row in printed.published_rows] == [
        *("arc-eager (MaltParser)", "NPA (MSTParser)", "LTH parser", "ILP parser")
    ]
    setting = "labelled;punctuation=exclude;train=90%"
    rows = [
        measured(treebank, "test", "carreras+npa", setting, "error-rate", "percent", 1, n)
        for treebank, n in (("t", 4), ("u", 6))
    ]
    table = build(spec, rows)
    assert [(row.treebank, row.part) for row in table.rows] == [
        *(("t", "NPA (MSTParser)"), ("u", "NPA (MSTParser)"), ("", "NPA (MSTParser)"))
    ]
    assert table.rows[-1].cells[0].ours == "20.0"
    assert table.rows[-1].cells[0].published is None
    assert table.published_rows == printed.published_rows


def test_a_summary_is_over_treebanks_with_all_that_any_of_them_has(studies, build):
    spec = next(study for study in studies if study.id == "nilsson-2009").table("T4.1")
    rows = [
        measured(
            treebank,
            "test",
            system,
            "labelled;punctuation=exclude;train=90%",
            "error-rate",
            "percent",
            1,
            9,
        )
        for treebank, system in [*(("t", s) for s in ("mst", "arc-eager+head")), ("u", "mst")]
    ]
    assert not any(row.summary for row in build(spec, rows).rows)
    more = replace(rows[1], key=rows[1].key._replace(treebank="u"))
    assert build(spec, [*rows, more]).rows[-1].treebank == ""


@pytest.mark.parametrize(("decimals", "shown"), [(4, "<0.0001"), (2, "<0.01")])
def test_no_p_prints_as_zero(decimals, shown):
    p = measured("t", "test", "mst", "against=eisner", "las-p", "probability", 0, 10**6)
    assert cell_of(ours_from(p, "probability"), None, "probability", decimals).ours == shown
