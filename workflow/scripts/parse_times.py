from nonproj.claims.studies import all_claims
from nonproj.claims.verdicts import verdicts, write_verdicts
from nonproj.data.files import atomic_write
from nonproj.experiments.treebanks.provenance import stand_ins
from nonproj.joblog import job_log
from nonproj.results.parse_times import time_parses, times_as_csv, values_of

read, write = snakemake.input, snakemake.output
with job_log(snakemake.log[0]):
    files = zip(snakemake.params.parses, read.models, read.texts, strict=True)
    times = list(time_parses((*parse, model, text) for parse, model, text in files))
    atomic_write(write.times, times_as_csv(times))
    claims = [claim for claim in all_claims(read.catalogue) if claim.seconds]
    found = verdicts(claims, values_of(times), None, stand_ins(read.stand_ins))
    write_verdicts(write.claims, found)
