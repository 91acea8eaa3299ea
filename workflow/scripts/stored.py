from pathlib import Path

from nonproj.experiments.storing import take
from nonproj.joblog import job_log

read, write = snakemake.input, snakemake.output
with job_log(snakemake.log[0]):
    take(*map(Path, (read.parse, read.gold, read.original, write.raw, write.counts, write.parse)))
