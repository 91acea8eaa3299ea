"""Names of variants: what they mean, that typos raise, and the baselines of strategies."""

import re

import numpy as np
import pytest

from conftest import ROOT
from nonproj.errors import NonprojError
from nonproj.learners.registry import LEARNERS
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.family import CARRERAS, EISNER, GRAPH, MST
from nonproj.parsers.neural.family import NEURAL
from nonproj.parsers.neural.registry import NEURAL_ROWS
from nonproj.parsers.steps import PseudoProjective, Restructured, restore
from nonproj.parsers.strategies import strategy_of
from nonproj.parsers.variants import uncapped
from nonproj.systems.registry import SYSTEM_ROWS
from nonproj.trees.labels import Encoding
from nonproj.trees.projectivity import nonprojective_arcs
from samples.constructions import bank, trees
from samples.treebanks import made_treebank
from studies.plan.study.load import PAPERS, load_studies

P0 = PseudoProjective(Encoding.BASELINE)


@pytest.mark.parametrize(
    ("name", "system", "steps", "learner"),
    [
        ("arc-standard", "arc-standard", (P0,), "svm2"),
        ("arc-eager+raw", "arc-eager", (), "svm2"),
        ("swap-lazy", "swap-lazy", (), "svm2"),
        ("covington-dinf@mbl", "covington-dinf", (), "mbl"),
        ("attardi-r2l", "attardi-r2l", (), "svm2"),
        ("arc-hybrid+path", "arc-hybrid", (PseudoProjective(Encoding.PATH),), "svm2"),
        (
            "arc-eager+tau-v+tau-c-plus-star-prague-plain+childswap:a%2Bb+head",
            "arc-eager",
            (
                Restructured("tau-v"),
                Restructured("tau-c-plus-star", "prague-plain"),
                Restructured("childswap:a%2Bb", "prague"),
                PseudoProjective(Encoding.HEAD),
            ),
            "svm2",
        ),
        (
            "arc-eager-r2l+headpath-cap30@maxent",
            "arc-eager-r2l",
            (PseudoProjective(Encoding.HEADPATH, 30),),
            "maxent",
        ),
        (
            "arc-standard+head-cap5-split",
            "arc-standard",
            (PseudoProjective(Encoding.HEAD, 5, split=True),),
            "svm2",
        ),
        ("covington-d1-r2l~nivre-2007@mbl", "covington-d1-r2l", (), "mbl"),
    ],
)
def test_the_name_of_a_transition_based_parser_tells_system_steps_and_learner(
    name, system, steps, learner
):
    variant = variant_named(name)
    assert (variant.name, variant.system.name) == (name, system)
    assert (variant.steps, variant.learner) == (steps, learner)


