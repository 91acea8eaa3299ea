from pathlib import Path

from nonproj.public.files import atomic_write
from studies.joblog import job_log
from studies.store.speeds import collect_speeds

with job_log(snakemake.log[0]):
    atomic_write(
        Path(snakemake.output[0]), collect_speeds(snakemake.params.parses, snakemake.input.kept)
    )
