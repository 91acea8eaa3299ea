import subprocess
import sys

from nonproj.data.files import atomic_write
from nonproj.joblog import job_log
from nonproj.reporting.figures.rules import draw_rules

with job_log(snakemake.log[0]):
    options = ["--rulegraph", "dot", "--config", f"suite={snakemake.params.suite}"]
    command = [sys.executable, "-m", "snakemake", *options]
    dot = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    atomic_write(snakemake.output[0], draw_rules(dot))
