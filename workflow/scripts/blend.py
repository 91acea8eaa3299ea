from nonproj.public.combination import blend
from nonproj.public.treebanks import read_treebank, write_treebank
from studies.joblog import job_log
from studies.store.parse_files import read_trees

read, params = snakemake.input, snakemake.params
with job_log(snakemake.log[0]):
    parses = [*map(read_trees, read.parses)]
    gold = read_treebank(*read.gold) if read.gold else None
    trees = blend(parses, params.weights, gold, [*map(read_trees, read.heldout)], params.accumulate)
    write_treebank(trees, snakemake.output[0])
