import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.experiments.treebanks.downloads import fetch_all
from nonproj.joblog import job_log

params = snakemake.params
with job_log(snakemake.log[0], mirror=params.mirror):
    log = Path(snakemake.output[0])
    found = fetch_all(
        snakemake.wildcards.treebank, log.parent, params.mirror, params.missing == "skip"
    )
    atomic_write(log, json.dumps(found, indent=2) + "\n")
