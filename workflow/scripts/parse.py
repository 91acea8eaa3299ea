from nonproj.data.conll import read_treebank
from nonproj.experiments.treebanks.provenance import commit
from nonproj.joblog import job_log
from nonproj.parsers.families import load_model, variant_named
from nonproj.results.parse_files import parse_file

read, write = snakemake.input, snakemake.output
with job_log(snakemake.log[0], threads=snakemake.threads, commit=commit(snakemake.scriptdir)):
    parser = load_model(read.model).applied_as(variant_named(snakemake.wildcards.variant))
    tags = "predict" if snakemake.params.from_forms else "keep"
    text = read_treebank(read.text)
    parse_file(parser, text, snakemake.threads, tags, write.raw, write.counts)
