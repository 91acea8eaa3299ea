import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.experiments.treebanks.downloads import availability
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    found = availability(snakemake.input.logs, snakemake.params.local)
    atomic_write(Path(snakemake.output[0]), json.dumps(found, indent=2) + "\n")
