from pathlib import Path

from nonproj.data.files import atomic_write
from studies.joblog import job_log
from studies.report.inputs import SuiteInputs

with job_log(snakemake.log[0]):
    results = SuiteInputs.read(snakemake.input)
    for path, figure in zip(snakemake.output, results.figures, strict=True):
        atomic_write(Path(path), figure)
