"""Names of variants: what they mean, and that typos raise."""

import re

import pytest

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.parsers.steps import PseudoProjective, Restructured, restore
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
                Restructured("childswap:a%2Bb"),
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
        ("arc-standard+haed", "step 'haed' is not known; expected one of raw, head[-capN]"),
        ("arc-standard+head-cap", "step 'head-cap' is not known"),
        ("arc-standard@svm3", "learner 'svm3' is not known; expected one of svm2"),
        ("arc-standard@", "learner '' is not known"),
        ("arc-standard+", "step '' is not known"),
        ("", "system '' is not known"),
        ("covington", "system 'covington' is not known"),
        ("swap-lazy+raw", "not trained on projectivized trees"),
        ("arc-eager+raw+head", "there can be one encoding (or raw)"),
        ("arc-eager+tau-d+raw", "step 'tau-d' is not known"),
        ("arc-eager+head+path", "there can be one encoding"),
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
    assert fitted.states == {"parentswap:Coord": {"parents": ("Sb",)}}
    loaded = variant.with_states(fitted.states)
    assert loaded.steps == fitted.steps
    assert trees(restore(loaded.steps, prepared)) == trees(given)
    assert "/" not in variant_named("arc-eager+childswap:a%2Fb").preparation
