from pathlib import Path

from nonproj.public.treebanks import read_treebank
from nonproj.public.values import Key, write_values
from studies.joblog import job_log
from studies.store.parse_files import ParseFile, read_trees
from studies.values.confidence import confidence_values
from studies.values.seeds import pooled
from studies.values.shared_task import errors_over_sentences, shared_task_values

read, params = snakemake.input, snakemake.params
split, *settings = params.labels
with job_log(snakemake.log[0]):
    gold, *dev = (read_treebank(*files) for files in (read.gold, read.dev) if files)
    key = Key(snakemake.wildcards.treebank, split, "").under(*settings[:1])
    names = [*params.variants, *params.blends, *params.peers]
    files = [*map(ParseFile, [*read.parses, *read.blends, *read.peers])]
    parses = [(name, file.data) for name, file in zip(names, files, strict=True)]
    values = [*pooled(shared_task_values(key, Path(*read.gold).read_bytes(), parses))]
    if params.seeds == 1:
        trees = {name: file.trees for name, file in zip(names, files, strict=True)}
        of_dev = zip(params.variants, map(read_trees, read.dev_parses), strict=False)
        ours = {name: trees[name] for name in params.variants}
        values += errors_over_sentences(key, gold, trees)
        values += confidence_values(key, gold, ours, *(dev or [None]), dict(of_dev), params.blends)
    write_values(snakemake.output[0], values)
