from pathlib import Path

from nonproj.public.files import write_json
from studies.joblog import job_log
from studies.plan.treebanks.downloads import availability
from studies.plan.treebanks.provenance import describe_treebanks

read, params = snakemake.input, snakemake.params
with job_log(snakemake.log[0]):
    found = availability(read.logs, params.local)
    files, root = map(Path, read.treebanks), Path(read.stand_ins).parents[1]
    treebanks = describe_treebanks(params.kinds, found, files, params.labels, root)
    suite = {"name": snakemake.wildcards.suite, "title": params.title, "treebanks": treebanks}
    write_json(snakemake.output[0], suite)
