from nonproj.public.files import write_json
from studies.joblog import job_log
from studies.plan.treebanks.downloads import availability

with job_log(snakemake.log[0]):
    write_json(snakemake.output[0], availability(snakemake.input.logs, snakemake.params.local))
