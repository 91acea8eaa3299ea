from nonproj.data.conll import read_treebank
from nonproj.joblog import job_log
from nonproj.parsers.parser import fit, variant_named
from nonproj.parsers.training import root_mode_of

seed = snakemake.params.seed
with job_log(snakemake.log[0], seed=seed, threads=snakemake.threads):
    variant = variant_named(snakemake.wildcards.variant)
    root_mode = root_mode_of(read_treebank(snakemake.input.original))
    prepared = read_treebank(snakemake.input.prepared)
    model = fit(variant, prepared, root_mode, seed, snakemake.threads)
    model.save(snakemake.output[0])
