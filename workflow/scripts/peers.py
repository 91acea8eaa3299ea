from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.evaluation.peers import collect_peers
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    atomic_write(Path(snakemake.output[0]), collect_peers(snakemake.input))
