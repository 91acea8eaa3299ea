from nonproj.data.conll import read_treebank
from nonproj.joblog import job_log
from nonproj.parsers.model_sharing import fit_or_share
from nonproj.parsers.roots import root_mode_of

read, seed = snakemake.input, snakemake.params.seed
with job_log(snakemake.log[0], seed=seed, threads=snakemake.threads):
    root_mode = root_mode_of(read_treebank(read.original))
    trees = read.prepared, read_treebank(read.prepared)
    variant = snakemake.wildcards.variant
    model = fit_or_share(variant, trees, root_mode, seed, snakemake.threads, read.twin)
    model.save(snakemake.output[0])
