from nonproj.claims.studies import all_claims
from nonproj.claims.verdicts import verdicts, write_verdicts
from nonproj.experiments.treebanks.provenance import stand_ins
from nonproj.joblog import job_log
from nonproj.results.significance.table import read_tests
from nonproj.results.values import read_values

read = snakemake.input
with job_log(snakemake.log[0]):
    studies = snakemake.params.studies
    claims = [claim for claim in all_claims(read.catalogue) if claim.paper in studies]
    values, tests = read_values(*read.measurements), read_tests(read.tests)
    write_verdicts(snakemake.output[0], verdicts(claims, values, tests, stand_ins(read.stand_ins)))
