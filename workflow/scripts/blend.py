from nonproj.combination.blending import blend
from nonproj.data.conll import read_treebank, write_treebank
from nonproj.joblog import job_log

read, target, folders = snakemake.input, snakemake.wildcards.target, snakemake.params.folders
with job_log(snakemake.log[0]):
    parses = {v: read_treebank(f"{folder}/{target}.conll") for v, folder in folders.items()}
    gold, heldout = None, dict.fromkeys(parses)
    if read.get("heldout"):
        gold = read_treebank(read.heldout)
        heldout = {v: read_treebank(f"{folder}/heldout.conll") for v, folder in folders.items()}
    for (weights, accumulate, parsers), path in zip(
        snakemake.params.blends, snakemake.output, strict=True
    ):
        chosen, weighed = ([of[parser] for parser in parsers] for of in (parses, heldout))
        write_treebank(blend(chosen, weights, gold, weighed, accumulate), path)
