from dataclasses import replace
from functools import partial
from pathlib import Path

from nonproj.public.parsers import (
    Training,
    checkpoint_beside,
    remove_checkpoints_beside,
    train_or_share,
)
from nonproj.public.treebanks import read_treebank
from studies.joblog import job_log
from studies.plan.code import maker

read, seed = snakemake.input, int(snakemake.wildcards.seed)
how = Training(seed, snakemake.threads, root="multiple")  # as in the papers
if snakemake.params.from_forms:  # as in the CoNLL 2018 shared task
    how = replace(how, root="auto", tags="predicted", confidence=True)
if read.tagged:
    how = replace(how, tagging=tuple(map(Path, read.tagged)))
how = replace(how, dev=next(map(read_treebank, read.dev), None))
where = snakemake.wildcards
facts = {"seed": seed, "threads": how.threads}
facts |= maker(where.variant, where.treebank, snakemake.scriptdir)
if snakemake.params.size:  # neural parsers only
    from nonproj.public.parsers import jax

    facts |= {"device": jax.default_backend(), "size": snakemake.params.size}
    report = partial(print, flush=True)  # progress goes to the log
    texts = read.original, read.prepared, *read.dev
    code, size = snakemake.params.code, snakemake.params.size
    checkpoint = checkpoint_beside(snakemake.output[0], f"{code} {size}", texts)
    how = replace(how, size=size, report=report, checkpoint=checkpoint)
with job_log(snakemake.log[0], **facts):
    original, prepared = read_treebank(read.original), Path(read.prepared)
    model = train_or_share(snakemake.wildcards.variant, original, prepared, how, read.uncapped)
    model.save(snakemake.output[0])
    if how.checkpoint:
        remove_checkpoints_beside(snakemake.output[0])
