from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.joblog import job_log
from nonproj.reporting.inputs import SuiteInputs
from nonproj.reporting.tables.export import to_csv

with job_log(snakemake.log[0]):
    results = SuiteInputs.read(snakemake.input)
    for path, table in zip(snakemake.output, results.tables, strict=True):
        atomic_write(Path(path), to_csv(table))
