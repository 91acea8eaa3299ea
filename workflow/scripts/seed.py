from nonproj.evaluation.seeds import of_seed
from nonproj.evaluation.values import read_values, write_values
from nonproj.joblog import job_log

read, write = snakemake.input, snakemake.output
with job_log(snakemake.log[0]):
    scores = read_values(*read)
    write_values(write[0], of_seed(scores, snakemake.params.seed))
