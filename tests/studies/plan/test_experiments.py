"""The files of studies say what the papers print, and unknown or missing keys are refused."""

import subprocess
import sys
from dataclasses import replace

import pytest
import yaml

from inventions import is_variant, measured
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


def test_all_studies_load(studies, request):
    assert [study.id for study in studies] == STUDIES
    folder = request.config.rootpath / PAPERS
    assert [s.id for s in experiments.load_studies(folder, STUDIES[:0:-1])] == STUDIES[:0:-1]
    assert all(study.tables and study.figures for study in studies)


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
            addresses = [spec.address_of(row, col) for row in spec.rows for col in spec.columns]
            keys = {key[1:] for a in addresses for key in spec.printed_keys("", a)}
            reached.setdefault(spec.source, set()).update(keys)
        for source, keys in reached.items():
            splits = {key[0] for key in keys}
            missing |= {
                (source, key.system, text_of(key.setting), key.metric)
                for key in printed_in(source, published[study.id])
                if key.split in splits and key[1:] not in keys
            }
    assert missing == {
        *(("T5", system, "", "las") for system in ("conll17-1", "conll17-2")),
        *(
            ("S6.5.4", system, "reference=gold", "mean-arc-length-ratio")
            for system in ("gold", "tau-c", "tau-v")
        ),
        *(("T6.3", "arc-eager+raw", "style=cs", metric) for metric in ("uas", "las")),
    }


def test_every_printed_treebank_has_a_label(studies, published):
    for study in studies:
        for spec in study.tables:
            printed = printed_in(spec.source, published[study.id])
            assert {key[0] for key in printed} <= set(study.labels)
    assert experiments.published_labels(studies)["ud20-got"] == "Gothic"


def test_a_study_of_no_paper_is_in_suites_that_name_it(families, studies):
    assert not families.of_a_paper
    assert families.id not in STUDIES
    assert families.id not in [study.id for study in studies]


def test_its_tables_need_no_printed_values(families):
    suite = (SuiteTreebank("mine"),)
    values = Values([measured("mine", "dev", "swap-lazy", "", "las", "percent", 4, 5)])
    tables = {table.id: table for table in tables_of(families, values, Tests(), [], suite)}
    assert "80.00" in to_csv(tables["families"])


def test_every_variant_of_the_tables_is_run(studies, families):
    """On the split of the table; `heldout` is dev20 or the ten folds. None is run in vain.

    A few are only in the comparisons of the first screen."""
    targets = {"dev": ("dev",), "test": ("test",), "heldout": ("dev20", "train-cv10")}
    for study in (*studies, families):
        settled = [run.settled(choice) for run in study.runs for choice in (False, True)]
        runs = {(v, s) for r in settled for v in r.variants for s in targets[r.target]}
        used = {
            (spec.address_of(row, column).system, split)
            for spec in study.tables
            for row in spec.rows
            for column in spec.columns
            if not column.published_only and spec.address_of(row, column).metric != "coverage"
            for split in spec.address_of(row, column).splits
            if split != "unknown"  # of a printed figure
        }
        parsed = {(s, split) for s, split in used if is_variant(s)}
        assert parsed <= runs
        claims = [vars(module).values() for module in MODULES if module.paper.id == study.id]
        related = {s.name for named in claims for s in named if isinstance(s, Subject)}
        assert {variant for variant, _ in runs} <= {s for s, _ in parsed} | related | COMPARED


def test_experiments_load_without_compiled_code(request):
    code = (
        "import sys; from studies.plan.study.load import load_studies; "
        "assert load_studies(sys.argv[1]); assert not {'numba', 'scipy'} & {*sys.modules}"
    )
    folder = request.config.rootpath / PAPERS
    subprocess.run([sys.executable, "-c", code, folder], check=True)


def test_runs(studies):
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
        assert all(run.level == "all" for run in several)
        neural = [run for run in several if is_neural(run.variants[0])]
        assert {run.seeds for run in neural} <= {(1, 2, 3)}
        others = [run for run in several if run not in neural]
        assert all(run.treebanks == ("ud20-got", "ud20-hu") for run in others)
        assert {run.seeds for run in others} == {(1, 2, 3, 4, 5)}


