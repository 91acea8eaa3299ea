from nonproj.data.conll import read_treebank, write_treebank
from nonproj.joblog import job_log
from nonproj.parsers.parsing import restore
from nonproj.parsers.variants import parse_variant

with job_log(snakemake.log[0]):
    variant = parse_variant(snakemake.wildcards.variant)
    write_treebank(restore(variant, read_treebank(snakemake.input[0])), snakemake.output[0])
