from pathlib import Path

from nonproj.public.files import atomic_write
from studies.joblog import collect_times, job_log

with job_log(snakemake.log[0]):
    work = Path(snakemake.log[0]).parents[2]
    names = [snakemake.wildcards.suite, *snakemake.params.treebanks]
    atomic_write(snakemake.output[0], collect_times(work, names))
