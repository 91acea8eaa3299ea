from pathlib import Path

from nonproj.public.treebanks import parse_treebank, read_treebank
from nonproj.public.trees import measures
from nonproj.public.values import write_values
from studies.joblog import job_log
from studies.plan.treebanks.provenance import commit

with job_log(snakemake.log[0], commit=commit(snakemake.scriptdir)):
    splits = {Path(path).stem: read_treebank(path) for path in snakemake.input}
    if snakemake.params.halved:
        both = (splits[name].source.data for name in ("train", "test"))
        splits["train"] = parse_treebank(b"".join(both), name="train and test")
    write_values(snakemake.output[0], measures(splits, snakemake.wildcards.treebank))
