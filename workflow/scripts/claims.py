from nonproj.claims.studies import all_claims
from nonproj.claims.verdicts import verdicts, write_verdicts
from nonproj.experiments.treebanks.provenance import stand_ins
from nonproj.joblog import job_log
from nonproj.results.on_demand import on_demand
from nonproj.results.values import read_values

read = snakemake.input
with job_log(snakemake.log[0]):
    studies = snakemake.params.studies
    claims = [claim for claim in all_claims(read.catalogue) if claim.paper in studies]
    measurements = read_values(*read.measurements)
    found = on_demand(measurements, read.scores, read.words, read.seeds, read.tests)
    write_verdicts(snakemake.output[0], verdicts(claims, *found, stand_ins(read.stand_ins)))
