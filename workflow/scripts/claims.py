from pathlib import Path

from nonproj.claims.catalogue import load_claims
from nonproj.claims.verdicts import verdicts, write_verdicts
from nonproj.evaluation.measurements import read_measurements
from nonproj.evaluation.significance.table import read_tests
from nonproj.experiments.provenance import stand_ins
from nonproj.joblog import job_log

read = snakemake.input
with job_log(snakemake.log[0]):
    claims = load_claims(Path(read.claims[0]).parent, read.catalogue, read.schema)
    measured, tests = (
        [row for path in read.measurements for row in read_measurements(path)],
        read_tests(read.tests),
    )
    rows = verdicts(claims, measured, tests, stand_ins(Path.cwd()))
    write_verdicts(snakemake.output[0], rows)
