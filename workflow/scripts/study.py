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
from nonproj.reporting.study import documents

read = snakemake.input
with job_log(snakemake.log[0]):
    study = load(read.experiment)
    found = documents(
        study,
        read_values(*read.measurements),
        read_tests(read.tests),
        [value for path in read.published for value in read_published(path)],
        Suite.of(json.loads(Path(read.suite).read_text())).treebanks,
        departures_by_exhibit(load_departures(), Exhibits([study])),
    )
    for path in map(Path, snakemake.output):
        atomic_write(path, found[path.name])
