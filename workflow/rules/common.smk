# Names, wildcards and lists of targets; everything else is in the package.
from functools import cache
from pathlib import Path

from nonproj.experiments.sources import Sources
from nonproj.fingerprint import fingerprint
from nonproj.experiments.blends import Level, pairs_to_test
from nonproj.parsers.families import variant_named
from nonproj.parsers.variants import uncapped
from nonproj.experiments.load import load_studies
from nonproj.experiments.plan import (
    Parse,
    Plan,
    Scored,
    gold_file,
    model_file,
    prepared_file,
    training_file,
)
from nonproj.experiments.provenance import commit

SUITE = config["suite"]
SOURCES = Sources(config, root=Path(workflow.basedir))
STUDIES = load_studies(
    Path(workflow.basedir, "workflow/experiments"), SOURCES.suite.get("studies")
)
MODELS = {
    ours: of
    for study in STUDIES
    for run in study.runs
    for ours, of in run.models.items()
}
BLENDS = {
    level: [
        blend
        for study in STUDIES
        for run in study.runs
        for blend in run.blends
        if blend.level == level
    ]
    for level in Level
}
VARIANTS = {name for study in STUDIES for run in study.runs for name in run.variants}
ENVIRONMENT = "../../envs/nonproj.yaml"
SPLITS_MEASURED = {
    "statistics": ("train", "dev", "test"),
    "distortion": ("train",),
    "coverage": ("train",),
}


wildcard_constraints:
    treebank=r"[A-Za-z0-9][A-Za-z0-9_-]*",
    split="train|dev|test",
    training="train|sets[1-8]|cv[0-9]",
    target="dev|test|heldout",
    name="[a-z0-9-]+",
    suite=r"[A-Za-z0-9_-]+",
    study="|".join(study.id for study in STUDIES),


def study(wildcards):
    return next(study for study in STUDIES if study.id == wildcards.study)


def PLAN(wildcards):
    """The parses of the suite, known once downloads were tried."""
    return plan_of(checkpoints.availability.get(suite=SUITE).output[0])


@cache
def plan_of(availability):
    """Every job asks for the plan; it is made once."""
    return Plan(
        STUDIES,
        SOURCES.found(availability),
        SOURCES.suite["ten_folds_below"],
        SOURCES.suite.get("cross_validate", False),
    )


def uncapped_files(w):
    """Prepared trees and model of the variant without the cap, if it is trained, too."""
    other = uncapped(w.variant)
    if other not in VARIANTS:
        return []
    return [
        prepared_file(w.treebank, w.training, other),
        model_file({}, w.treebank, w.training, other),
    ]


def table_parses(wildcards):
    plan = PLAN(wildcards)
    return plan.scored[plan.table(wildcards.treebank, wildcards.name)]


def table_labels(wildcards):
    return PLAN(wildcards).table(wildcards.treebank, wildcards.name).labels


def parses_of_table(wildcards):
    parses = table_parses(wildcards)
    return {
        "gold": [parse.gold for parse in parses],
        "final": [parse.final for parse in parses],
        "parsed": [parse.parsed for parse in parses],
        "counts": [parse.counts for parse in parses],
        "blends": [blended.file for blended in blends_of_table(wildcards)],
    }


def blends_of_table(wildcards):
    plan = PLAN(wildcards)
    return plan.blends(plan.table(wildcards.treebank, wildcards.name))


def pairs_of_table(wildcards):
    variants = dict.fromkeys(parse.variant for parse in table_parses(wildcards))
    blends = [blended.blend for blended in blends_of_table(wildcards)]
    return pairs_to_test(list(variants), blends)


def parsers_of(level):
    """The parsers of all combinations of a level, without those that appear twice."""
    return list(dict.fromkeys(v for blend in BLENDS[level] for v in blend.parsers))


def parses_to_blend(wildcards):
    place = wildcards.treebank, wildcards.training
    return {
        kind: [Parse(*place, target, v).final for v in parsers_of("graph")]
        for kind, target in (("parses", wildcards.target), ("heldout", "heldout"))
    }


def models_to_vote(wildcards):
    place, variants = (wildcards.treebank, wildcards.training), parsers_of("transition")
    return {
        "models": [model_file(MODELS, *place, v) for v in variants],
        "heldout": [Parse(*place, "heldout", v).final for v in variants],
    }


def approximated_parses(wildcards):
    plan = PLAN(wildcards)
    parses = plan.approximated[plan.table(wildcards.treebank, wildcards.name)]
    return {
        "model": [model_file({}, p.treebank, p.training, p.variant) for p in parses],
        "gold": [parse.gold for parse in parses],
        "final": [parse.final for parse in parses],
    }


def score_files(wildcards):
    plan = PLAN(wildcards)
    return (
        [f"data/work/{s.treebank}/scores/{s.name}.csv" for s in plan.scored]
        + [
            f"data/work/{treebank}/oracles/{split}.csv"
            for treebank, split in plan.oracles
        ]
        + [
            f"data/work/{treebank}/selection/{name}.csv"
            for treebank, name in plan.selections
        ]
        + [
            f"data/work/{s.treebank}/approximation/{s.name}.csv"
            for s in plan.approximated
        ]
    )


def parses_of_selection(wildcards):
    parses, heldout = PLAN(wildcards).selected(wildcards.treebank, wildcards.study)
    return {
        "gold": parses[0].gold,
        "heldout_gold": heldout[0].gold,
        "parses": [parse.final for parse in parses],
        "heldout": [parse.final for parse in heldout],
    }


def selection_labels(wildcards):
    """The split and the setting of its figures."""
    parse = PLAN(wildcards).selected(wildcards.treebank, wildcards.study)[0][0]
    return Scored(parse.treebank, parse.training, parse.target).labels


def available(wildcards):
    """(treebank, split) pairs of the suite that can be had, known once downloads were tried."""
    return SOURCES.available(checkpoints.availability.get(suite=SUITE).output[0])


def measurement_files(wildcards):
    return [
        f"data/work/{treebank}/{measure}-{split}.csv"
        for treebank, split in available(wildcards)
        for measure, splits in SPLITS_MEASURED.items()
        if split in splits
    ]


def treebank_files(wildcards):
    return [
        f"data/work/{treebank}/{split}.conll"
        for treebank, split in available(wildcards)
    ]


def figures_of(wildcards, spec):
    """What a table or figure is made of; without parsers it need not wait for any."""
    kinds = ["measurements", "scores"] if spec.of_parsers else ["measurements"]
    return [f"reports/{wildcards.suite}/{kind}.csv" for kind in kinds]


def tests_of(wildcards, spec):
    wanted = spec.kind == "partial-order"
    return [f"reports/{wildcards.suite}/significance.csv"] if wanted else []
