from pathlib import Path

from nonproj.public.parsers import Tokenizer, load_model
from nonproj.public.treebanks import parse_treebank, write_treebank
from nonproj.public.values import Key, write_values
from nonproj.public.variants import variant_named
from studies.joblog import job_log
from studies.values.raw_text import raw_text
from studies.values.shared_task import OF_RAW_TEXT, shared_task_values

read, write, params = snakemake.input, snakemake.output, snakemake.params
with job_log(snakemake.log[0]):
    gold = Path(read.gold).read_bytes()
    split = Tokenizer(Path(read.tokenizer).read_bytes()).split(raw_text(gold).encode())
    text = parse_treebank(split, "text.conllu", heads="ignored")
    parser = load_model(read.model).applied_as(variant_named(snakemake.wildcards.variant))
    write_treebank(parser.parse(text, tags="predict").treebank, write.parse)
    parse = Path(write.parse).read_bytes()
    key = Key.of(params.key)
    values = shared_task_values(key, gold, [(key.system, parse)], OF_RAW_TEXT)
    write_values(write.scores, values)
