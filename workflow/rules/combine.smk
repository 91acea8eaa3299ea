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
