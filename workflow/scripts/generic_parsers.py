from pathlib import Path

from nonproj.combination.generic_parsers import moved, parse_all, with_move, write_parses
from nonproj.data.conll import read_treebank
from nonproj.experiments.planning.code import code_of_parser, processor
from nonproj.experiments.treebanks.provenance import commit
from nonproj.joblog import job_log
from nonproj.parsers.interface import Training

read, wanted, where = snakemake.input, snakemake.params, snakemake.wildcards
facts = {"commit": commit(snakemake.scriptdir), "processor": processor()}
any_label = with_move(wanted.parser, where.move, "label")
facts |= {"code": code_of_parser(any_label, where.treebank), "seed": wanted.seed}
with job_log(snakemake.log[0], threads=snakemake.threads, **facts):
    train, texts = read_treebank(read.train), [*map(read_treebank, read.texts)]
    how = Training(wanted.seed, snakemake.threads, root="multiple")
    for variant in moved(wanted.parser, train, where.move, int(where.labels)):
        parses = parse_all(variant, train, texts, how)
        found = dict(zip(wanted.targets, parses, strict=True))
        write_parses(Path(snakemake.output[0]), variant, found)
