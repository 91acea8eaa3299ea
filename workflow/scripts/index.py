import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.evaluation.peers import read_peers
from nonproj.evaluation.significance.table import read_tests
from nonproj.evaluation.values import read_values
from nonproj.experiments.study import load as experiments
from nonproj.experiments.treebanks.suite import Provenance, Suite
from nonproj.fidelity.coverage import check_coverage, coverage_as_csv, load_coverage
from nonproj.fidelity.departures import check_departures, departures_as_csv, load_departures
from nonproj.fidelity.exhibits import Exhibits
from nonproj.joblog import job_log, versions
from nonproj.reporting import html
from nonproj.reporting.findings.finding import as_json
from nonproj.reporting.findings.report import collect
from nonproj.reporting.ledger import read_ledger
from nonproj.reporting.tables.build import Table
from nonproj.reporting.timings import read_speeds

read, params = snakemake.input, snakemake.params
with job_log(snakemake.log[0], seed=params.seed, commit=params.commit):
    folder = Path(read.experiments[0]).parent
    studies = experiments.load_studies(folder, params.studies, params.parsed)
    suite = Suite.of(json.loads(Path(read.suite).read_text()))
    drawn = [(figure.study, figure.id) for study in studies for figure in study.figures]
    figures = dict(zip(drawn, (Path(path).read_bytes() for path in read.figures), strict=True))
    departures, coverage, complete = (
        load_departures(),
        load_coverage(),
        experiments.load_studies(folder),
    )
    check_coverage(coverage, complete)
    check_departures(departures, Exhibits(complete))
    tables = [Table.from_json(Path(path).read_text()) for path in read.tables]
    found = collect(
        suite,
        studies,
        read_values(*read.measurements),
        read_tests(read.tests),
        read_ledger(read.catalogue, read.claims, studies, suite.names),
        tables=tables,
        speeds=read_speeds(read.speeds),
        trees=json.loads(Path(read.trees).read_text()),
        advice={Path(p).stem: json.loads(Path(p).read_text()) for p in read.recommendations},
        peers=read_peers(read.peers),
    )
    page = html.render(
        suite,
        studies,
        tables,
        figures,
        Provenance(params.commit, params.seed, versions(), html.FILES, params.note),
        found,
        departures,
        coverage,
    )
    atomic_write(Path(snakemake.output.page), page)
    atomic_write(Path(snakemake.output.findings), as_json([*found.shown, found.comparisons]))
    atomic_write(Path(snakemake.output.departures), departures_as_csv(departures))
    shown = {study.id for study in studies}
    covered = coverage_as_csv(entry for entry in coverage if entry.paper in shown)
    atomic_write(Path(snakemake.output.coverage), covered)
