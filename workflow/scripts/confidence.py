from nonproj.combination.confidence import confidence_values
from nonproj.data.conll import read_treebank
from nonproj.joblog import job_log
from nonproj.parsers.families import load_model
from nonproj.results.values import Key, write_values

read, params = snakemake.input, snakemake.params
split, *settings = params.labels
with job_log(snakemake.log[0]):
    dev, gold = (read_treebank(*files, format="conllu") for files in (read.dev, read.gold))
    models = dict(zip(params.variants, map(load_model, read.models), strict=True))
    key = Key(snakemake.wildcards.treebank, split, "").under(*settings[:1])
    values = confidence_values(key, dev, gold, models, params.blends)
    write_values(snakemake.output[0], values)
