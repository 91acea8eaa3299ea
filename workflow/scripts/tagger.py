from nonproj.public.parsers import save_tagger, train_and_tag
from nonproj.public.treebanks import read_treebank, write_treebank
from studies.joblog import job_log

write, seed = snakemake.output, int(snakemake.wildcards.seed)
with job_log(snakemake.log[0], seed=seed):
    tagger, tagged = train_and_tag(read_treebank(snakemake.input[0]), seed)
    save_tagger(write.tagger, tagger)
    write_treebank(tagged, write.text)
