# Generate, download or read treebanks, and check them before other rules use them.


rule synthesize:
    """Generate a split of an artificial language from its grammar."""
    input:
        f"{DATA}/embedded/{{treebank}}.yaml",
    output:
        "data/work/{treebank}/{split}.conll",
    log:
        "data/work/logs/synthesize/{treebank}-{split}.log",
    benchmark:
        "data/work/benchmarks/synthesize/{treebank}-{split}.tsv"
    wildcard_constraints:
        treebank=SOURCES.pattern("embedded"),
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("synthesize"),
        sentences=lambda w: config["embedded"][w.split],
        seed=lambda w: SOURCES.seed_of(w.split),
    script:
        "../scripts/synthesize.py"


rule download:
    """Fetch a public treebank and verify its files against the manifest."""
    output:
        "data/raw/{treebank}/download.json",
    log:
        "data/work/logs/download/{treebank}.log",
    benchmark:
        "data/work/benchmarks/download/{treebank}.tsv"
    wildcard_constraints:
        treebank=SOURCES.pattern("public"),
    localrule: True  # cluster nodes often have no network access
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("download"),
        mirror=verbatim(SOURCES.mirror),
        missing=SOURCES.suite.missing,
        pins=lambda w: SOURCES.pins(w.treebank),
    script:
        "../scripts/download.py"


checkpoint availability:
    """Record the available treebanks and their sizes, which determine all later jobs."""
    input:
        logs=[f"data/raw/{treebank}/download.json" for treebank in SOURCES.public],
        own=list(SOURCES.own_files.values()),
    output:
        "data/work/availability/{suite}.json",
    log:
        "data/work/logs/availability/{suite}.log",
    benchmark:
        "data/work/benchmarks/availability/{suite}.tsv"
    localrule: True
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("availability"),
        local=lambda w: SOURCES.local_splits,
    script:
        "../scripts/availability.py"


rule check:
    """Check a file of a treebank and write it in the format of the workflow."""
    input:
        lambda w: SOURCES.file(w.treebank, w.split),
    output:
        "data/work/{treebank}/{split}.conll",
    log:
        "data/work/logs/check/{treebank}-{split}.log",
    benchmark:
        "data/work/benchmarks/check/{treebank}-{split}.tsv"
    wildcard_constraints:
        treebank=SOURCES.pattern("public", "own"),
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("check"),
        disjoint=lambda w: w.split == "train" and w.treebank in DISJOINT,
        without_xpos=lambda w: w.treebank in WITHOUT_XPOS,
    script:
        "../scripts/check.py"


rule jackknife:
    """Replace tags with predicted tags; the training set's tags are predicted in ten folds."""
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
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=lambda w, attempt: 3000 * attempt,
    params:
        code=code_of("jackknife"),
        seed=config["seed"],
    script:
        "../scripts/jackknife.py"


rule forms:
    """Copy a treebank as CoNLL-U, for parsers that read only word forms."""
    input:
        "data/work/{treebank}/{split}.conll",
    output:
        "data/work/{treebank}-forms/{split}.conll",
    log:
        "data/work/logs/forms/{treebank}-{split}.log",
    benchmark:
        "data/work/benchmarks/forms/{treebank}-{split}.tsv"
    wildcard_constraints:
        treebank=SOURCES.pattern("embedded", "public", "own"),
    conda:
        "../../envs/nonproj.yaml"
    shell:
        "(echo '# newdoc'; cat {input}) > {output} 2> {log}"


rule statistics:
    """Measure the non-projectivity of a treebank, and the coverage of systems and encodings."""
    input:
        lambda w: splits_of(w.treebank),
    output:
        "data/work/{treebank}/statistics.csv",
    log:
        "data/work/logs/statistics/{treebank}.log",
    benchmark:
        "data/work/benchmarks/statistics/{treebank}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    threads: 2
    resources:
        mem_mb=4000,
    params:
        code=code_of("statistics"),
        halved=lambda w: w.treebank in HALVED,
    script:
        "../scripts/statistics.py"
