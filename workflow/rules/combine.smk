# Combinations of parsers: one job for all blends of the parses of a treebank, one for all votes.


rule blend:
    input:
        parses=Parser("{treebank}", "{training}", "{seed}", "").parsed,
        gold="data/work/{treebank}/{training}/heldout.conll",
    output:
        combinations(Level.GRAPH),
    resources:
        mem_mb=2000,
    params:
        folders=lambda w: folders_of(w, Level.GRAPH),
        blends=[
            (blend.weights.value, blend.accumulate, blend.parsers)
            for blend in RUNS.blends(Level.GRAPH)
        ],
    script:
        "../scripts/blend.py"


rule vote:
    input:
        models=lambda w: [RUNS.model(parser) for parser in members(w, Level.TRANSITION)],
        parses=Parser("{treebank}", "{training}", "{seed}", "").parsed,
        gold="data/work/{treebank}/{training}/heldout.conll",
        text="data/work/{treebank}/{target}.conll",
    output:
        combinations(Level.TRANSITION),
    resources:
        mem_mb=6000,
        runtime=60,
    params:
        folders=lambda w: folders_of(w, Level.TRANSITION),
        votes=[
            (blend.variant, blend.parsers) for blend in RUNS.blends(Level.TRANSITION)
        ],
    script:
        "../scripts/vote.py"


rule selection:
    input:
        unpack(selected),
    output:
        scores="data/work/{treebank}/selection/{study}.csv",
        orders="data/work/{treebank}/selection/{study}-orders.csv",
    resources:
        mem_mb=2000,
    params:
        folders=lambda w: {
            p.variant: p.folder for p in PLAN().selected(w.treebank, w.study)
        },
        weights=lambda w: PLAN().selecting[w.study].weights.value,
        target=lambda w: PLAN().selecting[w.study].target,
        labels=lambda w: PLAN().labels_of_selection(w.treebank, w.study),
    script:
        "../scripts/selection.py"


# Parsers with generic transformations: a job for each of the four moves.
rule generic_parsers:
    input:
        train="data/work/{treebank}/sets8/train.conll",
        heldout="data/work/{treebank}/sets8/heldout.conll",
        text=lambda w: f"data/work/{w.treebank}/{PLAN().generics[w.study].target}.conll",
        features=lambda w: feature_files(PLAN().generics[w.study].parser),
    output:
        "data/work/{treebank}/generic/{study}-{move}.npz",
    wildcard_constraints:
        move="|".join(MOVES),
    resources:
        mem_mb=4000,
        runtime=240,
    params:
        code=lambda w: code_of(
            SCRIPTS / "generic_parsers.py", PLAN().generics[w.study].parser
        ),
        parser=lambda w: PLAN().generics[w.study].parser,
        has_base=lambda w: w.move == MOVES[0],
        labels=lambda w: PLAN().labels_of_generic(w.study),
        seed=config["seed"],
    script:
        "../scripts/generic_parsers.py"


rule generic:
    input:
        parses=expand("data/work/{{treebank}}/generic/{{study}}-{move}.npz", move=MOVES),
        heldout="data/work/{treebank}/sets8/heldout.conll",
        gold=lambda w: f"data/work/{w.treebank}/{PLAN().generics[w.study].target}.conll",
    output:
        scores="data/work/{treebank}/generic/{study}.csv",
        tests="data/work/{treebank}/generic/{study}-tests.csv",
    resources:
        mem_mb=4000,
    params:
        weights=lambda w: PLAN().generics[w.study].weights.value,
        target=lambda w: PLAN().generics[w.study].target,
    script:
        "../scripts/generic.py"
