from pathlib import Path

from nonproj.claims.studies import all_claims
from nonproj.claims.verdicts import verdicts, write_verdicts
from nonproj.data.files import atomic_write
from nonproj.evaluation.parse_times import time_parses, times_as_csv, values_of
from nonproj.experiments.treebanks.provenance import stand_ins
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    times = list(time_parses(snakemake.params.parses))
    atomic_write(Path(snakemake.output.times), times_as_csv(times))
    claims = [claim for claim in all_claims(snakemake.input.catalogue) if claim.seconds]
    found = verdicts(claims, values_of(times), None, stand_ins(Path.cwd()))
    write_verdicts(snakemake.output.claims, found)
