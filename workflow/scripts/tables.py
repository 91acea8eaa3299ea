import pickle
from pathlib import Path

from nonproj.public.files import atomic_write
from studies.joblog import job_log
from studies.tables.export import to_csv

with job_log(snakemake.log[0]):
    built = pickle.loads(Path(snakemake.input[0]).read_bytes())
    for path, table in zip(snakemake.output, built.tables, strict=True):
        atomic_write(Path(path), to_csv(table))
