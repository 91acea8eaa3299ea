from pathlib import Path

from nonproj.public.files import write_json
from studies.joblog import job_log
from studies.plan.treebanks.downloads import fetch_all

params, folder = snakemake.params, Path(snakemake.output[0]).parent
with job_log(snakemake.log[0], mirror=params.mirror):
    skip = params.missing == "skip"
    found = fetch_all(snakemake.wildcards.treebank, folder, params.mirror, skip)
    write_json(snakemake.output[0], found)
