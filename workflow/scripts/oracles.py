from nonproj.data.conll import read_treebank
from nonproj.evaluation.treebanks.oracle_coverage import oracle_scores
from nonproj.evaluation.values import write_values
from nonproj.joblog import job_log

wildcards = snakemake.wildcards
with job_log(snakemake.log[0]):
    treebank = read_treebank(snakemake.input[0])
    rows = oracle_scores(treebank, wildcards.treebank, wildcards.split, snakemake.params.variants)
    write_values(snakemake.output[0], rows)
