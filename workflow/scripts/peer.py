from pathlib import Path

from nonproj.public.files import atomic_write
from studies.joblog import job_log
from studies.values.peers import results_as_json, run_peer

wanted, commands = snakemake.wildcards, snakemake.params.commands
with job_log(snakemake.log[0]):
    texts = {Path(file).stem: Path(file) for file in snakemake.input}
    folder = Path(snakemake.output[0]).with_suffix("")
    results = run_peer(
        wanted.peer, commands["train"], commands["parse"], wanted.treebank, texts, folder
    )
    atomic_write(Path(snakemake.output[0]), results_as_json(results))
