# Treebanks: generated, fetched and verified, or the user's own; checked before anything uses them.
# Values of the configuration are given by functions: in text, braces would stand for wildcards.


localrules:
    download,  # nodes of clusters often have no network
    availability,


rule synthesize:
    input:
        "data/embedded/{treebank}.yaml",
    output:
        "data/work/{treebank}/{split}.conll",
    wildcard_constraints:
        treebank=SOURCES.pattern("embedded"),
    params:
        sentences=lambda w: config["embedded"][w.split],
        seed=lambda w: SOURCES.seed_of(w.split),
    script:
        "../scripts/synthesize.py"


rule download:
    output:
        "data/raw/{treebank}/download.json",
    wildcard_constraints:
        treebank=SOURCES.pattern("public"),
    params:
        mirror=verbatim(SOURCES.mirror),
        missing=SOURCES.suite.missing,
        pins=lambda w: SOURCES.pins(w.treebank),
    script:
        "../scripts/download.py"


checkpoint availability:
    input:
        logs=[f"data/raw/{treebank}/download.json" for treebank in SOURCES.public],
        own=list(SOURCES.own_files.values()),
    output:
        "reports/{suite}/availability.json",
    params:
        local=lambda w: SOURCES.local_splits,
    script:
        "../scripts/availability.py"


rule plan:
    input:
        "reports/{suite}/availability.json",
        # Whoever plans wants to know of defects in their own files now, not in an hour.
        [f"data/work/{name}/{split}.conll" for name, split in SOURCES.own_files],
    output:
        "reports/{suite}/plan.txt",
    params:
        estimate=lambda w: estimate(
            PLAN(),
            sizes_of(availability()),
            workflow.cores,
            SOURCES.suite.recommend,
            SOURCES.suite.neural,
        ),
    script:
        "../scripts/plan.py"


rule treebank:
    input:
        lambda w: SOURCES.file(w.treebank, w.split),
    output:
        "data/work/{treebank}/{split}.conll",
    wildcard_constraints:
        treebank=SOURCES.pattern("public", "own"),
    params:
        disjoint=lambda w: w.split == "train" and w.treebank in DISJOINT,
    script:
        "../scripts/treebank.py"


rule jackknife:
    input:
        train="data/work/{treebank}/train.conll",
        split="data/work/{treebank}/{split}.conll",
    output:
        "data/work/{treebank}-jackknifed/{split}.conll",
    wildcard_constraints:
        treebank=SOURCES.pattern("embedded", "public", "own"),
    resources:
        mem_mb=lambda w, attempt: 3000 * attempt,
    params:
        seed=config["seed"],
    script:
        "../scripts/jackknife.py"
