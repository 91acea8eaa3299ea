# Combinations of parsers: of what was trained and parsed, one job for all blends of a treebank's
# parses, one for all votes.


for (TRAINING, TARGET), BLENDS in RUNS.blends(Level.GRAPH).items():

    rule:
        name:
            f"blend_{TRAINING}_{TARGET}"
        input:
            unpack(heldout_of),
            parses="data/work/{treebank}/{training}/seed{seed}/parses.json",
        output:
            combinations(BLENDS),
        wildcard_constraints:
            training=TRAINING,
            target=TARGET,
        resources:
            mem_mb=2000,
        params:
            folders=lambda w: folders_of(w, Level.GRAPH),
            blends=[
                (blend.weights.value, blend.accumulate, blend.parsers)
                for blend in BLENDS
            ],
        script:
            "../scripts/blend.py"


for (TRAINING, TARGET), BLENDS in RUNS.blends(Level.TRANSITION).items():

    rule:
        name:
            f"vote_{TRAINING}_{TARGET}"
        input:
            unpack(heldout_of),
            models=lambda w: [
                RUNS.model(parser) for parser in members(w, Level.TRANSITION)
            ],
            parses="data/work/{treebank}/{training}/seed{seed}/parses.json",
            text="data/work/{treebank}/{target}.conll",
        output:
            combinations(BLENDS),
        wildcard_constraints:
            training=TRAINING,
            target=TARGET,
        resources:
            mem_mb=6000,
            runtime=60,
        params:
            folders=lambda w: folders_of(w, Level.TRANSITION),
            votes=[(blend.variant, blend.parsers) for blend in BLENDS],
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
            p.variant: p.parses for p in PLAN().selected(w.treebank, w.study)
        },
        weights=lambda w: RUNS.selections[w.study].weights.value,
        target=lambda w: RUNS.selections[w.study].target,
        labels=lambda w: ScoreTable(
            w.treebank,
            RUNS.selections[w.study].training,
            RUNS.selections[w.study].target,
        ).labels,
    script:
        "../scripts/selection.py"


# Parsers with generic transformations: a job for each of the four moves.
rule generic_parsers:
    input:
        train="data/work/{treebank}/sets8/train.conll",
        heldout="data/work/{treebank}/sets8/heldout.conll",
        text=lambda w: f"data/work/{w.treebank}/{RUNS.generic[w.study].target}.conll",
        features=lambda w: feature_files(RUNS.generic[w.study].parser),
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
            SCRIPTS / "generic_parsers.py", RUNS.generic[w.study].parser
        ),
        parser=lambda w: RUNS.generic[w.study].parser,
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
        gold=lambda w: f"data/work/{w.treebank}/{RUNS.generic[w.study].target}.conll",
    output:
        scores="data/work/{treebank}/generic/{study}-{labels}.csv",
        tests="data/work/{treebank}/generic/{study}-{labels}-tests.csv",
    wildcard_constraints:
        labels="[0-9]+",
    resources:
        mem_mb=4000,
    params:
        weights=lambda w: RUNS.generic[w.study].weights.value,
        target=lambda w: RUNS.generic[w.study].target,
    script:
        "../scripts/generic.py"
