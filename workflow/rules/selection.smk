# Which parsers to blend, and in which order.


rule selection:
    input:
        unpack(parses_of_selection),
    output:
        scores="data/work/{treebank}/selection/{study}.csv",
        orders="data/work/{treebank}/selection/{study}-orders.csv",
    log:
        "data/work/logs/selection/{treebank}-{study}.log",
    benchmark:
        "data/work/benchmarks/selection/{treebank}-{study}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=2000,
        runtime=20,
    params:
        parsers=lambda w: list(study(w).selection.parsers),
        weights=lambda w: study(w).selection.weights,
        labels=lambda w: selection_labels(w),
        code=fingerprint("evaluation"),
    script:
        "../scripts/selection.py"
