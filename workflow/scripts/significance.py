from nonproj.evaluation.significance.table import read_tests, write_tests
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    rows = [row for path in snakemake.input for row in read_tests(path)]
    write_tests(snakemake.output[0], rows)
