"""Names of variants: what they mean, and that typos raise."""

import re

import pytest

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.parsers.steps import PseudoProjective
from nonproj.trees.labels import Encoding

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
        ("arc-eager+tau-c+raw", "step 'tau-c' is not known"),
        ("arc-eager+head+path", "there can be one encoding"),
    ],
)
def test_typos_raise(name, message):
    with pytest.raises(
        NonprojError, match=re.escape(f"variant {name!r}: ") + ".*" + re.escape(message)
    ):
        variant_named(name)
