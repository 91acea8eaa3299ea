from pathlib import Path

from nonproj.claims.verdicts import read_verdicts
from nonproj.experiments.study.load import load_studies
from nonproj.experiments.study.published import read_published
from nonproj.experiments.treebanks.suite import Suite
from nonproj.joblog import job_log
from nonproj.reporting.study import ask
from nonproj.reporting.timings import read_speeds
from nonproj.results.on_demand import on_demand
from nonproj.results.significance.table import write_tests
from nonproj.results.values import read_values, write_values

read, write = snakemake.input, snakemake.output
experiments = [Path(path) for path in read.experiments]
with job_log(snakemake.log[0]):
    measurements = read_values(*read.measurements)
    values, tests = on_demand(measurements, read.scores, read.words, read.seeds, read.tests)
    ask(
        load_studies(experiments[0].parent, [path.stem for path in experiments]),
        values,
        tests,
        read_published(*read.published),
        Suite.read(read.suite),
        read_verdicts(read.claims),
        read_speeds(read.speeds),
    )
    write_values(write.measurements, measurements)
    write_values(write.scores, (value for value in values if not measurements.find(value.key)))
    write_tests(write.tests, tests)
