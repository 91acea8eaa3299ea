"""Charts of neural parsers: time by length, exponents, memory; one pass over a training set."""

import time
from collections.abc import Callable
from functools import partial

import numpy as np
from tests.bench.corpora import corpus
from tests.bench.spine import exponent, milliseconds, seconds

from nonproj.data.conll import read_treebank
from nonproj.decoders import chu_liu_edmonds, mhk_transitions
from nonproj.decoders.one_endpoint import crossing
from nonproj.decoders.one_endpoint.third_order import decoder as third_order
from nonproj.decoders.one_endpoint.third_order.parts import N_PART_KINDS
from nonproj.parsers.families import variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.neural import training
from nonproj.parsers.neural.settings import NeuralSettings

LENGTHS = (20, 40, 80)
SENTENCES = 5  # of each length


def chart_decoders() -> dict:
    """Milliseconds of a sentence on one core, by its length, and the slope of their logarithms."""
    rng = np.random.default_rng(1)
    found = {}
    for name, decoder in DECODERS.items():
        by_length = {
            n: milliseconds([decoder(rng, n + 1) for _ in range(SENTENCES)]) for n in LENGTHS
        }
        slope = exponent(LENGTHS, [*by_length.values()])
        found[name] = {"milliseconds_by_length": by_length, "exponent": slope}
    return found


def _of_arcs(decode: Callable, rng: np.random.Generator, size: int) -> Callable:
    return partial(decode, rng.normal(size=(size, size)))


def _of_transitions(k: int, rng: np.random.Generator, size: int) -> Callable:
    shift, n_rules = rng.normal(size=(size + 1, size + 1)), 2 if k == 3 else 6
    reduce = rng.normal(size=(n_rules, *shift.shape))
    return partial(mhk_transitions.decode, shift, reduce, k=k)


def _of_parts(rng: np.random.Generator, size: int) -> Callable:
    return partial(third_order.decode, rng.normal(size=(N_PART_KINDS, size, size)))


DECODERS = {
    "mst": partial(_of_arcs, chu_liu_edmonds.decode),
    "mh3": partial(_of_transitions, 3),
    "mh4": partial(_of_transitions, 4),
    "1ec-first-order": partial(_of_arcs, crossing.decode),
    "1ec": _of_parts,
}


def neural_parsers() -> dict:
    """Seconds of a pass over the training set with one thread, after one that compiles."""
    treebank = read_treebank(corpus("hungarian"))
    found = {"words": treebank.n_words}
    for name in ("mst-neural", "mh4-hybrid", "1ec-first-order", "1ec", "mh4-greedy-neural"):
        ends: list[float] = []
        how = Training(report=lambda _, ends=ends: ends.append(time.perf_counter()))
        variant = variant_named(name)
        model = training.train(variant, treebank, how, settings=NeuralSettings(epochs=2))
        parsed = seconds(partial(model.parse, treebank), runs=1)
        found[name] = {
            "seconds_of_a_pass": round(ends[1] - ends[0], 1),
            "parse_words_per_s": round(treebank.n_words / parsed),
        }
    return found


BENCHES = {"chart-decoders": chart_decoders, "neural-parsers": neural_parsers}
