from nonproj.public.combination import members_of, voting_model
from nonproj.public.parsers import load_model
from nonproj.public.treebanks import read_treebank, write_treebank
from nonproj.public.variants import variant_named
from studies.joblog import job_log
from studies.plan.code import maker
from studies.store.parse_files import read_trees

read, variant = snakemake.input, variant_named(snakemake.params.variant)
facts = maker(variant.name, snakemake.wildcards.treebank, snakemake.scriptdir)
with job_log(snakemake.log[0], **facts):
    pairs = zip(read.models, members_of(variant), strict=True)
    members = [load_model(path).applied_as(member) for path, member in pairs]
    heldout = [*map(read_trees, read.heldout)]
    model = voting_model(variant, members, read_treebank(read.gold), heldout)
    write_treebank(model.parse(read_treebank(read.text)).treebank, snakemake.output[0])
