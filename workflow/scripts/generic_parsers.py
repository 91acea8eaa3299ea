from pathlib import Path

from nonproj.public.parsers import Training
from nonproj.public.treebanks import read_treebank
from studies.joblog import job_log
from studies.plan.code import maker
from studies.values.generic_parsers import moved, parse_all, with_move, write_parses

read, wanted, where = snakemake.input, snakemake.params, snakemake.wildcards
any_label = with_move(wanted.parser, where.move, "label")
facts = {"seed": wanted.seed, "threads": snakemake.threads}
facts |= maker(any_label, where.treebank, snakemake.scriptdir)
with job_log(snakemake.log[0], **facts):
    train, texts = read_treebank(read.train), [*map(read_treebank, read.texts)]
    how = Training(wanted.seed, snakemake.threads, root="multiple")
    for variant in moved(wanted.parser, train, where.move, int(where.labels)):
        parses = parse_all(variant, train, texts, how)
        found = dict(zip(wanted.targets, parses, strict=True))
        write_parses(Path(snakemake.output[0]), variant, found)
