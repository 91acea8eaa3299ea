from nonproj.joblog import job_log
from nonproj.results.shared_task import shared_task_values
from nonproj.results.values import Key, write_values

read, params = snakemake.input, snakemake.params
split, *settings = params.labels
with job_log(snakemake.log[0]):
    systems = [*params.variants, *params.blends]
    parses = zip(systems, [*read.parses, *read.blends], strict=True)
    key = Key(snakemake.wildcards.treebank, split, "").under(*settings[:1])
    write_values(snakemake.output[0], shared_task_values(key, read.gold[0], parses))
