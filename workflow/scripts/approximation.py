from nonproj.data.conll import read_treebank
from nonproj.joblog import job_log
from nonproj.parsers.families import load_model
from nonproj.results.approximation import approximation_values
from nonproj.results.values import write_values

read, params = snakemake.input, snakemake.params
with job_log(snakemake.log[0]):
    files = zip(read.models, read.gold, read.parses, strict=True)
    parts = ((load_model(m), read_treebank(g), read_treebank(p)) for m, g, p in files)
    rows = approximation_values(snakemake.wildcards.treebank, *params.labels[:2], parts)
    write_values(snakemake.output[0], rows)
