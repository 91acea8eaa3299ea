from nonproj.public.files import atomic_write
from studies.joblog import job_log

with job_log(snakemake.log[0]):
    atomic_write(snakemake.output[0], snakemake.params.estimate)
