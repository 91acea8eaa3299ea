# Training, and all parses by the parsers of one training in one job: what each parser wrote, and
# its trees restored. The job makes again only what its model, text or code has changed.


# Compiles what the parsers of a family are made of, as the first of all jobs, before several want
# the same code at the same time. No job needs it: what is not compiled is compiled where it is used.
rule kernels:
    input:
        "data/embedded/short-frequent.yaml",
    output:
        "data/work/kernels/{family}.json",
    priority: 100
    params:
        code=kernel_fingerprint(),
        variants=lambda w: RUNS.families[w.family],
    script:
        "../scripts/kernels.py"


rule train:
    input:
        original=lambda w: parser(w).original,
        prepared=lambda w: parser(w).prepared,
        uncapped=lambda w: [
            file
            for other in RUNS.uncapped(parser(w))
            for file in (other.prepared, other.model)
        ],
        features=lambda w: feature_files(w.variant),
        dev=lambda w: development_set(w),
    output:
        "data/work/{treebank}/{training}/seed{seed}/{variant}/model.npz",
    resources:
        mem_mb=lambda w, attempt: attempt * cost(w).mem_mb,
        runtime=lambda w, attempt: attempt * cost(w).runtime,
    params:
        code=lambda w: code_of(SCRIPTS / "train.py", w.variant),
        size=lambda w: SOURCES.suite.neural if is_neural(w.variant) else "",
    script:
        "../scripts/train.py"


rule parse:
    input:
        models=lambda w: [RUNS.model(parse) for parse in parses_of(w)],
        texts=lambda w: [parse.gold for parse in parses_of(w)],
    output:
        "data/work/{treebank}/{training}/seed{seed}/parses.json",
    resources:
        mem_mb=lambda w, attempt: 4000 * attempt,  # long sentences take n^3
        runtime=lambda w, attempt: 120 * attempt,
    params:
        code=lambda w: [code_of(SCRIPTS / "parse.py", p.variant) for p in parses_of(w)],
        variants=lambda w: [parse.variant for parse in parses_of(w)],
        targets=lambda w: [parse.target for parse in parses_of(w)],
        folders=lambda w: [parse.parses for parse in parses_of(w)],
    script:
        "../scripts/parse.py"
