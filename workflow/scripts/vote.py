from nonproj.data.conll import read_treebank, write_treebank
from nonproj.joblog import job_log
from nonproj.parsers.families import load_model, variant_named
from nonproj.parsers.voting.model import voting_model

read, folders = snakemake.input, snakemake.params.folders
with job_log(snakemake.log[0]):
    gold, text = read_treebank(read.heldout), read_treebank(read.text)
    models = dict(zip(folders, map(load_model, read.models), strict=True))
    heldout = {v: read_treebank(f"{folder}/heldout.conll") for v, folder in folders.items()}
    for (name, parsers), path in zip(snakemake.params.votes, snakemake.output, strict=True):
        members, parses = ([of[parser] for parser in parsers] for of in (models, heldout))
        model = voting_model(variant_named(name), members, gold, parses)
        write_treebank(model.parse(text).treebank, path)
