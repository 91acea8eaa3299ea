from nonproj.combination.generic_parsers import parse_all, with_move, write_parses
from nonproj.data.conll import read_treebank
from nonproj.joblog import job_log
from nonproj.parsers.interface import Training
from nonproj.trees.restructuring.label_counts import frequent_labels

read, wanted = snakemake.input, snakemake.params
move, labels = snakemake.wildcards.move, int(snakemake.wildcards.labels)
with job_log(snakemake.log[0], seed=wanted.seed, threads=snakemake.threads):
    train = read_treebank(read.train)
    texts = [read_treebank(read.heldout), read_treebank(read.text)]
    variants = [wanted.parser] if wanted.has_base else []
    variants += [with_move(wanted.parser, move, x) for x in frequent_labels(train, labels)]
    how = Training(wanted.seed, snakemake.threads, root="multiple")
    write_parses(snakemake.output[0], parse_all(variants, train, texts, how))
