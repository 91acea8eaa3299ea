import json
from pathlib import Path

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.data.files import atomic_write
from nonproj.joblog import job_log
from nonproj.parsers.families import load_model

read, write = snakemake.input, snakemake.output
with job_log(snakemake.log[0], threads=snakemake.threads):
    model = load_model(read.model).applied_as(snakemake.wildcards.variant)
    parse = model.parse(read_treebank(read.text), snakemake.threads)
    write_treebank(parse.written, write.parse)
    atomic_write(Path(write.counts), json.dumps(parse.counts) + "\n")
