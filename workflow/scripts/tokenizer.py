from pathlib import Path

from nonproj.public.files import atomic_write
from nonproj.public.parsers import TokenizerTraining, train_tokenizer
from nonproj.public.treebanks import read_treebank
from studies.joblog import job_log

with job_log(snakemake.log[0]):
    treebank = read_treebank(snakemake.input[0])
    made = train_tokenizer([treebank], TokenizerTraining(*snakemake.params.how))
    atomic_write(Path(snakemake.output[0]), made.data)
