# Combinations of parsers: of what was trained and parsed, one job for all blends of a treebank's
# parses, one for all votes.


for TRAINING, TARGET in RUNS.blended(Level.GRAPH):

    rule:
        name:
            f"blend_{TRAINING}_{TARGET}"
        input:
            unpack(heldout_of),
            parses=Parser("{treebank}", "{training}", "{seed}", "").parsed,
        output:
            combinations(RUNS.blends(Level.GRAPH, TRAINING, TARGET)),
        wildcard_constraints:
            training=TRAINING,
            target=TARGET,
        resources:
            mem_mb=2000,
        params:
            folders=lambda w: folders_of(w, Level.GRAPH),
            blends=[
                (blend.weights.value, blend.accumulate, blend.parsers)
                for blend in RUNS.blends(Level.GRAPH, TRAINING, TARGET)
            ],
        script:
            "../scripts/blend.py"


for TRAINING, TARGET in RUNS.blended(Level.TRANSITION):

    rule:
        name:
            f"vote_{TRAINING}_{TARGET}"
        input:
            unpack(heldout_of),
            models=lambda w: [
                RUNS.model(parser) for parser in members(w, Level.TRANSITION)
            ],
            parses=Parser("{treebank}", "{training}", "{seed}", "").parsed,
            text="data/work/{treebank}/{target}.conll",
        output:
            combinations(RUNS.blends(Level.TRANSITION, TRAINING, TARGET)),
        wildcard_constraints:
            training=TRAINING,
            target=TARGET,
        resources:
            mem_mb=6000,
            runtime=60,
        params:
            folders=lambda w: folders_of(w, Level.TRANSITION),
            votes=[
                (blend.variant, blend.parsers)
                for blend in RUNS.blends(Level.TRANSITION, TRAINING, TARGET)
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
        "data/work/{treebank}/generic/{study}-{labels}-{move}.npz",
    wildcard_constraints:
        move="|".join(MOVES),
        labels="[0-9]+",
    resources:
        mem_mb=4000,
        runtime=240,
    params:
        code=lambda w: code_of(
            SCRIPTS / "generic_parsers.py", PLAN().generics[w.study].parser
        ),
        parser=lambda w: PLAN().generics[w.study].parser,
        has_base=lambda w: w.move == MOVES[0],
        labels=lambda w: int(w.labels),
        seed=config["seed"],
    script:
        "../scripts/generic_parsers.py"


rule generic:
    input:
        parses=expand(
            "data/work/{{treebank}}/generic/{{study}}-{{labels}}-{move}.npz",
            move=MOVES,
        ),
        heldout="data/work/{treebank}/sets8/heldout.conll",
        gold=lambda w: f"data/work/{w.treebank}/{PLAN().generics[w.study].target}.conll",
    output:
        scores="data/work/{treebank}/generic/{study}-{labels}.csv",
        words="data/work/{treebank}/generic/{study}-{labels}.npz",
    wildcard_constraints:
        labels="[0-9]+",
    resources:
        mem_mb=4000,
    params:
        weights=lambda w: PLAN().generics[w.study].weights.value,
        target=lambda w: PLAN().generics[w.study].target,
    script:
        "../scripts/generic.py"
