from pathlib import Path

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.data.files import atomic_write
from nonproj.parsers.families import steps_of_model, variant_named
from nonproj.parsers.steps import restore
from studies.joblog import job_log

model, raw, variant = *snakemake.input, snakemake.wildcards.variant
with job_log(snakemake.log[0]):
    if variant_named(variant).inverts:
        trees = restore(steps_of_model(model, variant), read_treebank(raw))
        write_treebank(trees, snakemake.output[0])
    else:  # nothing to undo, so the code that reads treebanks is not loaded
        atomic_write(snakemake.output[0], Path(raw).read_bytes())
