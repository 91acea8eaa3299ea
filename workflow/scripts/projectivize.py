from nonproj.data.conll import read_treebank, write_treebank
from nonproj.parsers.steps import prepared
from studies.joblog import job_log

with job_log(snakemake.log[0]):
    trees = prepared(snakemake.wildcards.steps, read_treebank(snakemake.input[0]))
    write_treebank(trees, snakemake.output[0])
