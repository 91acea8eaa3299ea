import pickle
from pathlib import Path

from nonproj.public.files import atomic_write
from nonproj.public.values import Values, read_values, write_values
from studies.joblog import job_log
from studies.judge.verdicts import read_verdicts
from studies.plan.study.load import load
from studies.plan.study.published import read_published
from studies.plan.treebanks.suite import Suite
from studies.report.study import build_all
from studies.store.costs import costs_of
from studies.store.speeds import read_speeds
from studies.values.on_demand import on_demand
from studies.values.peers import read_peers
from studies.values.tests import read_pairs, write_tests

read, write = snakemake.input, snakemake.output
with job_log(snakemake.log[0]):
    measurements = read_values(*read.measurements)
    values, tests = on_demand(
        measurements, read.scores, read.words, read.seeds, read.kept, read.tests
    )
    speeds = read_speeds(read.speeds)
    costs = costs_of(speeds, read_peers(read.peers))
    values.sources.append(costs)
    built = build_all(
        [*map(load, read.studies)],
        values,
        tests,
        read_published(*read.published),
        Suite.read(read.suite),
        speeds,
    )
    for verdict in read_verdicts(read.claims):
        for key in verdict.evidence:
            values.find(key)  # values and tests keep what was asked for
    for pair in read_pairs(read.tested):
        tests.find(*pair)
    write_values(write.measurements, measurements)
    others = Values(sources=[measurements, costs])
    write_values(write.scores, (value for value in values if not others.find(value.key)))
    write_tests(write.tests, tests)
    atomic_write(Path(write.built), pickle.dumps(built))
