from nonproj.combination.blending import blend
from nonproj.data.conll import read_treebank, write_treebank
from nonproj.joblog import job_log

read, params = snakemake.input, snakemake.params
with job_log(snakemake.log[0]):
    parses = [read_treebank(path) for path in read.parses]
    gold = read_treebank(*read.gold) if read.get("gold") else None
    heldout = [read_treebank(path) for path in read.get("heldout", ())]
    trees = blend(parses, params.weights, gold, heldout, params.accumulate)
    write_treebank(trees, snakemake.output[0])
