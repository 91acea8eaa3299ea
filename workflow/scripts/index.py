import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.experiments import load as experiments
from nonproj.experiments.suite import Provenance, Suite
from nonproj.joblog import job_log, versions
from nonproj.reporting import html
from nonproj.reporting.tables.build import Table

read, params = snakemake.input, snakemake.params
with job_log(snakemake.log[0], seed=params.seed, commit=params.commit):
    folder = Path(read.experiments[0]).parent
    studies = experiments.load_studies(folder, params.studies, params.parsed)
    drawn = [(figure.study, figure.id) for study in studies for figure in study.figures]
    figures = dict(zip(drawn, (Path(path).read_bytes() for path in read.figures), strict=True))
    page = html.render(
        Suite.of(json.loads(Path(read.suite).read_text())),
        studies,
        [Table.from_json(Path(path).read_text()) for path in read.tables],
        figures,
        Provenance(params.commit, params.seed, versions(), {"Times of all jobs": "timings.tsv"}),
    )
    atomic_write(Path(snakemake.output[0]), page)
