"""Names of variants: what they mean, and that typos raise."""

import re

import pytest

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.family import CARRERAS, EISNER, GRAPH, MST
from nonproj.parsers.neural.family import KINDS
from nonproj.parsers.steps import PseudoProjective, Restructured, restore
from nonproj.parsers.variants import uncapped
from nonproj.trees.labels import Encoding
from samples.constructions import bank, trees

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
def test_the_name_of_a_transition_based_parser_has_parts(name, system, steps, learner):
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
    ("arc-standard@svm3", "learner 'svm3' is not known; expected one of svm2"),
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
def test_names_that_are_not_variants_are_refused(name, message):
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
def test_the_name_of_a_graph_based_parser_has_parts(name, code, threshold, preparation):
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
    *KINDS, "biaffine-tagged", "mh4-greedy-neural~s1-s0-b0", "mh4-greedy-neural~s0-b0",
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
def test_variants_have_feature_models(name, features):
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
def test_the_name_of_a_capped_variant_without_its_cap(name, other):
    assert uncapped(name) == other


def test_restructuring_steps_learn_and_are_undone():
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
