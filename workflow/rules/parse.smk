# Train and parse: divide training sets, prepare trees, train models, parse, and restore parses.


rule folds:
    """Divide the training set into a part for training and a held-out part."""
    input:
        "data/work/{treebank}/train.conll",
    output:
        train="data/work/{treebank}/{training}/train.conll",
        heldout="data/work/{treebank}/{training}/heldout.conll",
    log:
        "data/work/logs/folds/{treebank}-{training}.log",
    benchmark:
        "data/work/benchmarks/folds/{treebank}-{training}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("folds"),
    script:
        "../scripts/folds.py"


rule projectivize:
    """Apply the steps of a variant to its training trees, such as projectivization with +head."""
    input:
        lambda w: training_file(w.treebank, w.training),
    output:
        "data/work/{treebank}/{training}/prepared/{steps}.conll",
    log:
        "data/work/logs/projectivize/{treebank}-{training}-{steps}.log",
    benchmark:
        "data/work/benchmarks/projectivize/{treebank}-{training}-{steps}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("projectivize"),
    script:
        "../scripts/projectivize.py"


# Compile the kernels of a family before several jobs need the same kernels at the same time. No job
# depends on this rule: kernels that are not compiled yet are compiled when they are first used.
rule kernels:
    """Compile the parsers of a family for this machine, before all other jobs."""
    input:
        f"{DATA}/embedded/short-frequent.yaml",
    output:
        "data/work/kernels/{family}.json",
    log:
        "data/work/logs/kernels/{family}.log",
    benchmark:
        "data/work/benchmarks/kernels/{family}.tsv"
    priority: 100
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=kernel_fingerprint(),
        variants=lambda w: RUNS.families[w.family],
    script:
        "../scripts/kernels.py"


rule tagger:
    """Train a tagger for parsers of forms alone, and tag the training set in ten folds."""
    input:
        lambda w: training_file(w.treebank, w.training),
    output:
        tagger="data/work/{treebank}/{training}/seed{seed}/tagger.npz",
        text="data/work/{treebank}/{training}/seed{seed}/tagged.conll",
    log:
        "data/work/logs/tagger/{treebank}-{training}-{seed}.log",
    benchmark:
        "data/work/benchmarks/tagger/{treebank}-{training}-{seed}.tsv"
    wildcard_constraints:
        treebank=f"[^/]+{FROM_FORMS}",
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=lambda w, attempt: 3000 * attempt,
        runtime=lambda w, attempt: 120 * attempt,
    params:
        code=code_of("tagger"),
    script:
        "../scripts/tagger.py"


rule train:
    """Train a parser, or copy the model without a label cap if the cap changes no tree."""
    input:
        original=lambda w: parser_of(w).original,
        prepared=lambda w: prepared(parser_of(w)),
        uncapped=lambda w: RUNS.files_without_cap(parser_of(w)),
        features=lambda w: placed(feature_files(w.variant)),
        dev=lambda w: dev_of(w),
        tagged=lambda w: tagged_of(w),
    output:
        "data/work/{treebank}/{training}/seed{seed}/{variant}/model.npz",
    log:
        "data/work/logs/train/{treebank}-{training}-{seed}-{variant}.log",
    benchmark:
        "data/work/benchmarks/train/{treebank}-{training}-{seed}-{variant}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=lambda w, attempt: attempt * cost_of(w).mem_mb,
        runtime=lambda w, attempt: attempt * cost_of(w).runtime,
    params:
        code=code_for("train"),
        size=lambda w: SOURCES.suite.neural if is_neural(w.variant) else "",
        from_forms=lambda w: w.treebank.endswith(FROM_FORMS),
    script:
        "../scripts/train.py"


rule tokenizer:
    """Train a tokenizer, with which the raw text of a treebank is split before it is parsed."""
    input:
        lambda w: training_file(w.treebank, w.training),
    output:
        "data/work/{treebank}/{training}/tokenizer.udpipe",
    log:
        "data/work/logs/tokenizer/{treebank}-{training}.log",
    benchmark:
        "data/work/benchmarks/tokenizer/{treebank}-{training}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        runtime=lambda w, attempt: 120 * attempt,
    params:
        code=code_of("tokenizer"),
        how=lambda w: RUNS.tokenizer(w.treebank),
    script:
        "../scripts/tokenizer.py"


rule parse:
    """Parse a text, without undoing the steps of the variant yet."""
    input:
        model=lambda w: RUNS.model(parser_of(w)),
        text=lambda w: parse_of(w).gold,
    output:
        raw="data/work/{treebank}/{training}/seed{seed}/{variant}/raw/{target}.conll",
        counts="data/work/{treebank}/{training}/seed{seed}/{variant}/raw/{target}.json",
    log:
        "data/work/logs/parse/{treebank}-{training}-{seed}-{variant}-{target}.log",
    benchmark:
        "data/work/benchmarks/parse/{treebank}-{training}-{seed}-{variant}-{target}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=lambda w, attempt: 4000 * attempt,  # grows with the cube of the length
        runtime=lambda w, attempt: 120 * attempt,
    params:
        code=code_for("parse"),
        from_forms=lambda w: w.treebank.endswith(FROM_FORMS),
    script:
        "../scripts/parse.py"


rule deprojectivize:
    """Undo the steps of the variant in its parse, such as the lifts of +head."""
    input:
        model=lambda w: RUNS.model(parser_of(w)),
        raw="data/work/{treebank}/{training}/seed{seed}/{variant}/raw/{target}.conll",
    output:
        "data/work/{treebank}/{training}/seed{seed}/{variant}/{target}.conll",
    log:
        "data/work/logs/deprojectivize/{treebank}-{training}-{seed}-{variant}-{target}.log",
    benchmark:
        "data/work/benchmarks/deprojectivize/{treebank}-{training}-{seed}-{variant}-{target}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("deprojectivize"),
    script:
        "../scripts/deprojectivize.py"
