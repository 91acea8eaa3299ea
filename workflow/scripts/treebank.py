from nonproj.data.conll import read_treebank, write_treebank
from nonproj.experiments.receipts import file_of
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    source = file_of(snakemake.input[0], snakemake.wildcards.split)
    write_treebank(read_treebank(source), snakemake.output[0])
