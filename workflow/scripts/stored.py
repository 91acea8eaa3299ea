from pathlib import Path

from nonproj.experiments.storing import take
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    take(*map(Path, snakemake.input), *map(Path, snakemake.output))
