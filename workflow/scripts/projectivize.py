from nonproj.public.treebanks import read_treebank, write_treebank
from nonproj.public.trees import prepared
from studies.joblog import job_log

with job_log(snakemake.log[0]):
    trees = prepared(snakemake.wildcards.steps, read_treebank(snakemake.input[0]))
    write_treebank(trees, snakemake.output[0])
