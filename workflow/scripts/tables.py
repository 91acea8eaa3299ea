from pathlib import Path

from nonproj.data.files import atomic_write
from studies.joblog import job_log
from studies.report.inputs import SuiteInputs
from studies.tables.export import to_csv

with job_log(snakemake.log[0]):
    results = SuiteInputs.read(snakemake.input)
    for path, table in zip(snakemake.output, results.tables, strict=True):
        atomic_write(Path(path), to_csv(table))
