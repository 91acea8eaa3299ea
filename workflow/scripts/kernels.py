from nonproj.public.files import write_json
from nonproj.public.parsers import train
from nonproj.public.treebanks import parse_treebank, synthesize
from nonproj.public.variants import variant_named
from studies.joblog import job_log

SENTENCES = 20  # enough for every parser to have something to learn

with job_log(snakemake.log[0]):
    sample = parse_treebank(synthesize(snakemake.input[0], SENTENCES, seed=1))
    for variant in snakemake.params.variants:
        train(variant_named(variant), sample).parse(sample)
    write_json(snakemake.output[0], snakemake.params.variants)
