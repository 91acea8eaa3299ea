from nonproj.evaluation.significance.table import read_tests, write_tests
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    write_tests(snakemake.output[0], read_tests(*snakemake.input))
