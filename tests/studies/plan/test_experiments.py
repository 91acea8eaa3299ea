"""The files of studies say what the papers print, and unknown or missing keys are refused."""

from dataclasses import replace

import pytest
import yaml

from command_line import python
from inventions import addresses, is_variant, measured
from nonproj.errors import NonprojError
from nonproj.results.values import Subject, Values, items_of, text_of
from studies.papers.claims import MODULES
from studies.plan.study import load as experiments
from studies.plan.study.addresses import Address
from studies.plan.study.load import PAPERS
from studies.plan.study.names import REFERENCES, is_neural
from studies.plan.study.published import PublishedValue, printed_in
from studies.plan.treebanks.suite import SuiteTreebank
from studies.report.study import tables_of
from studies.tables.export import to_csv
from studies.values.tests import Tests

STUDIES = [
    "bjorkelund-kuhn-2012",
    "gomez-rodriguez-2018",
    "kuhlmann-nivre-2010",
    "nilsson-2009",
    "nivre-2007",
]

# Parsers that no table shows and no claim names.
COMPARED = {
    *("arc-hybrid", "mh4-greedy", "carreras+head"),
    *(f"arc-eager+{style}+head" for style in ("tau-c", "tau-c-plus", "cs", "ps-ud")),
    *(f"arc-eager{encoding}@libsvm-split-cpos" for encoding in ("", "+head", "+headpath")),
    "arc-eager+head@libsvm",
}


@pytest.fixture
def families(request):
    return experiments.load(request.config.rootpath / "src/studies/papers/families/study.yaml")


@pytest.fixture
def edited(tmp_path, request):
    """edited(change) -> path of a `study.yaml` to whose content `change` was applied."""
    original = request.config.rootpath / PAPERS / "nilsson_2009" / "study.yaml"

    def write(change):
        content = yaml.safe_load(original.read_text())
        change(content)
        path = tmp_path / "nilsson_2009" / original.name
        path.parent.mkdir(exist_ok=True)
        path.write_text(yaml.safe_dump(content))
        return path

    return write


def test_all_studies_of_papers_are_loaded_in_order(studies, request):
    assert [study.id for study in studies] == STUDIES
    folder = request.config.rootpath / PAPERS
    assert [s.id for s in experiments.load_studies(folder, STUDIES[:0:-1])] == STUDIES[:0:-1]
    assert all(study.tables and study.figures for study in studies)
    assert studies[0].table("T1").id == "T1"
    assert studies[0].figure("share").kind == "bars"
    with pytest.raises(NonprojError, match="'T9'"):
        studies[0].table("T9")


def test_every_column_reproduces_a_printed_figure(studies, published):
    """Or says itself how many decimals it has, since the paper prints nothing for it."""
    for study in studies:
        for spec in (spec for spec in study.tables if spec.source):
            printed = printed_in(spec.source, published[study.id])
            for column in spec.columns:
                units = set()
                for address in (spec.address_of(row, column) for row in spec.rows):
                    wanted = {key[1:] for key in spec.printed_keys("", address)}
                    found = {value.unit for key, value in printed.items() if key[1:] in wanted}
                    assert found <= {address.unit}, (study.id, spec.id, column)
                    units |= found
                assert units or column.decimals is not None, (study.id, spec.id, column)


def test_every_printed_figure_of_a_table_has_a_column(studies, published):
    """But for those of parsers and texts that nobody has."""
    missing = set()
    for study in studies:
        reached: dict[str, set[tuple]] = {}
        for spec in (spec for spec in study.tables if spec.source):
            shown = [spec.address_of(row, col) for row in spec.rows for col in spec.columns]
            keys = {key[1:] for address in shown for key in spec.printed_keys("", address)}
            reached.setdefault(spec.source, set()).update(keys)
        for source, keys in reached.items():
            splits = {key[0] for key in keys}
            missing |= {
                (source, key.system, text_of(key.setting), key.metric)
                for key in printed_in(source, published[study.id])
                if key.split in splits and key[1:] not in keys
            }
    ratio = "reference=gold", "mean-arc-length-ratio"
    assert missing == {
        *(("T5", system, "", "las") for system in ("conll17-1", "conll17-2")),
        *(("S6.5.4", system, *ratio) for system in ("gold", "tau-c", "tau-v")),
        *(("T6.3", "arc-eager+raw", "style=cs", metric) for metric in ("uas", "las")),
    }


