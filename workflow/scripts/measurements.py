from nonproj.evaluation.values import read_values, write_values
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    write_values(snakemake.output[0], read_values(*snakemake.input))
