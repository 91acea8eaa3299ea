from pathlib import Path

from nonproj.data.conll import read_treebank
from nonproj.evaluation.parse_files import write_parse
from nonproj.joblog import job_log
from nonproj.parsers.families import load_model

read, folder = snakemake.input, Path(snakemake.output[0])
with job_log(snakemake.log[0], threads=snakemake.threads):
    model = load_model(read.model).applied_as(snakemake.wildcards.variant)
    folder.mkdir(parents=True, exist_ok=True)
    for target, text in zip(snakemake.params.targets, read.texts, strict=True):
        write_parse(folder, target, model, read_treebank(text), snakemake.threads)
