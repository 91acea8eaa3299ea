from nonproj.evaluation.seeds import over_seeds
from nonproj.evaluation.significance.table import read_tests, write_tests
from nonproj.evaluation.values import read_values, write_values
from nonproj.joblog import job_log

read, write = snakemake.input, snakemake.output
with job_log(snakemake.log[0]):
    write_values(write.measurements, read_values(*read.measurements))
    scores, further = read_values(*read.scores), read_values(*read.seeds)
    write_values(write.scores, [*scores, *over_seeds(scores, further), *further])
    write_tests(write.tests, read_tests(*read.tests))
