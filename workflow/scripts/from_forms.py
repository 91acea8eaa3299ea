from pathlib import Path

from nonproj.public.treebanks import read_treebank
from nonproj.public.values import Key, write_values
from studies.joblog import job_log
from studies.store.parse_files import ParseFile, read_trees
from studies.values.confidence import confidence_values
from studies.values.shared_task import shared_task_values

read, params = snakemake.input, snakemake.params
split, *settings = params.labels
with job_log(snakemake.log[0]):
    gold, *dev = (read_treebank(*files) for files in (read.gold, read.dev) if files)
    parses, dev_parses = (
        dict(zip(params.variants, map(read_trees, files), strict=False))
        for files in (read.parses, read.dev_parses)
    )
    key = Key(snakemake.wildcards.treebank, split, "").under(*settings[:1])
    names = [*parses, *params.blends, *params.peers]
    files = zip(names, [*read.parses, *read.blends, *read.peers], strict=True)
    values = [
        *shared_task_values(
            key, Path(*read.gold).read_bytes(), ((name, ParseFile(f).data) for name, f in files)
        ),
        *confidence_values(key, gold, parses, *(dev or [None]), dev_parses, params.blends),
    ]
    write_values(snakemake.output[0], values)
