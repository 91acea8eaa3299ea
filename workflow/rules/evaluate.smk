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
        "data/work/{treebank}/words/{name}.npz",
    resources:
        mem_mb=2000,
    params:
        variants=lambda w: [parse.variant for parse in PLAN().scored[table(w)]],
        folders=lambda w: [parse.parses for parse in PLAN().scored[table(w)]],
        blends=lambda w: [of.blend.name for of in PLAN().blends(table(w))],
        pairs=lambda w: PLAN().pairs(table(w)),
        references=REFERENCES,
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
        "data/work/{treebank}/oracles/{split}.npz",
    resources:
        mem_mb=2000,
    params:
        variants=lambda w: PLAN().oracles[w.treebank, w.split],
    script:
        "../scripts/oracles.py"


# What tables, figures, claims and findings ask for, and nothing else.
rule significance:
    input:
        measurements=measures,
        scores=lambda w: PLAN().score_files,
        words=lambda w: PLAN().text_files,
        seeds=FURTHER_SEEDS,
        experiments=[f"workflow/experiments/{s.id}.yaml" for s in STUDIES],
        published=[f"data/published/{s.id}.csv" for s in STUDIES if s.of_a_paper],
        suite="reports/{suite}/suite.json",
        catalogue="data/published/claims.csv",
        stand_ins="data/stand-ins.tsv",
        speeds="reports/{suite}/speeds.csv",
    output:
        measurements="reports/{suite}/measurements.csv",
        scores="reports/{suite}/scores.csv",
        tests="reports/{suite}/significance.csv",
    resources:
        mem_mb=4000,
    params:
        studies=[s.id for s in STUDIES],
        parsed=PARSED,
    script:
        "../scripts/significance.py"


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
        measurements=rules.significance.output[:2],
        tests=rules.significance.output.tests,
        catalogue="data/published/claims.csv",
        stand_ins="data/stand-ins.tsv",
    output:
        "reports/{suite}/claims.csv",
    script:
        "../scripts/claims.py"
