from nonproj.public.parsers import load_model
from nonproj.public.treebanks import read_treebank
from nonproj.public.variants import variant_named
from studies.joblog import job_log
from studies.plan.treebanks.provenance import commit
from studies.store.parsing import parse_file

read, write = snakemake.input, snakemake.output
with job_log(snakemake.log[0], threads=snakemake.threads, commit=commit(snakemake.scriptdir)):
    parser = load_model(read.model).applied_as(variant_named(snakemake.wildcards.variant))
    from_forms = snakemake.params.from_forms
    tags = "predict" if from_forms else "keep"
    text, files = read_treebank(read.text), (write.raw, write.counts)
    parse_file(parser, text, snakemake.threads, tags, *files, confidence=from_forms)
