import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.experiments.load import load_studies, published_labels
from nonproj.experiments.provenance import describe_suite
from nonproj.experiments.sources import Sources
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    found = json.loads(Path(snakemake.input.availability).read_text())
    sources = Sources(snakemake.config, Path.cwd())
    labels = published_labels(load_studies("workflow/experiments"))
    described = describe_suite(sources, found, map(Path, snakemake.input.treebanks), labels)
    atomic_write(Path(snakemake.output[0]), json.dumps(described, indent=2) + "\n")
