import json
from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.experiments.treebanks.provenance import describe_treebanks
from nonproj.joblog import job_log

read, params = snakemake.input, snakemake.params
with job_log(snakemake.log[0]):
    found = json.loads(Path(read.availability).read_text())
    files = map(Path, read.treebanks)
    treebanks = describe_treebanks(params.kinds, found, files, params.labels, Path.cwd())
    suite = {"name": snakemake.wildcards.suite, "title": params.title, "treebanks": treebanks}
    atomic_write(Path(snakemake.output[0]), json.dumps(suite, indent=2) + "\n")
