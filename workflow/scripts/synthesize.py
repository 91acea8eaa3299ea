from pathlib import Path

from nonproj.data.files import atomic_write
from nonproj.joblog import job_log
from nonproj.synthesis import load_profile, synthesize

params = snakemake.params
with job_log(snakemake.log[0], seed=params.seed):
    profile = load_profile(Path(snakemake.input[0]))
    atomic_write(Path(snakemake.output[0]), synthesize(profile, params.sentences, params.seed))
