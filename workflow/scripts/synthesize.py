from pathlib import Path

from nonproj.public.files import atomic_write
from nonproj.public.treebanks import synthesize
from studies.joblog import job_log

params = snakemake.params
with job_log(snakemake.log[0], seed=params.seed):
    text = synthesize(snakemake.input[0], params.sentences, params.seed)
    atomic_write(Path(snakemake.output[0]), text)
