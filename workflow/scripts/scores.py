from nonproj.evaluation.parse_files import read_blends, read_folds
from nonproj.evaluation.parse_scores import parse_scores
from nonproj.evaluation.significance.all_pairs import pairwise_tests
from nonproj.evaluation.significance.table import write_tests
from nonproj.evaluation.values import Subject, write_values
from nonproj.joblog import job_log

treebank, (split, *settings) = snakemake.wildcards.treebank, snakemake.params.labels
with job_log(snakemake.log[0]):
    read, wanted = snakemake.input, snakemake.params
    parses = read_folds(wanted.variants, read.gold, wanted.folders, wanted.target)
    parses |= read_blends(wanted.blends, read.gold[0], read.blends)
    pairs = [(Subject.of(a), Subject.of(b)) for a, b in wanted.pairs]
    values = parse_scores(treebank, split, settings, parses, pairs)
    write_values(snakemake.output.scores, values)
    tests = pairwise_tests(treebank, split, settings[0], parses, pairs)
    write_tests(snakemake.output.tests, tests)
