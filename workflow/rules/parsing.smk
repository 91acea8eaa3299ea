# Folds, projectivization, training, parsing, deprojectivization; scores and tests of the parses.


rule folds:
    input:
        "data/work/{treebank}/train.conll",
    output:
        train="data/work/{treebank}/{training}/train.conll",
        heldout="data/work/{treebank}/{training}/heldout.conll",
    log:
        "data/work/logs/folds/{treebank}-{training}.log",
    benchmark:
        "data/work/benchmarks/folds/{treebank}-{training}.tsv"
    group:
        "prepare"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=5,
    params:
        code=fingerprint("data"),
    script:
        "../scripts/folds.py"


rule projectivize:
    input:
        lambda w: training_file(w.treebank, w.training),
    output:
        "data/work/{treebank}/{training}/prepared/{steps}.conll",
    log:
        "data/work/logs/projectivize/{treebank}-{training}-{steps}.log",
    benchmark:
        "data/work/benchmarks/projectivize/{treebank}-{training}-{steps}.tsv"
    group:
        "prepare"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=5,
    params:
        code=fingerprint("trees"),
    script:
        "../scripts/projectivize.py"


rule train:
    input:
        original=lambda w: training_file(w.treebank, w.training),
        prepared=lambda w: prepared_file(w.treebank, w.training, w.variant),
        uncapped=uncapped_files,
    output:
        "data/work/{treebank}/{training}/{variant}/model.npz",
    log:
        "data/work/logs/train/{treebank}-{training}-{variant}.log",
    benchmark:
        "data/work/benchmarks/train/{treebank}-{training}-{variant}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=lambda w, attempt: 4000 * attempt,  # long sentences take n^3
        runtime=lambda w: 240 if variant_named(w.variant).family == "graph" else 60,
    params:
        seed=config["seed"],
        code=fingerprint("parsers"),
    script:
        "../scripts/train.py"


rule parse:
    input:
        model=lambda w: model_file(MODELS, w.treebank, w.training, w.variant),
        text=lambda w: gold_file(w.treebank, w.training, w.target),
    output:
        parse="data/work/{treebank}/{training}/{variant}/{target}.parsed.conll",
        counts="data/work/{treebank}/{training}/{variant}/{target}.counts.json",
    log:
        "data/work/logs/parse/{treebank}-{training}-{variant}-{target}.log",
    benchmark:
        "data/work/benchmarks/parse/{treebank}-{training}-{variant}-{target}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=lambda w, attempt: 4000 * attempt,  # long sentences take n^3
        runtime=30,
    params:
        code=fingerprint("parsers"),
    script:
        "../scripts/parse.py"


rule deprojectivize:
    input:
        "data/work/{treebank}/{training}/{variant}/{target}.parsed.conll",
    output:
        "data/work/{treebank}/{training}/{variant}/{target}.conll",
    log:
        "data/work/logs/deprojectivize/{treebank}-{training}-{variant}-{target}.log",
    benchmark:
        "data/work/benchmarks/deprojectivize/{treebank}-{training}-{variant}-{target}.tsv"
    group:
        "restore"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=5,
    params:
        code=fingerprint("trees"),
    script:
        "../scripts/deprojectivize.py"


rule scores:
    input:
        unpack(parses_of_table),
    output:
        scores="data/work/{treebank}/scores/{name}.csv",
        tests="data/work/{treebank}/tests/{name}.csv",
    log:
        "data/work/logs/scores/{treebank}-{name}.log",
    benchmark:
        "data/work/benchmarks/scores/{treebank}-{name}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=2000,
        runtime=10,
    params:
        code=fingerprint("evaluation"),
        variants=lambda w: [p.variant for p in table_parses(w)],
        labels=lambda w: table_labels(w),
        blends=lambda w: [blended.blend.name for blended in blends_of_table(w)],
        pairs=lambda w: pairs_of_table(w),
    script:
        "../scripts/scores.py"


rule approximation:
    input:
        unpack(approximated_parses),
    output:
        "data/work/{treebank}/approximation/{name}.csv",
    log:
        "data/work/logs/approximation/{treebank}-{name}.log",
    benchmark:
        "data/work/benchmarks/approximation/{treebank}-{name}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=lambda w, attempt: 4000 * attempt,  # long sentences take n^3
        runtime=30,
    params:
        labels=lambda w: table_labels(w),
        code=fingerprint("evaluation"),
    script:
        "../scripts/approximation.py"


rule oracles:
    input:
        "data/work/{treebank}/{split}.conll",
    output:
        "data/work/{treebank}/oracles/{split}.csv",
    log:
        "data/work/logs/oracles/{treebank}-{split}.log",
    benchmark:
        "data/work/benchmarks/oracles/{treebank}-{split}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=2000,
        runtime=10,
    params:
        variants=lambda w: PLAN(w).oracles[w.treebank, w.split],
        code=fingerprint("evaluation"),
    script:
        "../scripts/oracles.py"


rule significance:
    input:
        lambda w: [f"data/work/{s.treebank}/tests/{s.name}.csv" for s in PLAN(w).scored],
    output:
        "reports/{suite}/significance.csv",
    log:
        "data/work/logs/significance/{suite}.log",
    benchmark:
        "data/work/benchmarks/significance/{suite}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        code=fingerprint("evaluation"),
    script:
        "../scripts/significance.py"


rule claims:
    input:
        measurements=expand(
            "reports/{{suite}}/{kind}.csv", kind=["measurements", "scores"]
        ),
        tests="reports/{suite}/significance.csv",
        catalogue="data/published/claims.csv",
        stand_ins="data/stand-ins.tsv",
    output:
        "reports/{suite}/claims.csv",
    log:
        "data/work/logs/claims/{suite}.log",
    benchmark:
        "data/work/benchmarks/claims/{suite}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=1000,
        runtime=5,
    params:
        code=fingerprint("claims"),
    script:
        "../scripts/claims.py"
