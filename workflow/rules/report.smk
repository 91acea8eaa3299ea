# Tables, figures and the report of a suite, from measurements and the printed figures.


rule describe:
    input:
        availability="reports/{suite}/availability.json",
        treebanks=treebank_files,
    output:
        "reports/{suite}/suite.json",
    log:
        "data/work/logs/describe/{suite}.log",
    benchmark:
        "data/work/benchmarks/describe/{suite}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        code=fingerprint("reporting"),
        manifest=SOURCES.fingerprint,
    script:
        "../scripts/describe.py"


rule table:
    input:
        experiment="workflow/experiments/{study}.yaml",
        published="data/published/{study}.csv",
        measurements=lambda w: figures_of(w, study(w).table(w.table)),
        suite="reports/{suite}/suite.json",
    output:
        **{
            kind: report(
                f"reports/{{suite}}/tables/{{study}}-{{table}}.{kind}",
                caption="../report/table.rst",
                category="{study}",
                subcategory="{table}",
                labels={"format": kind},
            )
            for kind in ("csv", "md", "tex", "json")
        },
    log:
        "data/work/logs/table/{suite}/{study}-{table}.log",
    benchmark:
        "data/work/benchmarks/table/{suite}/{study}-{table}.tsv"
    group:
        "report"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        title=lambda w: study(w).table(w.table).title,
        source=lambda w: study(w).source,
        code=fingerprint("reporting"),
    script:
        "../scripts/table.py"


rule figure:
    input:
        experiment="workflow/experiments/{study}.yaml",
        measurements=lambda w: figures_of(w, study(w).figure(w.figure)),
        tests=lambda w: tests_of(w, study(w).figure(w.figure)),
        suite="reports/{suite}/suite.json",
    output:
        report(
            "reports/{suite}/figures/{study}-{figure}.svg",
            caption="../report/figure.rst",
            category="{study}",
            subcategory="figures",
            labels={"figure": "{figure}"},
        ),
    log:
        "data/work/logs/figure/{suite}/{study}-{figure}.log",
    benchmark:
        "data/work/benchmarks/figure/{suite}/{study}-{figure}.tsv"
    group:
        "report"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        title=lambda w: study(w).figure(w.figure).title,
        source=lambda w: study(w).source,
        code=fingerprint("reporting"),
    script:
        "../scripts/figure.py"


rule index:
    input:
        experiments=[f"workflow/experiments/{s.id}.yaml" for s in STUDIES],
        suite="reports/{suite}/suite.json",
        tables=[
            f"reports/{{suite}}/tables/{t.study}-{t.id}.json"
            for s in STUDIES
            for t in s.tables
        ],
        figures=[
            f"reports/{{suite}}/figures/{f.study}-{f.id}.svg"
            for s in STUDIES
            for f in s.figures
        ],
    output:
        report(
            "reports/{suite}/index.html",
            caption="../report/index.rst",
            category="Report",
        ),
    log:
        "data/work/logs/index/{suite}.log",
    benchmark:
        "data/work/benchmarks/index/{suite}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        studies=[s.id for s in STUDIES],
        seed=config["seed"],
        commit=commit(Path(workflow.basedir)),
        code=fingerprint("reporting"),
    script:
        "../scripts/index.py"


rule timings:
    input:
        "reports/{suite}/index.html",
    output:
        "reports/{suite}/timings.tsv",
    log:
        "data/work/logs/timings/{suite}.log",
    benchmark:
        "data/work/benchmarks/timings/{suite}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    script:
        "../scripts/timings.py"
