from nonproj.public.treebanks import read_treebank, sets_of, split_folds, write_treebank
from studies.joblog import job_log

with job_log(snakemake.log[0]):
    train_sets, heldout_sets = sets_of(snakemake.wildcards.training)
    treebank = read_treebank(snakemake.input[0])
    train, heldout = split_folds(treebank, heldout_sets, train_sets)
    write_treebank(train, snakemake.output.train)
    write_treebank(heldout, snakemake.output.heldout)
