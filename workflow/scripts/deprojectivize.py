from nonproj.data.conll import read_treebank, write_treebank
from nonproj.joblog import job_log
from nonproj.parsers.families import steps_of_model
from nonproj.parsers.steps import restore

with job_log(snakemake.log[0]):
    steps = steps_of_model(snakemake.input.model, snakemake.wildcards.variant)
    trees = restore(steps, read_treebank(snakemake.input.raw))
    write_treebank(trees, snakemake.output[0])
