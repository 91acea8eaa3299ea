from nonproj.public.scores import Text, write_text
from nonproj.public.values import Subject
from studies.joblog import job_log
from studies.store.folds import read_blends, read_folds

read, params = snakemake.input, snakemake.params
with job_log(snakemake.log[0]):
    parses = read_folds(read.parses)
    for names, files in ((params.blends, read.blends), (params.peers, read.peers)):
        parses |= read_blends(names, *read.gold, files)
    pairs = [(Subject.of(a), Subject.of(b)) for a, b in params.pairs]
    references = map(Subject, params.references)
    text = Text.of(snakemake.wildcards.treebank, params.labels, parses, pairs, references)
    write_text(snakemake.output[0], text)
