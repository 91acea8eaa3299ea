import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.evaluation.significance.table import read_tests
from nonproj.evaluation.values import read_values
from nonproj.experiments.study.load import load
from nonproj.experiments.study.published import read_published
from nonproj.experiments.treebanks.suite import Suite
from nonproj.fidelity.departures import departures_by_exhibit, load_departures
from nonproj.fidelity.exhibits import Exhibits
from nonproj.joblog import job_log
from nonproj.reporting.study import figures_of, tables_of
from nonproj.reporting.tables.export import to_csv

read = snakemake.input
with job_log(snakemake.log[0]):
    study, suite = load(read.experiment), Suite.of(json.loads(Path(read.suite).read_text()))
    results = read_values(*read.measurements), read_tests(read.tests)
    published = [value for path in read.published for value in read_published(path)]
    departures = departures_by_exhibit(load_departures(), Exhibits([study]))
    made = {
        f"{study.id}-{table.id}.csv": to_csv(table)
        for table in tables_of(study, *results, published, suite.treebanks, departures)
    }
    for (_, name), figure in figures_of(study, *results, suite.treebanks).items():
        made[f"{study.id}-{name}.svg"] = figure
    for path in map(Path, snakemake.output):
        atomic_write(path, made[path.name])
