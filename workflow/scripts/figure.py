import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.evaluation.significance.table import read_tests
from nonproj.evaluation.values import read_values
from nonproj.experiments import load as experiments
from nonproj.experiments.suite import Suite
from nonproj.joblog import job_log
from nonproj.reporting.figures import draw as figures

read = snakemake.input
with job_log(snakemake.log[0]):
    figure = figures.draw(
        experiments.load(read.experiment).figure(snakemake.wildcards.figure),
        read_values(*read.measurements),
        Suite.of(json.loads(Path(read.suite).read_text())).treebanks,
        read_tests(*read.tests),
    )
    atomic_write(Path(snakemake.output[0]), figure)
