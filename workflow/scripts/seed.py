from nonproj.evaluation.seeds import of_seed
from nonproj.evaluation.texts import read_texts
from nonproj.evaluation.values import write_values
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    texts = read_texts(*snakemake.input)
    write_values(snakemake.output[0], of_seed(texts, snakemake.params.seed))
