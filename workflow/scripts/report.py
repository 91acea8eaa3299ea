import json
import pickle
from pathlib import Path

from nonproj.public.drawing import as_json
from nonproj.public.files import atomic_write
from studies.joblog import job_log, versions
from studies.judge.verdicts import read_verdicts
from studies.papers.deviations import (
    Exhibits,
    check_coverage,
    check_deviations,
    load_coverage,
    load_deviations,
)
from studies.plan.study.load import load, load_studies
from studies.plan.treebanks.provenance import measured
from studies.plan.treebanks.suite import Provenance, Suite
from studies.report import html
from studies.report.coverage import found_in
from studies.report.findings.report import collect
from studies.report.ledger import ledger_of
from studies.report.pages import write_pages
from studies.store.storing import origin_of
from studies.values.peers import read_peers, results_as_csv

read, write, params = snakemake.input, snakemake.output, snakemake.params
with job_log(snakemake.log[0], seed=params.seed):
    built = pickle.loads(Path(read.built).read_bytes())
    suite, studies = Suite.read(read.suite), [*map(load, read.studies)]
    papers = Path(read.studies[0]).parents[1]
    deviations, coverage = load_deviations(papers), load_coverage(papers)
    complete = load_studies(papers)
    check_coverage(coverage, complete)
    check_deviations(deviations, Exhibits(complete))
    peers = read_peers(read.peers)
    found = collect(
        suite,
        studies,
        built.measured,
        ledger_of(read.catalogues, read_verdicts(read.claims), studies, suite.names),
        tables=built.tables,
        trees=json.loads(Path(read.trees).read_text()),
        advice={Path(p).stem: json.loads(Path(p).read_text()) for p in read.recommendations},
        peers=peers,
    )
    when = measured(Path("data/work/logs"), suite.names)
    parses = origin_of(Path(params.root), **params.origins)
    provenance = Provenance(when, params.seed, versions(), html.FILES, params.note, parses)
    own = (entry for entry in coverage if entry.paper in {study.id for study in studies})
    covered = found_in(own, html.held(built.tables, built.figures))
    shown = suite, studies, built.tables, built.figures
    pages = html.render(*shown, provenance, found, deviations, covered)
    write_pages(Path(write.page).parent, pages)
    atomic_write(write.peers, results_as_csv(peers))
    atomic_write(write.findings, as_json([*found.shown, found.comparisons]))
