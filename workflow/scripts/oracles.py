from nonproj.public.scores import write_text
from nonproj.public.treebanks import read_treebank
from studies.joblog import job_log
from studies.values.oracles import oracle_text

wildcards = snakemake.wildcards
with job_log(snakemake.log[0]):
    treebank, variants = read_treebank(snakemake.input[0]), snakemake.params.variants
    text = oracle_text(treebank, wildcards.treebank, wildcards.split, variants)
    write_text(snakemake.output[0], text)
