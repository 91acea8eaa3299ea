import json
from pathlib import Path

from nonproj.public.files import atomic_write
from studies.joblog import job_log
from studies.report.trees import Shown, tree_browser
from studies.store.parse_files import ParseFile

read, params = snakemake.input, snakemake.params
with job_log(snakemake.log[0]):
    treebanks = {
        name: (target, gold, [Shown(system, ParseFile(file)) for system, file in parses])
        for (name, target, parses), gold in zip(params.treebanks, read.gold, strict=True)
    }
    content = tree_browser(treebanks, params.most)
    atomic_write(Path(snakemake.output[0]), json.dumps(content, ensure_ascii=False) + "\n")
