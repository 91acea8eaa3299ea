"""Workflow from treebanks to the report of a suite; `snakemake --list` describes the rules."""

from os.path import exists

from snakemake.exceptions import WorkflowError
from snakemake.utils import min_version

try:
    from nonproj.public.files import as_declared, read_yaml
    from nonproj.public.machine import use_kernel_cache
    from studies.plan.treebanks.config import Config
except ModuleNotFoundError as error:
    clone = workflow.current_basedir.get_path_or_uri(secret_free=True)
    raise WorkflowError(f"{error}: pip install {clone} {clone}/src/studies") from error

min_version("9.27")


for path in ("config.yaml", *workflow.configfiles):
    # Report the line of a syntax error, and refuse duplicate keys.
    if exists(path):
        read_yaml(path)


configfile: "config.yaml"


report: "workflow/report/workflow.rst"


# A workflow that uses this one as a module has a configuration of its own, with few of the keys.
defaults = workflow.current_basedir.join("config.yaml").get_path_or_uri(
    secret_free=True
)
for key, value in read_yaml(defaults).items():
    config.setdefault(key, value)
as_declared(config, Config, "config")
use_kernel_cache()  # for jobs as well


include: "workflow/rules/common.smk"
include: "workflow/rules/data.smk"
include: "workflow/rules/parse.smk"
include: "workflow/rules/combine.smk"
include: "workflow/rules/evaluate.smk"
include: "workflow/rules/report.smk"


rule all:
    """Make the report of the suite, and record the times of all jobs."""
    default_target: True
    input:
        [f"data/work/kernels/{family}.json" for family in RUNS.families],
        # Snakemake makes a missing intermediate file again only if a target lists the file.
        lambda w: plan().files,
        lambda w: [f"data/work/{name}/statistics.csv" for name in treebanks()],
        expand(
            [
                *rules.significance.output,
                *rules.claims.output,
                *rules.tables.output,
                *rules.figures.output,
                *rules.report.output,
                *rules.timings.output,
            ],
            suite=SUITE,
        ),