def printed(setting):
    key = "t", "s", items_of(setting), "test", "las"
    return PublishedValue(*"pTe", *key, "percent", "1", "", "", "")


def test_two_printed_figures_with_one_key_are_refused():
    with pytest.raises(NonprojError, match="two values"):
        printed_in("T", [printed("a=1"), printed("a=1")])


def figure_across(**across):
    return lambda content: content["figures"][-1].update(across=across)


def select_with(**changes):
    return lambda content: content["selection"].update(changes)


def swap(**changes):
    return lambda content: content["tables"][0].update(changes)


def blend_with(**changes):
    """A vote on transitions as a blend of its own."""
    vote = {
        "system": "tl-eq",
        "level": "transition",
        "weights": "eq",
        "parsers": ["arc-eager+head", "arc-eager+head@svm1"],
    }
    return lambda content: voting_run(content)["blends"].append(vote | changes)


def voting_run(content):
    return next(run for run in content["runs"] if "votes" in run and "blends" in run)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.update(colour="red"), "colour: 'red'; expected one of study, short"),
        (swap(colour="red"), "colour"),
        (lambda c: c["tables"][0]["columns"][0].update(systen="x"), "systen"),
        (lambda c: c["figures"][0]["series"][0].update(weight=1), "weight"),
        (lambda c: c["figures"][0].update(kind="pie"), r"kind: 'pie'; expected 'bars'"),
        (
            lambda c: c["tables"][0]["columns"][0].update(unit="furlong"),
            r"tables\.0\.columns\.0\.unit: 'furlong'; expected 'count'",
        ),
        (lambda c: c.pop("question"), "'question' is missing"),
        (swap(id="T5.2"), "'T5.2' occurs twice"),
        (lambda c: c["tables"][0]["columns"][1].update(id="words"), "'words' occurs twice"),
        (
            lambda c: c["tables"][0]["columns"][0].pop("id"),
            r"tables\.0\.columns\.0: expected `id` and `header`, `columns` or `values`",
        ),
        (lambda c: c["tables"][0]["columns"][0].update(values=["a", "b"]), "'words' occurs twice"),
        (swap(sort="size"), "'size'"),
        (swap(system="arc-eagre"), "system 'arc-eagre' is not known"),
        (lambda c: c["runs"][0].update(variants=["arc-eagre"]), "'arc-eagre' is not known"),
        (lambda c: c["tables"][0].pop("split"), "no split given"),
        (
            lambda c: c["tables"][0]["columns"][0].update(metric="lsa"),
            r"table .*: metric 'lsa' is not known; did you mean las\?",
        ),
        (swap(setting="oracel"), r"setting 'oracel': .* did you mean oracle\?"),
        (lambda c: c["figures"][4].update(complement=True), "complement of the unit 'count'"),
        (lambda c: c.update(study="nilsson-2010"), "expected 'nilsson-2009'"),
        (
            lambda c: c["runs"][0].update(
                variants=["mh4-greedy-neural", "mh4-greedy-neural~s2-s1-s0-b0"]
            ),
            "runs.0: 'mh4-greedy-neural' and 'mh4-greedy-neural~s2-s1-s0-b0' are names of one",
        ),
        (
            lambda c: c["runs"][0].update(
                variants=["biaffine-tagged", "biaffine-upos-xpos-feats-lemma"]
            ),
            "runs.0: 'biaffine-tagged' and 'biaffine-upos-xpos-feats-lemma' are names of one",
        ),
        (lambda c: c["runs"][0].update(models={"arc-eager": "swap"}), "runs.0: models name 'swap'"),
        (
            lambda c: c["runs"][0].update(target="train"),
            r"runs\.0\.target: 'train'; expected",
        ),
        (lambda c: c["figures"][5].pop("across"), "across"),
        (lambda c: c["figures"][0].update(across={"item": "train", "label": "x"}), "across"),
        (lambda c: c["figures"][0].update(kind="partial-order"), "metrics"),
        (lambda c: c["figures"][0].update(test="t"), "test"),
        (lambda c: c["figures"][0].update(kind="ranks", complement=True), "no complement"),
        (
            lambda c: c["figures"][0].update(series=c["figures"][0]["series"] * 4),
            "8 series, expected",
        ),
        (swap(summary={"of": "median", "label": "Middle"}), "median"),
        (figure_across(together="All", item="bin", label="x"), "`together` needs `values`"),
        (figure_across(values=["1"], item="bin", label="x"), "expected two `values` or more"),
        (select_with(weights="best"), "best"),
        (select_with(parsers=["mst"]), "at least 2 items"),
        (select_with(base="mst"), "base"),
        (blend_with(parsers=["arc-eager"]), "'arc-eager' is not one of the variants of its run"),
        (blend_with(parsers=["arc-eager+head", "covington-dinf"]), "differ only in their learners"),
        (blend_with(weights="posacc"), "posacc"),
        (blend_with(accumulate=True), "only blends of parses accumulate"),
        (blend_with(wieghts="eq"), "wieghts"),
        (
            blend_with(setting="classifiers=no-mbl"),
            "'tl-eq;classifiers=no-mbl' occurs twice",
        ),
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
def test_wrong_files_are_refused(edited, change, message):
    path = edited(change)
    with pytest.raises(NonprojError, match=message) as caught:
        experiments.load(path)
    assert str(path) in str(caught.value)


