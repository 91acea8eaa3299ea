"""Names of variants: what they mean, and that typos raise."""

import re

import pytest

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
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
def test_parts_of_a_name(name, system, steps, learner):
    variant = variant_named(name)
    assert (variant.name, variant.system.name) == (name, system)
    assert (variant.steps, variant.learner) == (steps, learner)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "arc-standrad",
            "system 'arc-standrad' is not known; expected one of arc-stand",
        ),
        ("arc-standard+haed", "step 'haed' is not known; expected one of raw, head[-capN][-split]"),
        ("arc-standard+head-cap", "step 'head-cap' is not known"),
        ("arc-standard+head-split-cap5", "expected one of raw, head[-capN][-split]"),
        ("carreras+head-split", "only transition systems choose labels in two decisions"),
        ("carreras~nivre-2007", "only transition systems have feature models; remove ~nivre-2007"),
        ("covington-dinf~nivre", "feature model 'nivre' is not known; expected one of 2-planar,"),
        ("covington-dinf~", "feature model '' is not known"),
        ("arc-standard@svm3", "learner 'svm3' is not known; expected one of svm2"),
        ("arc-standard@", "learner '' is not known"),
        ("arc-standard+", "step '' is not known"),
        ("", "system '' is not known"),
        ("covington", "system 'covington' is not known"),
        ("swap-lazy+raw", "are not projectivized anyway"),
        ("arc-eager+raw+head", "there can be only one encoding (or raw)"),
        ("arc-eager+tau-d+raw", "step 'tau-d' is not known"),
        ("arc-eager+head+path", "there can be only one encoding"),
        ("arc-eager+parentswap:a+parentswap:a", "step 'parentswap:a' is named twice"),
    ],
)
def test_typos_raise(name, message):
    with pytest.raises(
        NonprojError, match=re.escape(f"variant {name!r}: ") + ".*" + re.escape(message)
    ):
        variant_named(name)


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
def test_directions_do_not_share_a_model(name):
    parts = parts_of(name)
    other = variant_named(parts._replace(system=f"{parts.system}-r2l").name)
    assert variant_named(name).trained_as != other.trained_as


def test_feature_models_by_name_have_their_own_parsers():
    ours, his = variant_named("covington-dinf"), variant_named("covington-dinf~nivre-2007")
    assert (ours.features, his.features) == ("covington", "nivre-2007")
    assert ours.trained_as != his.trained_as
    assert his.trained_as == variant_named("covington-d1~nivre-2007").trained_as
    assert variant_named("carreras").features == ""
