# Treebanks: generated, fetched and verified, or the user's own; checked before anything uses them.


rule synthesize:
    input:
        "data/embedded/{treebank}.yaml",
    output:
        "data/work/{treebank}/{split}.conll",
    log:
        "data/work/logs/synthesize/{treebank}-{split}.log",
    benchmark:
        "data/work/benchmarks/synthesize/{treebank}-{split}.tsv"
    wildcard_constraints:
        treebank=SOURCES.pattern("embedded"),
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        sentences=lambda w: config["embedded"][w.split],
        seed=lambda w: SOURCES.seed_of(w.split),
        code=fingerprint("data"),
    script:
        "../scripts/synthesize.py"


rule download:
    output:
        "data/raw/{treebank}/receipt.json",
    log:
        "data/work/logs/download/{treebank}.log",
    benchmark:
        "data/work/benchmarks/download/{treebank}.tsv"
    wildcard_constraints:
        treebank=SOURCES.pattern("public"),
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=30,
    params:
        mirror=SOURCES.mirror,
        missing=SOURCES.suite["missing"],
        code=fingerprint("data"),
    script:
        "../scripts/download.py"


checkpoint availability:
    input:
        [f"data/raw/{treebank}/receipt.json" for treebank in SOURCES.public],
    output:
        "reports/{suite}/availability.json",
    log:
        "data/work/logs/availability/{suite}.log",
    benchmark:
        "data/work/benchmarks/availability/{suite}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=200,
        runtime=5,
    params:
        local=SOURCES.local_splits,
        code=fingerprint("data"),
    script:
        "../scripts/availability.py"


rule treebank:
    input:
        SOURCES.file,
    output:
        "data/work/{treebank}/{split}.conll",
    log:
        "data/work/logs/treebank/{treebank}-{split}.log",
    benchmark:
        "data/work/benchmarks/treebank/{treebank}-{split}.tsv"
    wildcard_constraints:
        treebank=SOURCES.pattern("public", "own"),
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=5,
    params:
        code=fingerprint("data"),
    script:
        "../scripts/treebank.py"


rule jackknife:
    input:
        train="data/work/{treebank}/train.conll",
        split="data/work/{treebank}/{split}.conll",
    output:
        "data/work/{treebank}-jackknifed/{split}.conll",
    log:
        "data/work/logs/jackknife/{treebank}-{split}.log",
    benchmark:
        "data/work/benchmarks/jackknife/{treebank}-{split}.tsv"
    wildcard_constraints:
        treebank=SOURCES.pattern("embedded", "public", "own"),
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=2000,
        runtime=30,
    params:
        seed=config["seed"],
        code=fingerprint("learners"),
    script:
        "../scripts/jackknife.py"
