from nonproj.joblog import job_log
from nonproj.results.seeds import of_seed
from nonproj.results.texts import read_texts
from nonproj.results.values import write_values

with job_log(snakemake.log[0]):
    texts = read_texts(*snakemake.input)
    write_values(snakemake.output[0], of_seed(texts, snakemake.params.seed))