REFUSED = [  # a name, and what is said of it
    ("arc-standrad", "system 'arc-standrad' is not known; expected one of arc-stand"),
    ("", "system '' is not known"),
    ("+head", "system '' is not known; expected one of arc-standard, .* or eisner, mst, carr"),
    ("covington", "system 'covington' is not known"),
    ("carrera+npa", "one of arc-standard, .* or eisner, mst, carr"),
    ("mh4-twin", "not known"),
    (
        "arc-standard+haed",
        r"step 'haed' is not known; expected one of raw, head\[-capN\]\[-split\]",
    ),
    ("arc-standard+head-cap", "step 'head-cap' is not known"),
    ("arc-standard+head-split-cap5", r"expected one of raw, head\[-capN\]\[-split\]"),
    ("arc-standard+", "step '' is not known"),
    ("arc-eager+tau-d+raw", "step 'tau-d' is not known"),
    ("swap-lazy+raw", "are not projectivized anyway"),
    ("arc-eager+raw+head", r"there can be only one encoding \(or raw\)"),
    ("arc-eager+head+path", "there can be only one encoding"),
    ("arc-eager+parentswap:a+parentswap:a", "step 'parentswap:a' is named twice"),
    ("covington-dinf~nivre", "feature model 'nivre' is not known; expected one of 2-planar,"),
    ("covington-dinf~", "feature model '' is not known"),
    ("arc-standard@svm3", "learner 'svm3' is not known; expected one of svm2, svm1, libsvm"),
    ("arc-standard@", "learner '' is not known"),
    ("arc-eager@tl-posacc", "scheme 'posacc' is not one of eq, acc, typeacc"),
    ("arc-eager@tl-", "scheme '' is not one of eq"),
    ("arc-eager@tl-eq-svm2-svm2", "a member is named twice"),
    ("arc-eager@tl-eq-svm3", "learner 'svm3' is not known; expected one of svm2"),
    ("arc-eager@tl-eq-tl", "learner 'tl' is not known"),
    ("arc-eager-beam4+head-split", "choose labels in one decision"),
    ("arc-eager-beam4@mbl", "needs @svm2 or @perceptron"),
    ("arc-eager-beam0", "not known"),
    ("arc-eager-beam100", "not known"),
    ("swap-lazy@explore", "needs a dynamic oracle"),
    ("covington-d1@explore", "needs a dynamic oracle"),
    ("arc-eager+raw@explore", r"remove \+raw"),
    ("arc-eager+head-split@online", "choose labels in one decision"),
    ("arc-eager-beam4@online", "needs @svm2 or @perceptron"),
    ("mst+npa", "only carreras"),
    ("carreras+npa+npa-t1", "and only once"),
    ("carreras+npa-t", "'npa-t' is not known"),
    ("carreras+npa-t-1", "'npa-t-1' is not known"),
    ("mst+head", "needs no projective trees"),
    ("carreras+npa+head", "needs no projective trees"),
    ("carreras+haed", r"'haed' is not known; .* after carreras npa\[-tT\]"),
    ("carreras+head-split", "only transition systems choose labels in two decisions"),
    ("carreras@svm", "the learner of carreras is passive-aggressive; remove @svm"),
    ("carreras~nivre-2007", "only transition systems have feature models; remove ~nivre-2007"),
    ("biaffine-lemma-upos", "in this order"),
    ("biaffine-tagged-upos", "in this order"),
    ("biaffine@svm2", "remove @svm2"),
    ("biaffine+head", "nothing to encode"),
    ("biaffine+raw", r"remove \+raw"),
    ("mh3+raw", r"remove \+raw"),
    ("mh3-greedy-neural+raw", r"remove \+raw"),
    ("mh4-hybrid~s0-b0", "sees all words"),
    ("mh4-greedy-neural~s0", "sees s2-s1-s0-b0 or s1-s0-b0 or s0-b0"),
]


@pytest.mark.parametrize(("name", "message"), REFUSED)
def test_a_name_that_is_no_variant_is_refused(name, message):
    with pytest.raises(NonprojError, match=re.escape(f"variant {name!r}: ") + f".*{message}"):
        variant_named(name)


@pytest.mark.parametrize(
    ("name", "code", "threshold", "preparation"),
    [
        ("eisner", EISNER, None, "baseline"),
        ("mst", MST, None, ""),
        ("carreras", CARRERAS, None, "baseline"),
        ("carreras+npa", CARRERAS, 0.3, ""),
        ("carreras+npa-t0", CARRERAS, 0.0, ""),
        ("carreras+npa-t1.5", CARRERAS, 1.5, ""),
        ("carreras+headpath", CARRERAS, None, "headpath"),
        ("carreras+headpath-cap30", CARRERAS, None, "headpath-cap30"),
        ("eisner+head", EISNER, None, "head"),
        ("carreras+raw", CARRERAS, None, ""),
    ],
)
def test_the_name_of_a_graph_based_parser_tells_decoder_and_preparation(
    name, code, threshold, preparation
):
    variant = variant_named(name)
    system = variant.system
    assert (variant.name, variant.family, variant.preparation) == (name, GRAPH, preparation)
    assert (system.code, system.npa) == (code, threshold is not None)
    assert threshold in (None, system.threshold)


