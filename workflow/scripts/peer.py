from pathlib import Path

from nonproj.public.files import atomic_write
from studies.joblog import job_log
from studies.plan.code import maker_of_peer
from studies.values.peers import results_as_json, run_peer

wanted, commands = snakemake.wildcards, snakemake.params.commands
train, parse, about = (commands.get(name, "") for name in ("train", "parse", "about"))
with job_log(snakemake.log[0], **maker_of_peer(train, parse, about, snakemake.scriptdir)):
    texts = {Path(file).stem: Path(file) for file in snakemake.input}
    folder = Path(snakemake.output[0]).with_suffix("")
    results = run_peer(wanted.peer, train, parse, wanted.treebank, texts, folder)
    atomic_write(Path(snakemake.output[0]), results_as_json(results))
