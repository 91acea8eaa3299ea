# Combinations of parsers: one job for all blends of the parses of a treebank, one for all votes.


rule blend:
    input:
        parses=parses_to_blend,
        gold="data/work/{treebank}/{training}/heldout.conll",
    output:
        combinations(Level.GRAPH),
    resources:
        mem_mb=2000,
    params:
        variants=RUNS.blended(Level.GRAPH),
        blends=[
            (blend.weights.value, blend.accumulate, blend.parsers)
            for blend in RUNS.blends(Level.GRAPH)
        ],
    script:
        "../scripts/blend.py"


rule vote:
    input:
        unpack(parsers_to_vote),
        gold="data/work/{treebank}/{training}/heldout.conll",
        text="data/work/{treebank}/{target}.conll",
    output:
        combinations(Level.TRANSITION),
    resources:
        mem_mb=6000,
        runtime=60,
    params:
        variants=RUNS.blended(Level.TRANSITION),
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
        parsers=lambda w: list(PLAN().selecting[w.study].parsers),
        weights=lambda w: PLAN().selecting[w.study].weights.value,
        target=lambda w: PLAN().selecting[w.study].target,
        labels=lambda w: PLAN().labels_of_selection(w.treebank, w.study),
    script:
        "../scripts/selection.py"
