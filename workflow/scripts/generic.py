from pathlib import Path

from nonproj.combination.generic_parsers import Both, moved, read_parses
from nonproj.combination.generic_pool import Pool, parses_of, values_of
from nonproj.combination.weights import Weights
from nonproj.data.conll import read_treebank
from nonproj.joblog import job_log
from nonproj.results.texts import write_text
from nonproj.results.values import Key, write_values

read, wanted, where = snakemake.input, snakemake.params, snakemake.wildcards
with job_log(snakemake.log[0]):
    train, (heldout, gold) = read_treebank(read.train), map(read_treebank, read.texts)
    parses = {wanted.parser: [Both(tree, tree) for tree in map(read_treebank, read.base)]}
    for move, folder in zip(wanted.moves, map(Path, read.moved), strict=True):
        for variant in moved(wanted.parser, train, move, int(where.labels)):
            parses[variant] = read_parses(folder, variant, wanted.targets)
    pool = Pool(heldout, gold, parses, Weights(wanted.weights))
    key = Key(where.treebank, wanted.targets[-1], "").under(f"labels={where.labels}")
    write_values(snakemake.output.scores, values_of(pool, key))
    write_text(snakemake.output.words, parses_of(pool, key))
