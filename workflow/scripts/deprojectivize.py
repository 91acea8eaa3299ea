from pathlib import Path

from nonproj.public.files import atomic_write
from nonproj.public.parsers import steps_of_model
from nonproj.public.treebanks import read_treebank, write_treebank
from nonproj.public.trees import restore
from nonproj.public.variants import variant_named
from studies.joblog import job_log

model, raw, variant = *snakemake.input, snakemake.wildcards.variant
with job_log(snakemake.log[0]):
    if variant_named(variant).inverts:
        trees = restore(steps_of_model(model, variant), read_treebank(raw))
        write_treebank(trees, snakemake.output[0])
    else:  # nothing to undo, so the code that reads treebanks is not loaded
        atomic_write(snakemake.output[0], Path(raw).read_bytes())
