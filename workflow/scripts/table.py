import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.evaluation.values import read_values
from nonproj.experiments import load as experiments
from nonproj.experiments.published import read_published
from nonproj.experiments.suite import Suite
from nonproj.joblog import job_log
from nonproj.reporting.tables import build as tables
from nonproj.reporting.tables import export

read, write = snakemake.input, snakemake.output
with job_log(snakemake.log[0]):
    table = tables.build(
        experiments.load(read.experiment).table(snakemake.wildcards.table),
        read_values(*read.measurements),
        read_published(read.published),
        Suite.of(json.loads(Path(read.suite).read_text())).treebanks,
    )
    atomic_write(Path(write.csv), export.to_csv(table))
    atomic_write(Path(write.md), export.to_markdown(table))
    atomic_write(Path(write.tex), export.to_latex(table))
    atomic_write(Path(write.json), table.to_json())