def test_unreadable_files_are_refused(edited):
    path = edited(lambda content: None)
    with pytest.raises(NonprojError, match=r"no such study; there are nilsson-2009$"):
        experiments.load(path.parents[1] / "nilsson" / path.name)
    path.write_text("study: [")
    with pytest.raises(NonprojError, match=r"nilsson_2009/study\.yaml: while parsing"):
        experiments.load(path)


def test_specs_by_name(study):
    study = study("bjorkelund-kuhn-2012")
    assert study.table("T1").id == "T1"
    assert study.figure("share").kind == "bars"
    with pytest.raises(NonprojError, match="'T9'"):
        study.table("T9")


def test_columns_repeat_what_they_have_in_common(edited):
    """`*` is the id of each column, and its header in the header."""
    common = {
        "id": "*-p",
        "group": "G",
        "header": "at most *",
        "system": "covington-d*",
        "setting": "bin=*;labelled",
        "metric": "uas",
        "split": "test",
        "decimals": 1,
        "columns": [
            {"id": "1", "header": "one", "decimals": 4, "metric": "las", "setting": "oracle"},
        ],
        "values": ["2"],
    }
    path = edited(lambda c: c["tables"][0].update(columns=[common, common | {"id": "q-*"}]))
    table = experiments.load(path).tables[0]
    one, two, *others = table.columns
    assert [column.id for column in others] == ["q-1", "q-2"]
    assert (one.id, one.header, one.group, one.decimals) == ("1-p", "at most one", "G", 4)
    assert (two.id, two.header, two.decimals) == ("2-p", "at most 2", 1)
    assert [table.address_of(table.rows[0], column) for column in (one, two)] == [
        Address("covington-d1", items_of("bin=1;labelled;oracle"), "test", "las", "percent"),
        Address("covington-d2", items_of("bin=2;labelled"), "test", "uas", "percent"),
    ]


def test_addresses_refine_and_settings_add_up():
    table = Address("gold", items_of("b=1"), "train", "las", "percent")
    column = Address(setting=items_of("a=2"), metric="uas")
    both = Address("gold", items_of("a=2;b=1"), "train", "uas", "percent")
    assert table.refined(column) == both
    assert Address("gold").missing == ["split", "metric", "unit"]


def test_a_selection_is_read(studies):
    study = next(study for study in studies if study.id == "nilsson-2009")
    assert study.selection.parsers[0] == REFERENCES[0]
    assert study.selection.target == "test"
    runs = [run for run in study.runs if (run.training, run.target) == ("cv0", "test")]
    assert {*study.selection.parsers} <= {v for run in runs for v in run.variants}
