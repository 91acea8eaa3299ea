from nonproj.combination.blending import blend
from nonproj.data.conll import read_treebank, write_treebank
from nonproj.joblog import job_log

read, variants = snakemake.input, snakemake.params.variants
with job_log(snakemake.log[0]):
    gold = read_treebank(read.gold)
    parses = dict(zip(variants, map(read_treebank, read.parses), strict=True))
    heldout = dict(zip(variants, map(read_treebank, read.heldout), strict=True))
    for (weights, accumulate, parsers), path in zip(
        snakemake.params.blends, snakemake.output, strict=True
    ):
        chosen, weighed = ([of[parser] for parser in parsers] for of in (parses, heldout))
        write_treebank(blend(chosen, weights, gold, weighed, accumulate), path)
