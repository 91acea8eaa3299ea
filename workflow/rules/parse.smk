# Training, and all parses of a parser in one job: what it wrote, and its trees restored.


rule train:
    input:
        original=lambda w: parser(w).original,
        prepared=lambda w: parser(w).prepared,
        uncapped=lambda w: RUNS.uncapped(parser(w)),
        features=lambda w: feature_files(w.variant),
    output:
        "data/work/{treebank}/{training}/seed{seed}/{variant}/model.npz",
    resources:
        mem_mb=lambda w, attempt: 4000 * attempt,  # long sentences take n^3
        runtime=240,
    params:
        code=lambda w: code_of(SCRIPTS / "train.py", w.variant),
    script:
        "../scripts/train.py"


rule parse:
    input:
        model=lambda w: RUNS.model(parser(w)),
        texts=lambda w: [parse.gold for parse in PLAN().parses_of(parser(w))],
    output:
        directory("data/work/{treebank}/{training}/seed{seed}/{variant}/parses"),
    resources:
        mem_mb=lambda w, attempt: 4000 * attempt,  # long sentences take n^3
    params:
        code=lambda w: code_of(SCRIPTS / "parse.py", w.variant),
        targets=lambda w: [parse.target for parse in PLAN().parses_of(parser(w))],
    script:
        "../scripts/parse.py"
