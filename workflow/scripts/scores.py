from nonproj.evaluation.measurements import write_measurements
from nonproj.evaluation.parse_files import read_blends, read_parts
from nonproj.evaluation.significance.pairwise import pairwise_tests
from nonproj.evaluation.significance.table import write_tests
from nonproj.evaluation.table_scores import table_scores
from nonproj.joblog import job_log

treebank, (split, *settings) = snakemake.wildcards.treebank, snakemake.params.labels
with job_log(snakemake.log[0]):
    read, wanted = snakemake.input, snakemake.params
    parts = read_parts(wanted.variants, read.gold, read.final, read.parsed, read.counts)
    parts |= read_blends(wanted.blends, read.gold[0], read.blends)
    rows = table_scores(treebank, split, settings, parts, wanted.pairs)
    write_measurements(snakemake.output.scores, rows)
    tests = pairwise_tests(treebank, split, settings[0], parts, wanted.pairs)
    write_tests(snakemake.output.tests, tests)
