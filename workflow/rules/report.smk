# Make the tables, figures and report of a suite from our values and those in the papers.


rule describe:
    """Describe the treebanks of the suite: licences, hashes, missing splits."""
    input:
        logs=[f"data/raw/{treebank}/download.json" for treebank in SOURCES.public],
        treebanks=lambda w: [file for name in treebanks() for file in splits_of(name)],
        grammars=[place(ROOT / file) for file in SOURCES.grammars],
        stand_ins=f"{DATA}/stand-ins.tsv",
    output:
        "reports/{suite}/suite.json",
    log:
        "data/work/logs/describe/{suite}.log",
    benchmark:
        "data/work/benchmarks/describe/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("describe"),
        title=verbatim(SOURCES.suite.title),
        kinds=SOURCES.treebanks,
        local=lambda w: SOURCES.local_splits,
        labels=verbatim(published_labels(load_studies(PAPERS))),
        pins=lambda w: [SOURCES.pins(treebank) for treebank in SOURCES.public],
    script:
        "../scripts/describe.py"


rule tables:
    """Write each table of the studies, with the published values beside ours."""
    input:
        rules.significance.output.built,
    output:
        [
            shown(f"reports/{{suite}}/tables/{study.id}-{table.id}.csv", study, table)
            for study in STUDIES
            for table in study.tables
        ],
    log:
        "data/work/logs/tables/{suite}.log",
    benchmark:
        "data/work/benchmarks/tables/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("tables"),
    script:
        "../scripts/tables.py"


rule figures:
    """Write each figure of the studies."""
    input:
        rules.significance.output.built,
    output:
        [
            shown(
                f"reports/{{suite}}/figures/{study.id}-{figure.id}.svg", study, figure
            )
            for study in STUDIES
            for figure in study.figures
        ],
    log:
        "data/work/logs/figures/{suite}.log",
    benchmark:
        "data/work/benchmarks/figures/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("figures"),
    script:
        "../scripts/figures.py"


# The key `peers` of config.yaml names third-party parsers and gives their commands.
rule peer:
    """Train, apply and score a third-party parser."""
    input:
        lambda w: splits_of(w.treebank),
    output:
        "data/work/{treebank}/peers/{peer}.json",
    log:
        "data/work/logs/peer/{treebank}-{peer}.log",
    benchmark:
        "data/work/benchmarks/peer/{treebank}-{peer}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    resources:
        mem_mb=lambda w, attempt: 4000 * attempt,
        runtime=lambda w, attempt: 240 * attempt,
    params:
        code=code_of("peer"),
        commands=lambda w: config["peers"][w.peer],
    script:
        "../scripts/peer.py"


# Results differ from run to run: the parsers that fit in the given minutes depend on the machine.
rule recommend:
    """Try strategies on a treebank for some minutes, and recommend parsers."""
    input:
        train="data/work/{treebank}/train.conll",
        dev=lambda w: [
            file for file in splits_of(w.treebank) if Path(file).stem == "dev"
        ],
        template=placed(package_files("nonproj/drawing/templates/recommendation.html")),
        features=placed(
            package_files("nonproj/parsers/transition/feature_models/*.yaml")
        ),
    output:
        page="reports/{suite}/recommendations/{treebank}.html",
        figures="reports/{suite}/recommendations/{treebank}.json",
    log:
        "data/work/logs/recommend/{suite}-{treebank}.log",
    benchmark:
        "data/work/benchmarks/recommend/{suite}-{treebank}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    threads: 1000  # all available threads
    resources:
        mem_mb=lambda w, attempt, threads: 2000 * threads * attempt,
        runtime=lambda w, attempt: (2 * SOURCES.suite.recommend + 30) * attempt,
    params:
        code=code_of("recommend"),
        minutes=SOURCES.suite.recommend,
        seed=config["seed"],
    script:
        "../scripts/recommend.py"


rule trees:
    """Choose the sentences on which parsers differ most, for the tree browser."""
    input:
        gold=lambda w: [parses[0].gold for parses in plan().shown.values()],
        texts=lambda w: texts_of([*chain(*plan().shown.values())]),
        parses=lambda w: [*map(STORE.source, chain(*plan().shown.values()))],
    output:
        "reports/{suite}/trees.json",
    log:
        "data/work/logs/trees/{suite}.log",
    benchmark:
        "data/work/benchmarks/trees/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("trees"),
        most=SOURCES.suite.shown,
        treebanks=lambda w: plan().files_of_trees,
    script:
        "../scripts/trees.py"


rule report:
    """Write the pages of the suite: findings, claims, trees, tables and figures."""
    input:
        studies=rules.significance.input.studies,
        suite=rules.describe.output[0],
        built=rules.significance.output.built,
        claims=rules.claims.output[0],
        catalogues=catalogues(PAPERS),
        deviations=deviation_files(PAPERS),
        trees=rules.trees.output[0],
        tables=rules.tables.output,
        figures=rules.figures.output,
        recommendations=recommendations,
        peers=lambda w: files_of_peers(),
        templates=placed(package_files("studies/report/templates/*")),
    output:
        page=report(
            "reports/{suite}/index.html",
            caption="../report/index.rst",
            category="Report",
        ),
        pages=[
            f"reports/{{suite}}/{name}"
            for name in page_files(STUDIES, SOURCES.treebanks)
            if name != "index.html"
        ],
        findings="reports/{suite}/findings.json",
        peers="reports/{suite}/peers.csv",
    log:
        "data/work/logs/report/{suite}.log",
    benchmark:
        "data/work/benchmarks/report/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("report"),
        seed=config["seed"],
        note=verbatim(SOURCES.suite.note),
        root=place(ROOT),
        origins=lambda w: origins(),
    script:
        "../scripts/report.py"


rule timings:
    """Collect the time and memory of all jobs on the suite's treebanks."""
    input:
        rules.report.output.page,
    output:
        "reports/{suite}/timings.tsv",
    log:
        "data/work/logs/timings/{suite}.log",
    benchmark:
        "data/work/benchmarks/timings/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        code=code_of("timings"),
        treebanks=list(SOURCES.treebanks),
    script:
        "../scripts/timings.py"


rule plan:
    """Estimate the time and memory that the suite's remaining jobs need."""
    input:
        # Check the user's own files now, so that planning already reports defects.
        own=[f"data/work/{name}/{split}.conll" for name, split in SOURCES.own_files],
        available=lambda w: availability() or [],
    output:
        "reports/{suite}/plan.txt",
    log:
        "data/work/logs/plan/{suite}.log",
    benchmark:
        "data/work/benchmarks/plan/{suite}.tsv"
    conda:
        "../../envs/nonproj.yaml"
    params:
        estimate=estimate_of,
    script:
        "../scripts/plan.py"
