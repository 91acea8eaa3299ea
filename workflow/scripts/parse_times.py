from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.evaluation.parse_times import time_parses, times_as_csv
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    atomic_write(Path(snakemake.output[0]), times_as_csv(time_parses(snakemake.params.parses)))
