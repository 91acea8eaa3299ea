from nonproj.public.parsers import with_predicted_tags
from nonproj.public.treebanks import read_treebank, write_treebank
from studies.joblog import job_log

seed = snakemake.params.seed
with job_log(snakemake.log[0], seed=seed):
    train, is_train = read_treebank(snakemake.input.train), snakemake.wildcards.split == "train"
    text = None if is_train else read_treebank(snakemake.input.split)
    write_treebank(with_predicted_tags(train, text, seed), snakemake.output[0])