TOGETHER = [
    ("biaffine-tagged", "biaffine-upos-xpos-feats-lemma"),
    ("mh4-greedy-neural", "mh4-greedy-neural~s2-s1-s0-b0"),
    ("arc-eager+path", "arc-eager+path-split"),  # there are no labels of heads to divide
    ("covington-d1~nivre-2007", "covington-dinf~nivre-2007"),
]
APART = [
    *NEURAL_ROWS, "biaffine-tagged", "mh4-greedy-neural~s1-s0-b0", "mh4-greedy-neural~s0-b0",
    "arc-eager", "arc-eager-beam4", "arc-eager+head", "arc-eager-r2l+head", "arc-eager+path",
    "arc-eager+head-cap5", "arc-eager+head-cap5-split", "arc-standard@mbl", "arc-standard-r2l@mbl",
    "covington-dinf", "covington-dinf-r2l", "covington-dinf~nivre-2007",
]  # fmt: skip


def test_variants_that_differ_in_decisions_directions_or_columns_are_trained_apart():
    assert len({variant_named(name).trained_as for name in APART}) == len(APART)
    for names in TOGETHER:
        assert len({variant_named(name).trained_as for name in names}) == 1


@pytest.mark.parametrize(
    ("name", "features"),
    [("covington-dinf", "covington"), ("covington-dinf~nivre-2007", "nivre-2007"), ("mst", "")],
)
def test_a_variant_names_its_feature_model(name, features):
    assert variant_named(name).features == features


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("carreras+head-cap30", "carreras+head"),
        ("arc-eager+headpath-cap5@maxent", "arc-eager+headpath@maxent"),
        ("arc-eager+head-cap5-split", "arc-eager+head-split"),
        ("carreras+head", None),
        ("carreras+npa", None),
    ],
)
def test_uncapped_removes_the_cap_from_the_name_of_a_variant(name, other):
    assert uncapped(name) == other


def test_restructuring_steps_are_fitted_and_undone_in_reverse_order():
    """Inverses in reverse order; what parentswap learnt goes through the model file."""
    given = bank("both J 3 AuxY\nA N 3 Sb_Co\nand J 5 Coord\nB N 3 Sb_Co\nrun V 0 Pred")
    variant = variant_named("arc-eager+tau-c-plus+parentswap:Coord+raw")
    fitted, prepared = variant.prepare(given)
    assert trees(prepared)[0][1] == ["AuxY+", "Sb", "Coord", "Sb", "Pred"]
    learnt = {"tau-c-plus": {"style": "prague"}, "parentswap:Coord": {"parents": ("Sb",)}}
    assert fitted.states == learnt
    loaded = variant.with_states(fitted.states)
    assert loaded.steps == fitted.steps
    assert trees(restore(loaded.steps, prepared)) == trees(given)
    assert "/" not in variant_named("arc-eager+childswap:a%2Fb").preparation
    assert variant_named("arc-eager+head-cap5-split").preparation == "head-cap5"


@pytest.mark.parametrize(
    ("variant", "baseline"),
    [
        ("arc-standard+head", "arc-standard"),
        ("arc-eager-r2l+headpath-cap30@maxent", "arc-eager-r2l@maxent"),
        ("arc-eager~nivre-2007+head-split", "arc-eager~nivre-2007"),
        ("swap-lazy-r2l-beam4", "arc-standard-r2l-beam4"),
        ("arc-eager-beam4+head", "arc-eager-beam4"),
        ("carreras+npa", "carreras"),
        ("carreras+npa-t0.1", "carreras"),
        ("carreras+cs+npa-t1", "carreras+cs"),
        ("arc-eager+tau-c-star+head", "arc-eager+tau-c-star"),
        ("attardi", "arc-standard"),
        ("swap-lazy-r2l@maxent", "arc-standard-r2l@maxent"),
        ("covington-d1", "covington-d0"),
        ("covington-dinf-r2l", "covington-d0-r2l"),
        ("2-planar-r2l", "arc-eager-r2l"),
        ("mst", "eisner"),
        ("mst-neural-upos-feats", "mh3-upos-feats"),
        ("mh4-hybrid-tagged", "mh3-tagged"),
        ("1ec-first-order", "mh3"),
        ("mh4-greedy-neural", "mh3-greedy-neural"),
        ("mh4-greedy-neural~s1-s0-b0", "mh3-greedy-neural"),
        *((name, None) for name in ("arc-standard", "arc-eager+raw", "covington-d0+raw", "eisner")),
        *((name, None) for name in ("blend", "carreras+npa-t")),  # no variants
    ],
)
def test_a_variant_that_is_a_strategy_names_its_projective_baseline(variant, baseline):
    strategy = strategy_of(variant)
    assert (strategy and strategy.baseline) == baseline