def test_every_printed_treebank_has_a_label(studies, published):
    for study in studies:
        for spec in study.tables:
            printed = printed_in(spec.source, published[study.id])
            assert {key[0] for key in printed} <= set(study.labels)
    assert experiments.published_labels(studies)["ud20-got"] == "Gothic"


def test_a_study_of_no_paper_needs_no_printed_values(families):
    assert not families.of_a_paper
    assert families.id not in STUDIES
    suite = (SuiteTreebank("mine"),)
    values = Values([measured("mine", "dev", "swap-lazy", "", "las", "percent", 4, 5)])
    tables = {table.id: table for table in tables_of(families, values, Tests(), [], suite)}
    assert "80.00" in to_csv(tables["families"])


def test_every_variant_of_a_table_is_run_and_no_other(studies, families):
    """On the split of the table; `heldout` is dev20 or the ten folds. None is run in vain.

    A few are only in the comparisons of the first screen."""
    targets = {"dev": ("dev",), "test": ("test",), "heldout": ("dev20", "train-cv10")}
    for study in (*studies, families):
        settled = [run.settled(choice) for run in study.runs for choice in (False, True)]
        runs = {(v, s) for r in settled for v in r.variants for s in targets[r.target]}
        parsed = {
            (address.system, split)
            for address in (address for spec in study.tables for address in addresses(spec))
            if address.metric != "coverage" and is_variant(address.system)
            for split in address.splits
            if split != "unknown"  # of a printed figure
        }
        assert parsed <= runs
        claims = [vars(module).values() for module in MODULES if module.paper.id == study.id]
        related = {s.name for named in claims for s in named if isinstance(s, Subject)}
        assert {variant for variant, _ in runs} <= {s for s, _ in parsed} | related | COMPARED


def test_studies_are_loaded_without_compiled_code(request):
    code = (
        "import sys; from studies.plan.study.load import load_studies; "
        "assert load_studies(sys.argv[1]); assert not {'numba', 'scipy'} & {*sys.modules}"
    )
    python(code, request.config.rootpath / PAPERS)


def test_runs_of_the_studies_have_their_levels_models_and_seeds(studies):
    runs = {study.id: study.runs for study in studies}
    everywhere = {study: [run for run in runs[study] if not run.treebanks] for study in runs}
    core = {study: [run for run in everywhere[study] if run.level != "all"] for study in runs}
    parsed, oracles, *_ = core["kuhlmann-nivre-2010"]
    assert parsed.variants == ("arc-standard", "arc-standard+head", "attardi", "swap-lazy")
    assert oracles == replace(parsed, level="oracles", public=())
    his, ours, *_ = core["nivre-2007"]
    for run, features in ((his, "~nivre-2007"), (ours, "")):
        assert [run.models.get(variant, variant) for variant in run.variants] == [
            f"covington-d0{features}+raw",
            f"covington-d0{features}",
            *[f"covington-dinf{features}"] * 3,
        ]
    demo = [run for run in core["gomez-rodriguez-2018"] if run.level == "demo"]
    assert all(is_neural(v) for run in demo for v in run.variants)
    seeds = {study: [run for run in runs[study] if run.seeds] for study in runs}
    for study, several in seeds.items():
        assert several, study
        if study == "nilsson-2009":  # the noise of chapter 6
            *several, chapter_6 = several
            assert (chapter_6.level, chapter_6.seeds) == ("core", (1, 2, 3, 4))
            assert chapter_6.treebanks == ("ittb-prague", "perseus-la")
        assert all(run.level == "all" for run in several)
        neural = [run for run in several if is_neural(run.variants[0])]
        assert {run.seeds for run in neural} <= {(1, 2, 3)}
        others = [run for run in several if run not in neural]
        assert all(run.treebanks == ("ud20-got", "ud20-hu") for run in others)
        assert {run.seeds for run in others} == {(1, 2, 3, 4, 5)}


