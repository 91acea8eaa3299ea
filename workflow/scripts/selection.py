from nonproj.public.combination import Candidates, Order, Weights
from nonproj.public.treebanks import read_treebank
from nonproj.public.values import write_values
from studies.joblog import job_log
from studies.store.parse_files import read_trees
from studies.values.selection import curves, write_orders

read, write, params = snakemake.input, snakemake.output, snakemake.params
treebank, (split, setting) = snakemake.wildcards.treebank, params.labels
with job_log(snakemake.log[0]):
    candidates = Candidates(
        tuple(params.variants),
        read_treebank(*read.gold),
        tuple(map(read_trees, read.parses)),
        read_treebank(*read.heldout_gold),
        tuple(map(read_trees, read.heldout)),
        Weights(params.weights),
    )
    orders = {order: candidates.order(order) for order in Order}
    write_values(write.scores, curves(candidates, orders, treebank, split, setting))
    write_orders(write.orders, treebank, candidates, orders)
