from nonproj.data.conll import read_treebank
from nonproj.evaluation.treebanks.measures import MEASURES
from nonproj.evaluation.values import write_values
from nonproj.joblog import job_log

wildcards = snakemake.wildcards
with job_log(snakemake.log[0], threads=snakemake.threads):
    treebank = read_treebank(snakemake.input[0])
    measure = MEASURES[wildcards.measure]
    rows = measure(treebank, wildcards.treebank, wildcards.split)
    write_values(snakemake.output[0], rows)
