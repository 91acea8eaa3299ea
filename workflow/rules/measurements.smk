# Figures that need no learning, as counts.


rule measure:
    input:
        "data/work/{treebank}/{split}.conll",
    output:
        "data/work/{treebank}/{measure}-{split}.csv",
    log:
        "data/work/logs/{measure}/{treebank}-{split}.log",
    benchmark:
        "data/work/benchmarks/{measure}/{treebank}-{split}.tsv"
    wildcard_constraints:
        measure="|".join(SPLITS_MEASURED),
    conda:
        ENVIRONMENT
    threads: lambda w: 2 if w.measure == "coverage" else 1
    resources:
        mem_mb=lambda w: 4000 if w.measure == "coverage" else 1000,
        runtime=30,
    params:
        code=fingerprint("evaluation"),
    script:
        "../scripts/measure.py"


rule measurements:
    input:
        lambda w: {"measurements": measurement_files, "scores": score_files}[w.kind](w),
    output:
        "reports/{suite}/{kind}.csv",
    log:
        "data/work/logs/measurements/{suite}-{kind}.log",
    benchmark:
        "data/work/benchmarks/measurements/{suite}-{kind}.tsv"
    wildcard_constraints:
        kind="measurements|scores",
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        code=fingerprint("evaluation"),
    script:
        "../scripts/measurements.py"
