# Names that several rules use, and functions that map wildcards to files.
import re
from functools import cache
from itertools import chain
from pathlib import Path

from nonproj.public.machine import kernel_fingerprint
from nonproj.public.variants import reads_tags, variant_named
from nonproj.public.trees import MOVES
from studies.fingerprint import fingerprint
from studies.plan.code import feature_files, package_files, variant_code
from studies.plan.estimate import cost_of_job, estimate
from studies.plan.blended import Store, placing
from studies.plan.parses import (
    PEERS_JSON,
    SCORES_CSV,
    SPEEDS_CSV,
    TESTS_CSV,
    PlannedParse,
    Parser,
    texts_of,
    training_file,
)
from studies.plan.plan import Plan
from studies.plan.runs import Runs, prepared
from studies.plan.study.blends import Level
from studies.papers.claims import catalogues
from studies.papers.deviations import deviation_files
from studies.plan.study import load
from studies.plan.study.load import (
    PUBLISHED_FILE,
    STUDY,
    folder_of,
    load_studies,
    published_labels,
)
from studies.plan.study.names import REFERENCES, is_neural
from studies.plan.treebanks.config import FROM_FORMS
from studies.plan.treebanks.sources import (
    DISJOINT,
    HALVED,
    PUBLIC,
    WITHOUT_XPOS,
    Size,
    Sources,
)
from studies.report.pages import page_files
from studies.store.storing import valued

ROOT = Path(str(workflow.current_basedir.get_path_or_uri(secret_free=True))).parents[1]
place = placing(ROOT)
DATA, PAPERS = (place(ROOT / name) for name in ("data", load.PAPERS))
SUITE = config["suite"]
OWN = {
    name: {split: place(file) for split, file in files.items()}
    for name, files in config["treebanks"].items()
}
SOURCES = Sources({**config, "treebanks": OWN}, ROOT)
SOURCES.require_own_files()
STUDIES = load_studies(PAPERS, SOURCES.suite.studies)
FURTHER_SEEDS = sorted(
    place(file)
    for file in (ROOT / "data/seeds" / SUITE).glob("*.csv")
    if file.stem != str(config["seed"])
)
PUBLIC_NAMES = SOURCES.public_names
RUNS = Runs.of_suite(STUDIES, config["seed"], SOURCES.suite, PUBLIC_NAMES)


wildcard_constraints:
    treebank=r"[A-Za-z0-9][A-Za-z0-9_-]*",
    split="train|dev|test",
    training="train|sets[1-8]|cv[0-9]",
    seed="[0-9]+",
    variant="[^/]+",
    family="[a-z]+",
    target="dev|test|heldout",
    name="[a-z0-9-]+",
    peer="[A-Za-z0-9_+@-]+",
    suite=re.escape(SUITE),  # a report uses only files of its own suite
    study="|".join(study.id for study in STUDIES),


def placed(files):
    return [place(file) for file in files]


def verbatim(value):
    """Return a function that gives `value`, so that Snakemake does not expand braces in it."""
    return lambda w: value


def code_of(script):
    """Return, as a parameter, the fingerprint of all code that a script runs."""
    return lambda w: fingerprint(ROOT / f"workflow/scripts/{script}.py")


def code_for(script):
    """Return, as a parameter, the fingerprint of the code that a script runs for one variant."""
    path = ROOT / f"workflow/scripts/{script}.py"
    return lambda w: variant_code(path, w.variant, w.treebank.endswith(FROM_FORMS))


def available_file():
    """Return the file that lists the available treebanks, below the `prefix` of a module."""
    return str(rules.availability.output[0]).format(suite=SUITE)


def availability():
    """Return the file that lists the available treebanks, once all downloads have been tried.

    Return None if no treebank is downloaded."""
    if not SOURCES.public:
        return None
    if not workflow.is_main_process:
        # This is a job on a cluster, which runs after the checkpoint.
        return available_file()
    return checkpoints.availability.get(suite=SUITE).output[0]


def plan():
    """Return the plan of the suite."""
    return plan_of(availability())


@cache
def plan_of(availability):
    found, below = SOURCES.found(availability), SOURCES.suite.ten_folds_below
    return Plan(RUNS, found, below, STORE)


def kept(file):
    """List the stored files with results of systems that have no parses."""
    paths = (f"{DATA}/parses/{treebank}/{file}" for treebank in PUBLIC_NAMES)
    stored = config["parses"] == "stored"
    return [path for path in paths if stored and Path(path).exists()]


def files_of_peers():
    """List the files with the results of other programs, made here or stored."""
    made = [
        f"data/work/{treebank}/peers/{peer}.json"
        for treebank in treebanks("train")
        for peer, of in config["peers"].items()
        if treebank in of.get("treebanks", [treebank])
    ]
    return made + kept(PEERS_JSON)