def test_two_printed_figures_with_one_key_are_refused():
    key = "t", "s", items_of("a=1"), "test", "las"
    value = PublishedValue(*"pTe", *key, "percent", "1", "", "", "")
    with pytest.raises(NonprojError, match="two values"):
        printed_in("T", [value, replace(value)])


def under(*keys, without="", **changes):
    """The change that updates what the keys lead to, after it removes one of its keys."""

    def change(content):
        for key in keys:
            content = content[key]
        content.pop(without, None)
        content.update(changes)

    return change


def of_table(**changes):
    return under("tables", 0, **changes)


def of_column(number=0, **changes):
    return under("tables", 0, "columns", number, **changes)


def of_run(**changes):
    return under("runs", 0, **changes)


def of_figure(number=0, **changes):
    return under("figures", number, **changes)


def across(**changes):
    return of_figure(-1, across={"item": "bin", "label": "x"} | changes)


def voting_run(content):
    return next(run for run in content["runs"] if "votes" in run and "blends" in run)


def blend_with(**changes):
    """A vote on transitions as a blend of its own."""
    vote = {"system": "tl-eq", "level": "transition", "weights": "eq"}
    vote["parsers"] = ["arc-eager+head", "arc-eager+head@svm1"]
    return lambda content: voting_run(content)["blends"].append(vote | changes)


GREEDY = ["mh4-greedy-neural", "mh4-greedy-neural~s2-s1-s0-b0"]
TAGGED = ["biaffine-tagged", "biaffine-upos-xpos-feats-lemma"]
ONE = "runs.0: '{}' and '{}' are names of one"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (under(colour="red"), "colour: 'red'; expected one of study, short"),
        (of_table(colour="red"), "colour"),
        (of_column(systen="x"), "systen"),
        (under("figures", 0, "series", 0, weight=1), "weight"),
        (of_figure(kind="pie"), r"kind: 'pie'; expected 'bars'"),
        (of_column(unit="furlong"), r"tables\.0\.columns\.0\.unit: 'furlong'; expected 'count'"),
        (under(without="question"), "'question' is missing"),
        (of_table(id="T5.2"), "'T5.2' occurs twice"),
        (of_column(1, id="words"), "'words' occurs twice"),
        (
            of_column(without="id"),
            r"tables\.0\.columns\.0: expected `id` and `header`, `columns` or `values`",
        ),
        (of_column(values=["a", "b"]), "'words' occurs twice"),
        (of_table(sort="size"), "'size'"),
        (of_table(system="arc-eagre"), "system 'arc-eagre' is not known"),
        (of_run(variants=["arc-eagre"]), "'arc-eagre' is not known"),
        (of_table(without="split"), "no split given"),
        (of_column(metric="lsa"), r"table .*: metric 'lsa' is not known; did you mean las\?"),
        (of_table(setting="oracel"), r"setting 'oracel': .* did you mean oracle\?"),
        (of_figure(4, complement=True), "complement of the unit 'count'"),
        (under(study="nilsson-2010"), "expected 'nilsson-2009'"),
        (of_run(variants=GREEDY), ONE.format(*GREEDY)),
        (of_run(variants=TAGGED), ONE.format(*TAGGED)),
        (of_run(models={"arc-eager": "swap"}), "runs.0: models name 'swap'"),
        (of_run(target="train"), r"runs\.0\.target: 'train'; expected"),
        (of_figure(5, without="across"), "across"),
        (of_figure(across={"item": "train", "label": "x"}), "across"),
        (of_figure(kind="partial-order"), "metrics"),
        (of_figure(test="t"), "test"),
        (of_figure(kind="ranks", complement=True), "no complement"),
        (lambda c: of_figure(series=c["figures"][0]["series"] * 4)(c), "8 series, expected"),
        (of_table(summary={"of": "median", "label": "Middle"}), "median"),
        (across(together="All"), "`together` needs `values`"),
        (across(values=["1"]), "expected two `values` or more"),
        (under("selection", weights="best"), "best"),
        (under("selection", parsers=["mst"]), "at least 2 items"),
        (under("selection", base="mst"), "base"),
        (blend_with(parsers=["arc-eager"]), "'arc-eager' is not one of the variants of its run"),
        (blend_with(parsers=["arc-eager+head", "covington-dinf"]), "differ only in their learners"),
        (blend_with(weights="posacc"), "posacc"),
        (blend_with(accumulate=True), "only blends of parses accumulate"),
        (blend_with(wieghts="eq"), "wieghts"),
        (blend_with(setting="classifiers=no-mbl"), "'tl-eq;classifiers=no-mbl' occurs twice"),
        (
            lambda c: voting_run(c).update(training="train"),
            "blend blend needs training 'cv0', which holds data out",
        ),
        (
            lambda c: voting_run(c).update(target="heldout"),
            "the part that cv0 leaves out is not scored",
        ),
    ],
)
def test_a_study_file_with_a_mistake_is_refused(edited, change, message):
    path = edited(change)
    with pytest.raises(NonprojError, match=message) as caught:
        experiments.load(path)
    assert str(path) in str(caught.value)


