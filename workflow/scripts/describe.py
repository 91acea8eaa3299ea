import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.data.sources import Sources
from nonproj.joblog import job_log
from nonproj.reporting.experiments import load_studies, published_labels
from nonproj.reporting.provenance import describe_suite

with job_log(snakemake.log[0]):
    found = json.loads(Path(snakemake.input.availability).read_text())
    sources = Sources(snakemake.config, Path.cwd())
    labels = published_labels(load_studies("workflow/experiments"))
    described = describe_suite(sources, found, map(Path, snakemake.input.treebanks), labels)
    atomic_write(Path(snakemake.output[0]), json.dumps(described, indent=2) + "\n")
