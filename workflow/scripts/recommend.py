import shutil
from pathlib import Path

from nonproj.public.files import atomic_write
from nonproj.public.treebanks import read_treebank
from nonproj.public.variants import FIGURES, PAGE, Request, recommend
from studies.joblog import job_log

read, wanted = snakemake.input, snakemake.params
with job_log(snakemake.log[0], seed=wanted.seed, threads=snakemake.threads):
    folder = Path(read.train).with_name("recommendation")
    shutil.rmtree(folder, ignore_errors=True)  # files of an earlier job
    request = Request(
        read_treebank(read.train),
        read_treebank(read.dev[0]) if read.dev else None,
        60 * wanted.minutes,
        folder,
        workers=snakemake.threads,
        seed=wanted.seed,
        name=snakemake.wildcards.treebank,
    )
    recommend(request, print)
    atomic_write(Path(snakemake.output.page), (folder / PAGE).read_bytes())
    atomic_write(Path(snakemake.output.figures), (folder / FIGURES).read_bytes())
