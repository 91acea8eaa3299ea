from nonproj.evaluation.measurements import read_measurements, write_measurements
from nonproj.joblog import job_log

with job_log(snakemake.log[0]):
    rows = [row for path in snakemake.input for row in read_measurements(path)]
    write_measurements(snakemake.output[0], rows)
