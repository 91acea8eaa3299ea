"""Names of variants: what they mean, and that typos raise."""

import re

import pytest

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.family import CARRERAS, EISNER, GRAPH, MST
from nonproj.parsers.neural.family import KINDS
from nonproj.parsers.steps import PseudoProjective, Restructured, restore
from nonproj.parsers.variants import parts_of, uncapped
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
def test_a_name_of_no_variant_is_refused(name, message):
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


def test_neural_parsers_of_other_names_are_trained_apart():
    """`-tagged` stands for all columns."""
    names = [*KINDS, "biaffine-tagged", "mh4-greedy-neural~s1-s0-b0", "mh4-greedy-neural~s0-b0"]
    assert len({variant_named(name).trained_as for name in names}) == len(names)
    for name, other in (
        ("biaffine-tagged", "biaffine-upos-xpos-feats-lemma"),
        ("mh4-greedy-neural", "mh4-greedy-neural~s2-s1-s0-b0"),
    ):
        assert variant_named(name).trained_as == variant_named(other).trained_as


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


def test_two_decisions_share_the_trees_and_not_the_model():
    """What -split divides are decisions, not trees; under +path there is nothing to divide."""
    whole, split = variant_named("arc-eager+head-cap5"), variant_named("arc-eager+head-cap5-split")
    assert whole.preparation == split.preparation == "head-cap5"
    assert whole.trained_as != split.trained_as
    path, nothing = variant_named("arc-eager+path"), variant_named("arc-eager+path-split")
    assert path.trained_as == nothing.trained_as
    assert uncapped(split.name) == "arc-eager+head-split"


@pytest.mark.parametrize("name", ["arc-eager+head", "covington-dinf", "arc-standard@mbl"])
def test_parsers_in_other_directions_are_trained_apart(name):
    parts = parts_of(name)
    other = variant_named(parts._replace(system=f"{parts.system}-r2l").name)
    assert variant_named(name).trained_as != other.trained_as


def test_feature_models_by_name_have_their_own_parsers():
    ours, his = variant_named("covington-dinf"), variant_named("covington-dinf~nivre-2007")
    assert (ours.features, his.features) == ("covington", "nivre-2007")
    assert ours.trained_as != his.trained_as
    assert his.trained_as == variant_named("covington-d1~nivre-2007").trained_as
    assert variant_named("carreras").features == ""
