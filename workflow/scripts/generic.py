from pathlib import Path

from nonproj.public.combination import Weights
from nonproj.public.scores import write_text
from nonproj.public.treebanks import read_treebank
from nonproj.public.values import Key, write_values
from studies.joblog import job_log
from studies.plan.parses import SUFFIX
from studies.store.parse_files import ParseFile, read_trees
from studies.values.generic_parsers import Both, moved
from studies.values.generic_pool import Pool, parses_of, values_of

read, wanted, where = snakemake.input, snakemake.params, snakemake.wildcards
with job_log(snakemake.log[0]):
    train, (heldout, gold) = read_treebank(read.train), map(read_treebank, read.texts)
    parses = {wanted.parser: [Both(tree, tree) for tree in map(read_trees, read.base)]}
    files = {}
    for path in map(Path, read.moved):  # a stored parse, or the folder of all parses of a move
        each = [path] if path.suffix == SUFFIX else path.glob("*/*.conll")
        files |= {(file.parent.name, file.stem): ParseFile(file) for file in each}
    for move in wanted.moves:
        for variant in moved(wanted.parser, train, move, int(where.labels)):
            both = [files[variant, target] for target in wanted.targets]
            parses[variant] = [Both(file.trees, file.raw) for file in both]
    pool = Pool(heldout, gold, parses, Weights(wanted.weights))
    key = Key(where.treebank, wanted.targets[-1], "").under(f"labels={where.labels}")
    write_values(snakemake.output.scores, values_of(pool, key))
    write_text(snakemake.output.words, parses_of(pool, key))
