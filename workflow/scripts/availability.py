from nonproj.data.files import write_json
from nonproj.experiments.treebanks.downloads import availability
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    write_json(snakemake.output[0], availability(snakemake.input.logs, snakemake.params.local))
