# Tables, figures and the report of a suite, from values and the printed ones.


rule describe:
    input:
        availability="reports/{suite}/availability.json",
        treebanks=treebank_files,
        profiles=SOURCES.profiles,
        stand_ins="data/stand-ins.tsv",
    output:
        "reports/{suite}/suite.json",
    params:
        title=verbatim(SOURCES.suite.title),
        kinds=SOURCES.treebanks,
        labels=verbatim(LABELS),
        pins=lambda w: [SOURCES.pins(treebank) for treebank in SOURCES.public],
    script:
        "../scripts/describe.py"


for study in STUDIES:

    rule:
        name:
            f"report_{study.id.replace('-', '_')}"
        input:
            experiment=f"workflow/experiments/{study.id}.yaml",
            published=[f"data/published/{study.id}.csv"] if study.of_a_paper else [],
            measurements=rules.significance.output[:2],
            tests=rules.significance.output.tests,
            suite=rules.describe.output[0],
        output:
            *(
                report(
                    f"reports/{{suite}}/tables/{study.id}-{table.id}.csv",
                    caption="../report/study.rst",
                    category=study.id,
                    subcategory="tables",
                    labels={"table": table.id, "title": table.title},
                )
                for table in study.tables
            ),
            *(
                report(
                    f"reports/{{suite}}/figures/{study.id}-{figure.id}.svg",
                    caption="../report/study.rst",
                    category=study.id,
                    subcategory="figures",
                    labels={"figure": figure.id, "title": figure.title},
                )
                for figure in study.figures
            ),
        params:
            source=verbatim(study.source),
        script:
            "../scripts/study.py"


# How fast the parsers are differs from run to run; everything else that is measured does not.
rule speeds:
    input:
        lambda w: digests(parse for _, parse in PLAN().own_models),
    output:
        "reports/{suite}/speeds.csv",
    params:
        parses=lambda w: [
            [
                scored.treebank,
                *scored.labels[:2],
                parse.variant,
                f"{parse.parses}/{parse.target}",
                [
                    (parser.prepared, parser.log)
                    for parser in (parse, *RUNS.uncapped(parse))
                ],
            ]
            for scored, parse in PLAN().own_models
        ],
    script:
        "../scripts/speeds.py"


# Not part of a report: `make times` on a machine that does nothing else.
rule parse_times:
    input:
        models=lambda w: [RUNS.model(parse) for _, parse in PLAN().timed],
        texts=lambda w: [parse.gold for _, parse in PLAN().timed],
        catalogue="data/published/claims.csv",
        stand_ins="data/stand-ins.tsv",
    output:
        times="reports/{suite}/parse-times.tsv",
        claims="reports/{suite}/time-claims.csv",
    threads: workflow.cores
    params:
        parses=lambda w: [
            [
                scored.treebank,
                scored.split,
                parse.variant,
                RUNS.model(parse),
                parse.gold,
            ]
            for scored, parse in PLAN().timed
        ],
    script:
        "../scripts/parse_times.py"


# Programs of others, if config.yaml names any. Their commands are in its variables.
rule peer:
    input:
        splits_of,
    output:
        "data/work/{treebank}/peers/{peer}.json",
    resources:
        mem_mb=lambda w, attempt: 4000 * attempt,
        runtime=lambda w, attempt: 240 * attempt,
    params:
        commands=lambda w: config["peers"][w.peer],
    script:
        "../scripts/peer.py"


rule peers:
    input:
        peers,
    output:
        "reports/{suite}/peers.csv",
    script:
        "../scripts/peers.py"


# What is tried within the minutes differs from run to run, as times do.
rule recommend:
    input:
        train="data/work/{treebank}/train.conll",
        dev=lambda w: [file for file in splits_of(w) if Path(file).stem == "dev"],
        templates=package_files("reporting/templates/*"),
        features=package_files("parsers/transition/feature_models/*.yaml"),
    output:
        page="reports/{suite}/recommendations/{treebank}.html",
        figures="reports/{suite}/recommendations/{treebank}.json",
    threads: workflow.cores
    resources:
        mem_mb=lambda w, attempt: 2000 * workflow.cores * attempt,  # a strategy on each core
        runtime=lambda w, attempt: (2 * SOURCES.suite.recommend + 30) * attempt,
    params:
        minutes=SOURCES.suite.recommend,
        folder="data/work/{treebank}/recommendation",
        seed=config["seed"],
    script:
        "../scripts/recommend.py"


rule trees:
    input:
        gold=lambda w: [parses[0].gold for parses in PLAN().shown.values()],
        parses=lambda w: digests(p for parses in PLAN().shown.values() for p in parses),
    output:
        "reports/{suite}/trees.json",
    params:
        most=SOURCES.suite.shown,
        treebanks=lambda w: [
            [
                name,
                parses[0].target,
                [[p.variant, f"{p.parses}/{p.target}"] for p in parses],
            ]
            for name, parses in PLAN().shown.items()
        ],
    script:
        "../scripts/trees.py"


rule index:
    input:
        experiments=[f"workflow/experiments/{s.id}.yaml" for s in STUDIES],
        suite=rules.describe.output[0],
        measurements=rules.significance.output[:2],
        tests=rules.significance.output.tests,
        claims=rules.claims.output[0],
        catalogue="data/published/claims.csv",
        speeds=rules.speeds.output[0],
        trees=rules.trees.output[0],
        recommendations=recommendations,
        peers=rules.peers.output[0],
        published=[f"data/published/{s.id}.csv" for s in STUDIES if s.of_a_paper],
        tables=[
            f"reports/{{suite}}/tables/{s.id}-{t.id}.csv"
            for s in STUDIES
            for t in s.tables
        ],
        figures=[
            f"reports/{{suite}}/figures/{s.id}-{f.id}.svg"
            for s in STUDIES
            for f in s.figures
        ],
        templates=package_files("reporting/templates/*"),
    output:
        page=report(
            "reports/{suite}/index.html",
            caption="../report/index.rst",
            category="Report",
        ),
        findings="reports/{suite}/findings.json",
        departures="reports/{suite}/departures.csv",
        coverage="reports/{suite}/coverage.csv",
    params:
        studies=[s.id for s in STUDIES],
        parsed=PARSED,
        seed=config["seed"],
        commit=commit(ROOT),
        note=verbatim(SOURCES.suite.note),
    script:
        "../scripts/index.py"
