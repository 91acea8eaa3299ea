"""Each strategy for non-projectivity is compared with the projective parser that it extends."""

import re
from pathlib import Path

import numpy as np
import pytest

from nonproj.learners.registry import LEARNERS
from nonproj.parsers.families import variant_named
from nonproj.parsers.neural.family import KINDS, NEURAL
from nonproj.parsers.strategies import strategy_of
from nonproj.systems.table import ROWS
from nonproj.trees.projectivity import nonprojective_arcs
from samples.treebanks import made_treebank
from studies.plan.study.load import PAPERS, load_studies


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
def test_a_strategy_has_a_projective_baseline_and_projective_parsers_have_no_strategy(
    variant, baseline
):
    strategy = strategy_of(variant)
    assert (strategy and strategy.baseline) == baseline


def test_the_page_on_strategies_lists_the_names_that_no_experiment_runs():
    folder = Path(__file__).parents[2]
    section = (folder / "docs/strategies.md").read_text().partition("## Without an experiment")[2]
    listed = set(re.findall(r"`@?([\w-]+)`", section.partition("\n## ")[0]))
    files = (folder / PAPERS).glob("*/study.yaml")
    run = {part for file in files for part in re.split(r"[^\w-]+", file.read_text())}
    names = {*KINDS, *LEARNERS, *(row.name for row in ROWS)}
    assert names - run == listed


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


@pytest.mark.parametrize("kind", KINDS)
def test_the_baseline_of_a_neural_parser_is_projective_and_reads_the_same_columns(kind):
    for rest in ("", "-upos-feats", "-tagged", *(f"~{seen}" for seen in KINDS[kind].positions)):
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
def test_strategies_are_described_for_people(variant, label):
    assert strategy_of(variant).strategy == label


def test_parsers_are_timed_whose_times_papers_print():
    timed = "covington-d1~nivre-2007", "carreras+npa", "arc-eager", "arc-eager+path"
    others = "arc-eager+raw", "arc-eager+head@mbl", "arc-eager+tau-c", "arc-eager-r2l", "mst"
    assert [variant_named(name).timed for name in (*timed, *others)] == [True] * 4 + [False] * 5
