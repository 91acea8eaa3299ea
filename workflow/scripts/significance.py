from pathlib import Path

from nonproj.claims.studies import all_claims
from nonproj.experiments.study.load import load_studies
from nonproj.experiments.study.published import read_published
from nonproj.experiments.treebanks.provenance import stand_ins
from nonproj.experiments.treebanks.suite import Suite
from nonproj.joblog import job_log
from nonproj.reporting.study import ask
from nonproj.reporting.timings import read_speeds
from nonproj.results.seeds import over_seeds
from nonproj.results.significance.table import Tests, write_tests
from nonproj.results.texts import read_texts
from nonproj.results.values import Values, read_values, write_values

read, write, params = snakemake.input, snakemake.output, snakemake.params
experiments = [Path(path) for path in read.experiments]
with job_log(snakemake.log[0]):
    texts, further = read_texts(*read.words), read_values(*read.seeds)
    measurements = read_values(*read.measurements)
    scores = read_values(*read.scores, *read.seeds)
    seeds = Values(over_seeds(texts, further))
    values, tests = Values(sources=[measurements, scores, texts, seeds]), Tests(sources=[texts])
    names = [path.stem for path in experiments]
    ask(
        load_studies(experiments[0].parent, names),
        values,
        tests,
        read_published(*read.published),
        Suite.read(read.suite),
        [claim for claim in all_claims(read.catalogue) if claim.paper in names],
        stand_ins(read.stand_ins),
        read_speeds(read.speeds),
    )
    write_values(write.measurements, measurements)
    write_values(write.scores, (value for value in values if not measurements.find(value.key)))
    write_tests(write.tests, tests)
