from nonproj.data.conll import read_treebank, write_treebank
from nonproj.joblog import job_log
from nonproj.parsers.families import load_model, variant_named
from nonproj.parsers.voting.model import voting_model

read, variant = snakemake.input, variant_named(snakemake.params.variant)
with job_log(snakemake.log[0]):
    members, heldout = map(load_model, read.models), map(read_treebank, read.heldout)
    model = voting_model(variant, list(members), read_treebank(read.gold), list(heldout))
    write_treebank(model.parse(read_treebank(read.text)).treebank, snakemake.output[0])
