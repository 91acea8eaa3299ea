"""The systems that claims name exist, or are marked as what does not exist yet."""

import csv

import pytest

from nonproj.claims.relations import System
from nonproj.claims.studies import MODULES
from nonproj.decoders.overlap import TreeClass
from nonproj.evaluation.treebanks.distortion import SYSTEMS as ENCODINGS
from nonproj.experiments.study.names import BLENDS, GENERIC, PRINTED, TREES, is_variant
from oracles.published_claims import CLAIMS, ROOT


def test_no_mark_is_stale():
    """What is a variant by now, and what no claim names, needs no mark."""
    assert not [name for name in TREES + GENERIC + BLENDS + PRINTED if is_variant(name)]
    terms = [
        term
        for claim in CLAIMS
        for relation in (*claim.across, *(r for part in claim.cases.values() for r in part))
        for term in relation.terms()
    ]
    assert {*TREES, *GENERIC, *BLENDS, *PRINTED} <= {term.system for term in terms}


def test_what_is_no_parser_is_measured(studies):
    capped = "headpath30"
    assert {*TREES} <= {"gold", capped, *(c.value for c in TreeClass), *ENCODINGS}
    blends = {blend.system for study in studies for run in study.runs for blend in run.blends}
    assert {*BLENDS} <= blends


def test_what_others_built_is_printed():
    printed = set()
    for path in (ROOT / "data/published").glob("*-20*.csv"):
        with open(path, encoding="utf-8", newline="") as file:
            printed |= {name for row in csv.DictReader(file) for name in row["system"].split("|")}
    assert {*PRINTED} <= printed


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.study.paper)
def test_claims_and_tables_call_systems_alike(module, studies):
    """A name that a paper's tables have for a variant of ours is the same variant in its claims."""
    claimed = {name: s.variant for name, s in vars(module).items() if isinstance(s, System)}
    (study,) = (study for study in studies if study.id == module.study.paper)
    for variant, name in study.variants.items():
        assert claimed.get(name, variant) == variant
