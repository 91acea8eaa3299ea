# Combine parsers: vote on transitions, blend parses, and select the parsers of a blend.


rule vote:
    """Parse with several classifiers that vote on every transition."""
    input:
        unpack(files_to_vote),
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


# Like rule stored, instead of vote.
rule stored_vote:
    """Take a vote on transitions from the store; fail if it is a vote on another text."""
    input:
        parse=lambda w: (
            relpath(ROOT / blended(w).vote.stored)
            if is_stored(blended(w).vote)
            else NOWHERE
        ),
        gold="data/work/{treebank}/{target}.conll",
        original=lambda w: training_file(w.treebank, w.training),
    output:
        "data/work/{treebank}/{training}/seed{seed}/blends/{target}/{blend}.conll",
    log:
        "data/work/logs/stored_vote/{treebank}-{training}-{seed}-{target}-{blend}.log",
    benchmark:
        "data/work/benchmarks/stored_vote/{treebank}-{training}-{seed}-{target}-{blend}.tsv"
    wildcard_constraints:
        blend=RUNS.slugs(Level.TRANSITION),
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("stored"),
    script:
        "../scripts/stored.py"


rule blend:
    """Combine several parses of a text into the trees that get the most votes."""
    input:
        unpack(lambda w: blended(w).files),
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


# As for stored parses, one of the two rules asks for a file that no rule makes.
rule generic_parsers:
    """Train and apply one parser per frequent label, after moving the words with this label."""
    input:
        train="data/work/{treebank}/sets8/train.conll",
        texts=lambda w: [p.gold for p in RUNS.bases(w.treebank, w.study)],
        features=lambda w: feature_files(RUNS.generic[w.study].parser),
        stored=lambda w: NOWHERE if moves_stored(w.treebank, w.study, w.move) else [],
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


rule stored_generic:
    """Take the parses of `generic_parsers` from the store."""
    input:
        train="data/work/{treebank}/sets8/train.conll",
        texts=lambda w: [p.gold for p in RUNS.bases(w.treebank, w.study)],
        parses=lambda w: moves_stored(w.treebank, w.study, w.move) or NOWHERE,
    output:
        directory("data/work/{treebank}/generic/{study}-{labels}-{move}"),
    log:
        "data/work/logs/stored_generic/{treebank}-{study}-{labels}-{move}.log",
    benchmark:
        "data/work/benchmarks/stored_generic/{treebank}-{study}-{labels}-{move}.tsv"
    wildcard_constraints:
        move="|".join(MOVES),
        labels="[0-9]+",
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("stored_generic"),
        parser=lambda w: RUNS.generic[w.study].parser,
        targets=lambda w: RUNS.generic[w.study].targets,
        seed=config["seed"],
        root=relpath(ROOT),
    script:
        "../scripts/stored_generic.py"


rule generic:
    """Rank the parsers of `generic_parsers`, and score blends of a growing number of parsers."""
    input:
        train="data/work/{treebank}/sets8/train.conll",
        texts=lambda w: [p.gold for p in RUNS.bases(w.treebank, w.study)],
        base=lambda w: [p.file for p in RUNS.bases(w.treebank, w.study)],
        moved=expand(
            "data/work/{{treebank}}/generic/{{study}}-{{labels}}-{move}", move=MOVES
        ),
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
