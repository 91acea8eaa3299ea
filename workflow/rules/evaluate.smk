# Values: measures of treebanks, scores of parses and tests of their differences; claims about them.


rule measure:
    input:
        splits_of,
    output:
        "data/work/{treebank}/measures.csv",
    threads: 2
    resources:
        mem_mb=4000,
    script:
        "../scripts/measure.py"


rule scores:
    input:
        unpack(lambda w: PLAN().files_to_score(table(w))),
    output:
        scores="data/work/{treebank}/scores/{name}.csv",
        tests="data/work/{treebank}/tests/{name}.csv",
    resources:
        mem_mb=2000,
    params:
        variants=lambda w: [parse.variant for parse in PLAN().scored[table(w)]],
        folders=lambda w: [parse.parses for parse in PLAN().scored[table(w)]],
        blends=lambda w: [of.blend.name for of in PLAN().blends(table(w))],
        pairs=lambda w: PLAN().pairs(table(w)),
        target=lambda w: table(w).target,
        labels=lambda w: table(w).labels,
    script:
        "../scripts/scores.py"


rule approximation:
    input:
        unpack(approximated),
    output:
        "data/work/{treebank}/approximation/{name}.csv",
    resources:
        mem_mb=lambda w, attempt: 4000 * attempt,  # long sentences take n^3
    params:
        folders=lambda w: [parse.parses for parse in PLAN().approximated[table(w)]],
        target=lambda w: table(w).target,
        labels=lambda w: table(w).labels,
    script:
        "../scripts/approximation.py"


rule oracles:
    input:
        "data/work/{treebank}/{split}.conll",
    output:
        "data/work/{treebank}/oracles/{split}.csv",
    resources:
        mem_mb=2000,
    params:
        variants=lambda w: PLAN().oracles[w.treebank, w.split],
    script:
        "../scripts/oracles.py"


rule measurements:
    input:
        measurements=measures,
        scores=lambda w: PLAN().score_files,
        tests=lambda w: PLAN().test_files,
        seeds=FURTHER_SEEDS,
    output:
        measurements="reports/{suite}/measurements.csv",
        scores="reports/{suite}/scores.csv",
        tests="reports/{suite}/significance.csv",
    script:
        "../scripts/measurements.py"


# Scores of a suite from another seed, `make seed SUITE=neural SEED=2`: its report has the mean and
# standard deviation of all that data/seeds holds.
rule seed:
    input:
        scores_of_one_text,
    output:
        f"data/seeds/{{suite}}/{config['seed']}.csv",
    params:
        seed=config["seed"],
    script:
        "../scripts/seed.py"


rule claims:
    input:
        measurements=rules.measurements.output[:2],
        tests=rules.measurements.output.tests,
        catalogue="data/published/claims.csv",
        stand_ins="data/stand-ins.tsv",
    output:
        "reports/{suite}/claims.csv",
    script:
        "../scripts/claims.py"
