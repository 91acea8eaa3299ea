from nonproj.public.values import read_values
from studies.joblog import job_log
from studies.judge.verdicts import verdicts, write_verdicts
from studies.papers.claims import all_claims
from studies.plan.treebanks.provenance import stand_ins
from studies.values.on_demand import on_demand
from studies.values.tests import write_pairs

read = snakemake.input
with job_log(snakemake.log[0]):
    studies = snakemake.params.studies
    claims = [claim for claim in all_claims(read.catalogues) if claim.paper in studies]
    measurements = read_values(*read.measurements)
    files = read.scores, read.words, read.seeds, read.kept, read.tests
    found = on_demand(
        measurements, *files, adjust=False
    )  # claims are judged by unadjusted p-values
    made = verdicts(claims, *found, stand_ins(read.stand_ins))
    write_verdicts(snakemake.output.claims, made)
    write_pairs(snakemake.output.tested, found[1])