def test_the_page_on_strategies_lists_the_names_that_no_experiment_runs():
    section = (ROOT / "docs/strategies.md").read_text().partition("## Without an experiment")[2]
    listed = set(re.findall(r"`@?([\w-]+)`", section.partition("\n## ")[0]))
    files = (ROOT / PAPERS).glob("*/study.yaml")
    run = {part for file in files for part in re.split(r"[^\w-]+", file.read_text())}
    names = {*NEURAL_ROWS, *LEARNERS, *(row.name for row in SYSTEM_ROWS)}
    assert names - run == listed, "docs/strategies.md, section Without an experiment"


def test_every_projective_baseline_of_the_studies_learns_from_projective_trees_alike():
    """A gain over one baseline means the same as over another."""
    treebank = made_treebank(60)
    studies = load_studies(PAPERS) + load_studies(PAPERS, ["families", "since-2010"])
    variants = {name for study in studies for run in study.runs for name in run.variants}
    baselines = {variant_named(name).baseline for name in variants} - {""}
    assert len(baselines) > 10
    projectivized = variant_named("arc-standard").prepare(treebank)[1].head
    assert (projectivized != treebank.head).any()
    for name in baselines:
        baseline = variant_named(name)
        learnt = baseline.prepare(treebank)[1].head
        if baseline.family == NEURAL:  # the nearest projective tree
            assert not nonprojective_arcs(treebank.start, learnt).any(), name
        elif not any(step in name for step in ("+tau-", "+cs", "+ps-")):
            assert np.array_equal(learnt, projectivized), name


@pytest.mark.parametrize("kind", NEURAL_ROWS)
def test_the_baseline_of_a_neural_parser_is_projective_and_reads_the_same_columns(kind):
    for rest in (
        "",
        "-upos-feats",
        "-tagged",
        *(f"~{seen}" for seen in NEURAL_ROWS[kind].positions),
    ):
        variant, strategy = variant_named(kind + rest), strategy_of(kind + rest)
        if variant.system.projective or kind == "biaffine":
            assert strategy is None
        else:
            baseline = variant_named(strategy.baseline)
            assert baseline.system.projective
            assert baseline.system.columns == variant.system.columns


@pytest.mark.parametrize(
    ("variant", "label"),
    [
        ("arc-eager+headpath-cap30-split",
         "pseudo-projective, head+path, at most 30 new labels, label and lift apart"),
        ("carreras+npa-t0.1", "non-projective approximation"),
        ("covington-d2", "Covington, degree up to 2"),
        ("covington-dinf-r2l", "Covington, any degree"),
        ("1ec-first-order-tagged", "1-Endpoint-Crossing, first order"),
    ],
)  # fmt: skip
def test_a_strategy_has_a_description_in_words(variant, label):
    assert strategy_of(variant).strategy == label


def test_only_parsers_whose_times_a_paper_prints_are_timed():
    timed = "covington-d1~nivre-2007", "carreras+npa", "arc-eager", "arc-eager+path"
    others = "arc-eager+raw", "arc-eager+head@mbl", "arc-eager+tau-c", "arc-eager-r2l", "mst"
    assert [variant_named(name).timed for name in (*timed, *others)] == [True] * 4 + [False] * 5
