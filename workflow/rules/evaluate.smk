# Evaluate: scores of parses and oracles, significance tests, and verdicts on the papers' claims.


rule score:
    """Compare all parses of one text with its gold trees, word by word."""
    input:
        unpack(lambda w: plan().files_to_score(table_of(w))),
    output:
        "data/work/{treebank}/words/{name}.npz",
    log:
        "data/work/logs/score/{treebank}-{name}.log",
    benchmark:
        "data/work/benchmarks/score/{treebank}-{name}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=2000,
    params:
        code=code_of("score"),
        blends=lambda w: [of.blend.name for of in plan().blends(table_of(w))],
        peers=lambda w: [*plan().peers(table_of(w))],
        pairs=lambda w: plan().pairs(table_of(w)),
        references=REFERENCES,
        labels=lambda w: table_of(w).labels,
    script:
        "../scripts/score.py"


rule from_forms:
    """Score tags, lemmas, trees and probabilities of arcs that were predicted from forms alone."""
    input:
        unpack(lambda w: plan().files_from_forms(table_of(w))),
    output:
        "data/work/{treebank}/from-forms/{name}.csv",
    log:
        "data/work/logs/from-forms/{treebank}-{name}.log",
    benchmark:
        "data/work/benchmarks/from-forms/{treebank}-{name}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=4000,
    params:
        code=code_of("from_forms"),
        seeds=lambda w: table_of(w).seeds,
        variants=lambda w: [parse.variant for parse in plan().scored[table_of(w)]],
        blends=lambda w: {
            of.blend.name: (of.blend.weights.value, of.blend.parsers)
            for of in plan().blends(table_of(w))
        },
        peers=lambda w: [*plan().peers(table_of(w))],
        labels=lambda w: table_of(w).labels,
    script:
        "../scripts/from_forms.py"


rule raw_text:
    """Parse the raw text of a treebank, and score sentences, words, tags, lemmas and trees."""
    input:
        gold=lambda w: parse_of(w).gold,
        tokenizer="data/work/{treebank}/{training}/tokenizer.udpipe",
        model=lambda w: RUNS.model(parser_of(w)),
    output:
        parse="data/work/{treebank}/{training}/seed{seed}/{variant}/raw-text/{target}.conllu",
        scores="data/work/{treebank}/{training}/seed{seed}/{variant}/raw-text/{target}.csv",
    log:
        "data/work/logs/raw_text/{treebank}-{training}-{seed}-{variant}-{target}.log",
    benchmark:
        "data/work/benchmarks/raw_text/{treebank}-{training}-{seed}-{variant}-{target}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=4000,
    params:
        code=code_of("raw_text"),
        key=lambda w: [*parse_of(w).raw_text_key.texts],
    script:
        "../scripts/raw_text.py"


rule oracles:
    """Score the trees that oracles of transition systems rebuild from gold trees."""
    input:
        "data/work/{treebank}/{split}.conll",
    output:
        "data/work/{treebank}/oracles/{split}.npz",
    log:
        "data/work/logs/oracles/{treebank}-{split}.log",
    benchmark:
        "data/work/benchmarks/oracles/{treebank}-{split}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=2000,
    params:
        code=code_of("oracles"),
        variants=lambda w: plan().oracles[w.treebank, w.split],
    script:
        "../scripts/oracles.py"


rule claims:
    """Judge the papers' claims by paired tests of the parses."""
    input:
        unpack(lambda w: files_of_results()),
        catalogues=catalogues(PAPERS),
        stand_ins=f"{DATA}/stand-ins.tsv",
    output:
        claims="reports/{suite}/claims.csv",
        tested="data/work/tested/{suite}.csv",
    log:
        "data/work/logs/claims/{suite}.log",
    benchmark:
        "data/work/benchmarks/claims/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=4000,
    params:
        code=code_of("claims"),
        studies=[study.id for study in STUDIES],
    script:
        "../scripts/claims.py"


rule significance:
    """Test all differences that are shown, and build the tables, figures and findings."""
    input:
        unpack(lambda w: files_of_results()),
        studies=[f"{PAPERS}/{folder_of(study.id)}/{STUDY}" for study in STUDIES],
        published=[
            f"{PAPERS}/{folder_of(study.id)}/{PUBLISHED_FILE}"
            for study in STUDIES
            if study.printed
        ],
        suite="reports/{suite}/suite.json",
        claims="reports/{suite}/claims.csv",
        tested="data/work/tested/{suite}.csv",
        speeds="reports/{suite}/speeds.csv",
        peers=lambda w: files_of_peers(),
    output:
        measurements="reports/{suite}/measurements.csv",
        scores="reports/{suite}/scores.csv",
        tests="reports/{suite}/significance.csv",
        built="data/work/built/{suite}.pickle",
    log:
        "data/work/logs/significance/{suite}.log",
    benchmark:
        "data/work/benchmarks/significance/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=4000,
    params:
        code=code_of("significance"),
    script:
        "../scripts/significance.py"


rule seed:
    """Store the scores of a suite trained with another seed (make seed SUITE=papers SEED=2)."""
    input:
        lambda w: plan_of_one_text().text_files,
    output:
        f"data/seeds/{{suite}}/{config['seed']}.csv",
    log:
        "data/work/logs/seed/{suite}.log",
    benchmark:
        "data/work/benchmarks/seed/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("seed"),
        seed=config["seed"],
    script:
        "../scripts/seed.py"


rule speeds:
    """Collect the times of training and parsing, which differ from run to run."""
    input:
        parses=lambda w: [STORE.source(parse) for _, parse in plan().own_models],
        kept=lambda w: kept(SPEEDS_CSV),
    output:
        "reports/{suite}/speeds.csv",
    log:
        "data/work/logs/speeds/{suite}.log",
    benchmark:
        "data/work/benchmarks/speeds/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("speeds"),
        parses=lambda w: plan().files_of_speeds,
    script:
        "../scripts/speeds.py"
