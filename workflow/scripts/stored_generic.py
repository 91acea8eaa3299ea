from pathlib import Path

from nonproj.combination.generic_parsers import files_of, moved
from nonproj.data.conll import read_treebank
from nonproj.experiments.planning.parses import Parse
from nonproj.experiments.storing import take
from nonproj.joblog import job_log

read, wanted, where = snakemake.input, snakemake.params, snakemake.wildcards
with job_log(snakemake.log[0]):
    train = Path(read.train)
    for variant in moved(wanted.parser, read_treebank(train), where.move, int(where.labels)):
        for target, text in zip(wanted.targets, read.texts, strict=True):
            parse = Parse(where.treebank, "sets8", wanted.seed, variant, target)
            files = files_of(Path(snakemake.output[0]), variant, target)
            files[1].parent.mkdir(parents=True, exist_ok=True)
            take(Path(wanted.root, parse.stored), Path(text), train, *files)
