from nonproj.evaluation.measurements import write_measurements
from nonproj.evaluation.pairwise import pairwise_tests
from nonproj.evaluation.parse_files import read_parts
from nonproj.evaluation.parse_scores import parse_scores
from nonproj.evaluation.tests_table import write_tests
from nonproj.joblog import job_log

treebank, (split, *settings) = snakemake.wildcards.treebank, snakemake.params.labels
with job_log(snakemake.log[0]):
    read = snakemake.input
    parts = read_parts(snakemake.params.variants, read.gold, read.final, read.parsed, read.counts)
    rows = [row for setting in settings for row in parse_scores(treebank, split, setting, parts)]
    write_measurements(snakemake.output.scores, rows)
    write_tests(snakemake.output.tests, pairwise_tests(treebank, split, settings[0], parts))
