import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.evaluation.parse_files import parse_if_changed
from nonproj.joblog import job_log

read, wanted = snakemake.input, snakemake.params
with job_log(snakemake.log[0], threads=snakemake.threads):
    origins = {}
    for variant, target, folder, code, model, text in zip(
        wanted.variants,
        wanted.targets,
        wanted.folders,
        wanted.code,
        read.models,
        read.texts,
        strict=True,
    ):
        parse = Path(folder, target)
        origins[str(parse)] = parse_if_changed(parse, variant, model, text, code, snakemake.threads)
    atomic_write(snakemake.output[0], json.dumps(origins, indent=1) + "\n")