def files_of_results():
    """List the files from which all values and tests of the suite are computed."""
    return {
        "measurements": [f"data/work/{name}/statistics.csv" for name in treebanks()],
        "scores": plan().score_files,
        "kept": kept(SCORES_CSV),
        "tests": kept(TESTS_CSV),
        "words": plan().text_files,
        "seeds": FURTHER_SEEDS,
    }


def may_be_stored(parse):
    """Check whether a parse is taken from the store if the store has it.

    The store has only public treebanks and neural parsers of full size."""
    public = SOURCES.treebanks.get(parse.treebank) == PUBLIC
    other = any(parse.variant in study.peers for study in STUDIES)
    full = other or not is_neural(parse.variant) or SOURCES.suite.neural == "paper"
    return config["parses"] == "stored" and public and full


STORE = Store(ROOT, may_be_stored)


def files_to_vote(blended):
    """List the models of the members of a blend, and their parses of the held-out part."""
    heldout = blended.parses("heldout")
    models, parses = map(RUNS.model, heldout), map(STORE.source, heldout)
    return {"models": [*models], "heldout": [*parses], "texts": texts_of(heldout)}


def parses_of_moves(w):
    """List the stored parses by parsers with generic transformations, or the folders of parses."""
    place = w.treebank, w.study
    bases, labels = RUNS.bases(*place), RUNS.moved_labels(*place)
    each = (
        STORE.moved(bases, move, labels) or [RUNS.folder_of_moves(*place, move)]
        for move in MOVES
    )
    return [*chain(*each)]


def origins():
    """List the stored parses of the suite, and count those that are made here."""
    stored, made = [parse.stored for parse in plan().stored], len(plan().made)
    for treebank, study in plan().generic:
        for move in MOVES:
            found = plan().stored_moves(treebank, study, move)
            stored += found
            made += 0 if found else 2 * RUNS.moved_labels(treebank, study)
    names = PUBLIC_NAMES if config["parses"] == "stored" else []
    return {"stored": stored, "made": made, "valued": valued(ROOT, names)}


def parse_of(w):
    return PlannedParse(w.treebank, w.training, int(w.seed), w.variant, w.target)


def parser_of(w):
    return Parser(w.treebank, w.training, int(w.seed), w.variant)


def blended(w):
    return RUNS.blended(w.treebank, w.training, int(w.seed), w.target, w.blend)


def dev_of(w):
    """List the development set, if there is one and training needs it."""
    needed = is_neural(w.variant) or w.treebank.endswith(FROM_FORMS)
    files = splits_of(w.treebank) if needed else []
    return [file for file in files if Path(file).stem == "dev"]


def tagged_of(w):
    """List the files of rule tagger, if the parser reads tags but gets only forms."""
    if not w.treebank.endswith(FROM_FORMS) or not reads_tags(variant_named(w.variant)):
        return []
    folder = f"data/work/{w.treebank}/{w.training}/seed{w.seed}"
    return [f"{folder}/tagger.npz", f"{folder}/tagged.conll"]


def table_of(w):
    return plan().tables[w.treebank, w.name]


def cost_of(w):
    """Return the expected cost of training a parser, or the minimum if sizes are unknown."""
    sizes = sizes_if_known(available_file())
    size = sizes.get(w.treebank, Size(0, 0))
    return cost_of_job(w.variant, size, w.training, SOURCES.suite.neural)


@cache
def sizes_if_known(path):
    if SOURCES.public and not Path(path).exists():
        return {}
    return SOURCES.sizes(path if SOURCES.public else None)


def splits_of(treebank):
    """List the checked files of a treebank."""
    splits = SOURCES.found(availability())[treebank]["splits"]
    return [f"data/work/{treebank}/{split}.conll" for split in splits]


def treebanks(split=None):
    """List the available treebanks; if a split is given, only treebanks that have this split."""
    found = SOURCES.found(availability()).items()
    return [
        name for name, of in found if of["splits"] and split in (None, *of["splits"])
    ]


def plan_of_one_text():
    """Return the plan; raise an error if texts or tags depend on the seed."""
    SOURCES.require_one_text()
    return plan()


def estimate_of(w):
    """Return an estimate of the suite's time and memory."""
    sizes, suite = SOURCES.sizes(availability()), SOURCES.suite
    return estimate(plan(), sizes, workflow.cores, suite.recommend, suite.neural)


def recommendations(w):
    """List the recommendation files of treebanks with a training set, if the suite asks for them."""
    wanted = treebanks("train") if SOURCES.suite.recommend else []
    return [f"reports/{SUITE}/recommendations/{treebank}.json" for treebank in wanted]


def shown(path, study, item):
    """Mark an output file for the page that `snakemake --report` writes."""
    labels = {"id": item.id, "title": item.title}
    return report(path, caption="../report/study.rst", category=study.id, labels=labels)
