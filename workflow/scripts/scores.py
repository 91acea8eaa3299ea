from nonproj.evaluation.parse_files import read_blends, read_folds
from nonproj.evaluation.texts import Text, write_text
from nonproj.evaluation.values import Subject
from nonproj.joblog import job_log

read, wanted = snakemake.input, snakemake.params
with job_log(snakemake.log[0]):
    parses = read_folds(wanted.variants, read.gold, wanted.folders, wanted.target)
    parses |= read_blends(wanted.blends, read.gold[0], read.blends)
    pairs = [(Subject.of(a), Subject.of(b)) for a, b in wanted.pairs]
    references = map(Subject, wanted.references)
    text = Text.of(snakemake.wildcards.treebank, wanted.labels, parses, pairs, references)
    write_text(snakemake.output[0], text)
