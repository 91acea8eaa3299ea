from nonproj.data.conll import read_treebank, write_treebank
from nonproj.joblog import job_log
from nonproj.parsers.families import variant_named
from nonproj.parsers.steps import restore

with job_log(snakemake.log[0]):
    variant = variant_named(snakemake.wildcards.variant)
    write_treebank(restore(variant.steps, read_treebank(snakemake.input[0])), snakemake.output[0])
