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
        measurement_files,
        score_files,
    output:
        "reports/{suite}/measurements.csv",
    log:
        "data/work/logs/measurements/{suite}.log",
    benchmark:
        "data/work/benchmarks/measurements/{suite}.tsv"
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
