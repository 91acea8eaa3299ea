# Combine parsers: vote on transitions, blend parses, and select the parsers of a blend.


rule vote:
    """Parse with several classifiers that vote on every transition."""
    input:
        unpack(lambda w: files_to_vote(blended(w))),
        gold="data/work/{treebank}/{training}/heldout.conll",
        text="data/work/{treebank}/{target}.conll",
    output:
        "data/work/{treebank}/{training}/seed{seed}/blends/{target}/{blend}.conll",
    log:
        "data/work/logs/vote/{treebank}-{training}-{seed}-{target}-{blend}.log",
    benchmark:
        "data/work/benchmarks/vote/{treebank}-{training}-{seed}-{target}-{blend}.tsv"
    wildcard_constraints:
        blend=RUNS.slugs(Level.TRANSITION),
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=6000,
        runtime=60,
    params:
        code=code_of("vote"),
        variant=lambda w: blended(w).blend.variant,
    script:
        "../scripts/vote.py"


rule blend:
    """Combine several parses of a text into the trees that get the most votes."""
    input:
        unpack(lambda w: STORE.files_to_blend(blended(w))),
    output:
        "data/work/{treebank}/{training}/seed{seed}/blends/{target}/{blend}.conll",
    log:
        "data/work/logs/blend/{treebank}-{training}-{seed}-{target}-{blend}.log",
    benchmark:
        "data/work/benchmarks/blend/{treebank}-{training}-{seed}-{target}-{blend}.tsv"
    wildcard_constraints:
        blend=RUNS.slugs(Level.GRAPH),
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=2000,
    params:
        code=code_of("blend"),
        weights=lambda w: blended(w).blend.weights.value,
        accumulate=lambda w: blended(w).blend.accumulate,
    script:
        "../scripts/blend.py"


rule selection:
    """Rank parsers on held-out data, add them to a blend one by one, and score each blend."""
    input:
        unpack(lambda w: plan().files_to_select(w.treebank, w.study)),
    output:
        scores="data/work/{treebank}/selection/{study}.csv",
        orders="data/work/{treebank}/selection/{study}-orders.csv",
    log:
        "data/work/logs/selection/{treebank}-{study}.log",
    benchmark:
        "data/work/benchmarks/selection/{treebank}-{study}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=2000,
    params:
        code=code_of("selection"),
        variants=lambda w: RUNS.selections[w.study].parsers,
        weights=lambda w: RUNS.selections[w.study].weights.value,
        labels=lambda w: plan().labels_of_selection(w.treebank, w.study),
    script:
        "../scripts/selection.py"


rule generic_parsers:
    """Train and apply one parser per frequent label, after moving the words with this label."""
    input:
        train="data/work/{treebank}/sets8/train.conll",
        texts=lambda w: [p.gold for p in RUNS.bases(w.treebank, w.study)],
        features=lambda w: placed(feature_files(RUNS.generic[w.study].parser)),
    output:
        directory("data/work/{treebank}/generic/{study}-{labels}-{move}"),
    log:
        "data/work/logs/generic_parsers/{treebank}-{study}-{labels}-{move}.log",
    benchmark:
        "data/work/benchmarks/generic_parsers/{treebank}-{study}-{labels}-{move}.tsv"
    wildcard_constraints:
        move="|".join(MOVES),
        labels="[0-9]+",
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=4000,
        runtime=240,
    params:
        code=code_of("generic_parsers"),
        parser=lambda w: RUNS.generic[w.study].parser,
        targets=lambda w: RUNS.generic[w.study].targets,
        seed=config["seed"],
    script:
        "../scripts/generic_parsers.py"


rule generic:
    """Rank the parsers of `generic_parsers`, and score blends of a growing number of parsers."""
    input:
        train="data/work/{treebank}/sets8/train.conll",
        texts=lambda w: [p.gold for p in RUNS.bases(w.treebank, w.study)],
        base=lambda w: [*map(STORE.source, RUNS.bases(w.treebank, w.study))],
        moved=parses_of_moves,
    output:
        scores="data/work/{treebank}/generic/{study}-{labels}.csv",
        words="data/work/{treebank}/generic/{study}-{labels}.npz",
    log:
        "data/work/logs/generic/{treebank}-{study}-{labels}.log",
    benchmark:
        "data/work/benchmarks/generic/{treebank}-{study}-{labels}.tsv"
    wildcard_constraints:
        labels="[0-9]+",
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=4000,
    params:
        code=code_of("generic"),
        parser=lambda w: RUNS.generic[w.study].parser,
        moves=MOVES,
        weights=lambda w: RUNS.generic[w.study].weights.value,
        targets=lambda w: RUNS.generic[w.study].targets,
    script:
        "../scripts/generic.py"
