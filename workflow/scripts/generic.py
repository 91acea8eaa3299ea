from nonproj.combination.generic_parsers import read_parses
from nonproj.combination.generic_pool import Pool, parses_of, values_of
from nonproj.combination.weights import Weights
from nonproj.data.conll import read_treebank
from nonproj.joblog import job_log
from nonproj.results.texts import write_text
from nonproj.results.values import Key, write_values

read, wanted, treebank = snakemake.input, snakemake.params, snakemake.wildcards.treebank
with job_log(snakemake.log[0]):
    heldout, gold = read_treebank(read.heldout), read_treebank(read.gold)
    parses = {}
    for path in read.parses:
        parses |= read_parses(path, [heldout, gold])
    pool = Pool(heldout, gold, parses, Weights(wanted.weights))
    key = Key(treebank, wanted.target, "").under(f"labels={snakemake.wildcards.labels}")
    write_values(snakemake.output.scores, values_of(pool, key))
    write_text(snakemake.output.words, parses_of(pool, key))
