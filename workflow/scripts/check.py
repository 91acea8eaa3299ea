from dataclasses import replace

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.data.disjoint import shared_with, without
from nonproj.experiments.treebanks.downloads import file_of
from nonproj.joblog import job_log

read, split = snakemake.input, snakemake.wildcards.split
with job_log(snakemake.log[0]):
    treebank = read_treebank(file_of(read[0], split))
    if snakemake.params.disjoint:
        shared = shared_with(treebank, read_treebank(file_of(read[0], "test")))
        print(f"{len(shared)} sentences of the training set are in the test set, too; left out")
        treebank = without(treebank, shared)
    if snakemake.params.without_xpos:
        print("the fine tags tell the syntactic function; left out")
        treebank = replace(treebank, xpos=treebank.xpos.blank)
    write_treebank(treebank, snakemake.output[0])
