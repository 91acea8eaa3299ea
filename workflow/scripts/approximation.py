from nonproj.data.conll import read_treebank
from nonproj.evaluation.approximation import approximation_values
from nonproj.evaluation.values import write_values
from nonproj.joblog import job_log
from nonproj.parsers.families import load_model

read, split = snakemake.input, snakemake.params.labels[0]
with job_log(snakemake.log[0]):
    files = zip(read.model, read.gold, read.final, strict=True)
    parts = ((load_model(m), read_treebank(g), read_treebank(f)) for m, g, f in files)
    rows = approximation_values(snakemake.wildcards.treebank, split, parts)
    write_values(snakemake.output[0], rows)
