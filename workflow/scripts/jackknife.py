from pathlib import Path

from nonproj.data.conll import read_treebank
from nonproj.data.files import atomic_write
from nonproj.data.retag import render_tags
from nonproj.joblog import job_log
from nonproj.tagging.jackknife import TAG_COLUMNS, jackknife, tag_with

seed = snakemake.params.seed
with job_log(snakemake.log[0], seed=seed):
    train = read_treebank(snakemake.input.train)
    if snakemake.wildcards.split == "train":
        tagged = jackknife(train, seed=seed)
    else:
        tagged = tag_with(train, read_treebank(snakemake.input.split), seed=seed)
    atomic_write(Path(snakemake.output[0]), render_tags(tagged, TAG_COLUMNS))
