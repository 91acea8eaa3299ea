"""From treebanks to the report of a suite; see config.yaml."""

from snakemake.scheduling import job_scheduler
from snakemake.utils import min_version

from nonproj.data.declared import as_declared
from nonproj.data.files import atomic_write
from nonproj.data.yaml_files import read_yaml
from nonproj.experiments.treebanks.config import Config
from nonproj.fingerprint import use_kernel_cache
from nonproj.joblog import collect_times

min_version("9.27")


for path in ("config.yaml", *workflow.configfiles):
    read_yaml(
        path
    )  # which says where a file is no YAML, and refuses a key that occurs twice


configfile: "config.yaml"


use_kernel_cache()  # of jobs, too
# Where Snakemake limits how many jobs start in a second, each job that it ever started wakes it every
# second from then on, to look at all that wait: a third of a core after 250 jobs.
assert hasattr(job_scheduler, "JobRateLimiter")
job_scheduler.JobRateLimiter = lambda limit: None


report: "workflow/report/workflow.rst"


as_declared(config, Config, "config")


include: "workflow/rules/common.smk"
include: "workflow/rules/data.smk"
include: "workflow/rules/prepare.smk"
include: "workflow/rules/parse.smk"
include: "workflow/rules/combine.smk"
include: "workflow/rules/evaluate.smk"
include: "workflow/rules/report.smk"


for each in workflow.rules:
    complete(each)


rule all:
    default_target: True
    input:
        f"reports/{SUITE}/index.html",
        f"reports/{SUITE}/claims.csv",
        [f"data/work/kernels/{family}.json" for family in RUNS.families],


# After the last job, as a job knows neither when others end nor which are part of this suite.
onsuccess:
    jobs = list(workflow.dag.jobs)
    if any(f"reports/{SUITE}/index.html" in job.output for job in jobs):
        measured = [(job.benchmark, job.log[0]) for job in jobs if job.benchmark]
        times = collect_times(Path("data/work/benchmarks"), measured)
        atomic_write(Path(f"reports/{SUITE}/timings.tsv"), times)
