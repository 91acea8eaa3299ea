# Names, wildcards and lists of targets; everything else is in the package.
from pathlib import Path

from nonproj.data.sources import Sources
from nonproj.fingerprint import fingerprint
from nonproj.reporting.experiments import load_studies
from nonproj.reporting.provenance import commit

SUITE = config["suite"]
SOURCES = Sources(config, root=Path(workflow.basedir))
STUDIES = load_studies(
    Path(workflow.basedir, "workflow/experiments"), SOURCES.suite.get("studies")
)
ENVIRONMENT = "../../envs/nonproj.yaml"
SPLITS_MEASURED = {
    "statistics": ("train", "dev", "test"),
    "distortion": ("train",),
    "coverage": ("train",),
}


wildcard_constraints:
    treebank=r"[A-Za-z0-9][A-Za-z0-9_-]*",
    split="train|dev|test",
    suite=r"[A-Za-z0-9_-]+",
    study="|".join(study.id for study in STUDIES),


def study(wildcards):
    return next(study for study in STUDIES if study.id == wildcards.study)


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
