import pickle
from pathlib import Path

from nonproj.public.files import atomic_write
from studies.joblog import job_log

with job_log(snakemake.log[0]):
    built = pickle.loads(Path(snakemake.input[0]).read_bytes())
    for path, figure in zip(snakemake.output, built.figures.values(), strict=True):
        atomic_write(Path(path), figure)