def test_a_missing_or_unreadable_study_file_is_refused(edited):
    path = edited(lambda content: None)
    with pytest.raises(NonprojError, match=r"no such study; there are nilsson-2009$"):
        experiments.load(path.parents[1] / "nilsson" / path.name)
    path.write_text("study: [")
    with pytest.raises(NonprojError, match=r"nilsson_2009/study\.yaml: while parsing"):
        experiments.load(path)


def test_columns_take_over_the_keys_of_their_group(edited):
    """`*` is the id of each column, and its header in the header."""
    common = yaml.safe_load("""
        {id: "*-p", group: G, header: at most *, system: covington-d*, setting: bin=*;labelled,
         metric: uas, split: test, decimals: 1, values: ["2"], columns: [
          {id: "1", header: one, decimals: 4, metric: las, setting: oracle}]}""")
    path = edited(of_table(columns=[common, common | {"id": "q-*"}]))
    table = experiments.load(path).tables[0]
    one, two, *others = table.columns
    assert [column.id for column in others] == ["q-1", "q-2"]
    assert (one.id, one.header, one.group, one.decimals) == ("1-p", "at most one", "G", 4)
    assert (two.id, two.header, two.decimals) == ("2-p", "at most 2", 1)
    assert [table.address_of(table.rows[0], column) for column in (one, two)] == [
        Address("covington-d1", items_of("bin=1;labelled;oracle"), "test", "las", "percent"),
        Address("covington-d2", items_of("bin=2;labelled"), "test", "uas", "percent"),
    ]


def test_a_refined_address_overrides_fields_and_joins_settings():
    table = Address("gold", items_of("b=1"), "train", "las", "percent")
    column = Address(setting=items_of("a=2"), metric="uas")
    both = Address("gold", items_of("a=2;b=1"), "train", "uas", "percent")
    assert table.refined(column) == both
    assert Address("gold").missing == ["split", "metric", "unit"]


def test_a_selection_takes_parsers_that_runs_train(study):
    study = study("nilsson-2009")
    assert study.selection.parsers[0] == REFERENCES[0]
    assert study.selection.target == "test"
    runs = [run for run in study.runs if (run.training, run.target) == ("cv0", "test")]
    assert {*study.selection.parsers} <= {v for run in runs for v in run.variants}
