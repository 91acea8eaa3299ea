from nonproj.public.errors import TreebankError
from nonproj.public.treebanks import read_treebank, retagged, shared_with, without, write_treebank
from studies.joblog import job_log
from studies.plan.treebanks.downloads import file_of

read, name, split = snakemake.input, snakemake.wildcards.treebank, snakemake.wildcards.split
with job_log(snakemake.log[0]):
    try:
        treebank = read_treebank(file_of(read[0], split))
    except TreebankError as error:  # name the key of the configuration, and only the first defect
        key = f"config: treebanks.{name}.{split}: " * (name in snakemake.config["treebanks"])
        raise TreebankError(f"{key}{error.name}", error.defects, listed=1) from None
    if snakemake.params.disjoint:
        shared = shared_with(treebank, read_treebank(file_of(read[0], "test")))
        print(f"{len(shared)} sentences of the training set are in the test set, too; left out")
        treebank = without(treebank, shared)
    if snakemake.params.without_xpos:
        print("the fine tags tell the syntactic function; left out")
        treebank = retagged(treebank, {"xpos": treebank.xpos.blank})
    write_treebank(treebank, snakemake.output[0])
