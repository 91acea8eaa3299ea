from nonproj.public.scores import read_texts
from nonproj.public.values import write_values
from studies.joblog import job_log
from studies.values.seeds import of_seed

with job_log(snakemake.log[0]):
    texts = read_texts(*snakemake.input)
    write_values(snakemake.output[0], of_seed(texts, snakemake.params.seed))
