from nonproj.combination.selection import Candidates, Order, curves, write_orders
from nonproj.combination.weights import Weights
from nonproj.data.conll import read_treebank
from nonproj.evaluation.values import write_values
from nonproj.joblog import job_log

read, write, params = snakemake.input, snakemake.output, snakemake.params
treebank, (split, setting) = snakemake.wildcards.treebank, params.labels
folders = params.folders.values()
with job_log(snakemake.log[0]):
    candidates = Candidates(
        tuple(params.folders),
        read_treebank(read.gold),
        tuple(read_treebank(f"{folder}/{params.target}.conll") for folder in folders),
        read_treebank(read.heldout),
        tuple(read_treebank(f"{folder}/heldout.conll") for folder in folders),
        Weights(params.weights),
    )
    orders = {order: candidates.order(order) for order in Order}
    write_values(write.scores, curves(candidates, orders, treebank, split, setting))
    write_orders(write.orders, treebank, candidates, orders)
