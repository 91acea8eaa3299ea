# Names, wildcards and lists of targets; everything else is in the package.
import re
from functools import cache
from pathlib import Path

from snakemake.exceptions import IncompleteCheckpointException

from nonproj.experiments.study.blends import Level
from nonproj.experiments.study.names import is_neural
from nonproj.experiments.study.load import load_studies, published_labels
from nonproj.experiments.planning.estimate import cost_of_job, estimate
from nonproj.experiments.planning.parses import Parse, Parser, digests, training_file
from nonproj.experiments.planning.plan import Plan, ScoreTable
from nonproj.experiments.planning.runs import Runs, unique
from nonproj.experiments.treebanks.provenance import commit
from nonproj.experiments.treebanks.sources import DISJOINT, Sources
from nonproj.experiments.planning.code import code_of, feature_files, package_files
from nonproj.costs import Cost
from nonproj.fingerprint import fingerprint, kernel_fingerprint
from nonproj.trees.restructuring.schemes import MOVES

ROOT = Path(workflow.basedir)
SCRIPTS = ROOT / "workflow/scripts"
SUITE = config["suite"]
SOURCES = Sources(config, ROOT)
SOURCES.require_own_files()
EXPERIMENTS = ROOT / "workflow/experiments"
NAMED = SOURCES.suite.studies
PARSED = SOURCES.suite.runs != "none"
STUDIES = load_studies(EXPERIMENTS, NAMED, PARSED)
FURTHER_SEEDS = [
    str(file.relative_to(ROOT))
    for file in sorted((ROOT / "data/seeds" / SUITE).glob("*.csv"))
    if file.stem != str(config["seed"])
]
LABELS = published_labels(load_studies(EXPERIMENTS))
RUNS = Runs(
    STUDIES,
    config["seed"],
    cross_validate=SOURCES.suite.cross_validate,
    core=SOURCES.suite.runs == "core",
    neural=SOURCES.suite.neural != "none",
    left_out=SOURCES.suite.leave_out,
)


wildcard_constraints:
    treebank=r"[A-Za-z0-9][A-Za-z0-9_-]*",
    split="train|dev|test",
    training="train|sets[1-8]|cv[0-9]",
    seed="[0-9]+",
    family="[a-z]+",
    target="dev|test|heldout",
    name="[a-z0-9-]+",
    peer="[A-Za-z0-9_-]+",
    suite=re.escape(SUITE),  # all that a report is made of is that of one suite
    study="|".join(study.id for study in STUDIES),


def verbatim(value):
    """Return a parameter that stays as it is.

    Snakemake replaces words in braces in all parameters but those that functions return.
    """
    return lambda w: value


def availability():
    """What is available, known once downloads were tried.

    A job that was submitted finds it on disk; it does not know which checkpoints are done.
    """
    if not workflow.is_main_process:
        return f"reports/{SUITE}/availability.json"
    return checkpoints.availability.get(suite=SUITE).output[0]


def PLAN():
    return plan_of(availability())


@cache
def plan_of(availability):
    """The plan of the suite; every job asks for it."""
    return Plan(RUNS, SOURCES.found(availability), SOURCES.suite.ten_folds_below)


@cache
def sizes_of(availability):
    """The sizes of training sets; every training asks for them."""
    return SOURCES.sizes(availability)


def parser(w):
    return Parser(w.treebank, w.training, int(w.seed), w.variant)


def development_set(w):
    """What neural parsers choose their best epoch by."""
    return [f"data/work/{w.treebank}/dev.conll"] if is_neural(w.variant) else []


def scores_of_one_text(w):
    """The scores of the suite, if those of another seed are of the same treebanks."""
    SOURCES.require_one_text()
    return PLAN().score_files


def table(w):
    return PLAN().tables[w.treebank, w.name]


def cost(w):
    """What training a parser is expected to take.

    Of a model that is asked for by its name, before it is known what is available, the least:
    functions of resources can not wait for a checkpoint."""
    try:
        sizes = sizes_of(availability())
    except IncompleteCheckpointException:
        return Cost(0, 0)
    return cost_of_job(w.variant, sizes[w.treebank], w.training, SOURCES.suite.neural)


def parses_of(w):
    return PLAN().by_training[w.treebank, w.training, int(w.seed)]


def members(w, level):
    """The parsers in all combinations of a level."""
    blends = RUNS.blends(level)[w.training, w.target]
    return [
        Parser(w.treebank, w.training, int(w.seed), variant)
        for variant in unique(v for blend in blends for v in blend.parsers)
    ]


def folders_of(w, level):
    return {parser.variant: parser.parses for parser in members(w, level)}


def heldout_of(w):
    """What weighs the votes of parsers, where the training holds something out."""
    if w.training != "cv0":
        return {}
    return {"heldout": f"data/work/{w.treebank}/{w.training}/heldout.conll"}


def combinations(blends):
    """The files of combinations."""
    folder = "data/work/{treebank}/{training}/seed{seed}/blends/{target}"
    return [f"{folder}/{blend.slug}.conll" for blend in blends]


def approximated(w):
    parses = PLAN().approximated[table(w)]
    return {
        "models": [RUNS.model(parse) for parse in parses],
        "gold": [parse.gold for parse in parses],
        "parses": digests(parses),
    }


def selected(w):
    parses = PLAN().selected(w.treebank, w.study)
    return {
        "gold": parses[0].gold,
        "heldout": f"data/work/{w.treebank}/{parses[0].training}/heldout.conll",
        "parses": digests(parses),
    }


def treebank_files(w):
    pairs = SOURCES.available(availability())
    return [f"data/work/{treebank}/{split}.conll" for treebank, split in pairs]


def splits_of(w):
    """The checked files of one treebank."""
    return [file for file in treebank_files(w) if Path(file).parent.name == w.treebank]


def trainable():
    """The treebanks to train on."""
    pairs = SOURCES.available(availability())
    return [treebank for treebank, split in pairs if split == "train"]


def recommendations(w):
    """Advice on every treebank to train on, where the suite asks for it."""
    wanted = trainable() if SOURCES.suite.recommend else []
    return [f"reports/{SUITE}/recommendations/{treebank}.json" for treebank in wanted]


def peers(w):
    """Results of programs of others on every treebank to train on."""
    return [
        f"data/work/{treebank}/peers/{peer}.json"
        for treebank in trainable()
        for peer in config["peers"]
    ]


def measures(w):
    treebanks = SOURCES.found(availability())
    return [f"data/work/{treebank}/measures.csv" for treebank in treebanks]


def complete(each):
    """Add what all rules have: the code of the script, an environment, a log, and times."""
    script = Path(each.basedir.join(each.script).get_path_or_uri(secret_free=True))
    if "code" not in each.params.keys():
        each.set_params(code=lambda w: fingerprint(script))  # only of rules that have jobs
    wildcards = re.findall(r"\{\w+", str(next(iter(each.output), "")))
    job = f"{each.name}/" + "-".join(f"{wildcard}}}" for wildcard in wildcards)
    each.log_modifier = each.benchmark_modifier = each.output_modifier
    each.set_log(f"data/work/logs/{job}.log")
    each.benchmark = f"data/work/benchmarks/{job}.tsv"
    each.conda_env = "../../envs/nonproj.yaml"
