"""Second-order parsing: training, parsing with and without the approximation, time by length.

Stages are timed without pruning: every arc with a candidate label enters the chart."""

import resource
import time
from functools import partial

import numpy as np
from tests.bench.corpora import corpus
from tests.bench.spine import copy_bandwidth, exponent, milliseconds, seconds
from tests.samples.factors import climb

from nonproj.data.conll import parse_treebank, read_treebank
from nonproj.data.folds import split_folds
from nonproj.data.treebank import Treebank
from nonproj.decoders.carreras import decode
from nonproj.decoders.carreras_factors import Factors
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.graph.model import GraphModel, search_of
from nonproj.parsers.graph.pruning import UNPRUNED
from nonproj.parsers.graph.scores import GraphScorer
from nonproj.parsers.graph.sentences import Corpus, TreeSearch, score_sentence, sentence_of
from nonproj.parsers.interface import Training
from nonproj.results.scores import evaluate

LENGTHS = (10, 15, 20, 30, 40, 60, 80)
SENTENCES = 20  # of each length
STAGES = ("factors", "chart", "approximation")
COLUMNS = ("form", "lemma", "upos", "xpos", "feats")


def graph_parsers() -> dict:
    """Trained on eight of ten sets with two threads, parsing the other two on one core."""
    training, held = split_folds(read_treebank(corpus("gothic")), [0, 9], range(1, 9))
    variant = variant_named("carreras+npa")
    train(variant, training.select(range(40)), Training(threads=2)).parse(held)
    begin = time.perf_counter()
    model = train(variant, training, Training(threads=2))
    trained = time.perf_counter() - begin
    by_length = time_by_length(model, training)
    long = [n for n in LENGTHS if n >= 20]
    return {
        "words_trained_on": training.n_words,
        "iterations": 10,
        "train_seconds_2_threads": round(trained, 1),
        "train_words_per_s_and_iteration": round(10 * training.n_words / trained),
        "with_npa": speed(model, held),
        "without_npa": speed(model.applied_as(variant_named("carreras+raw")), held),
        "las": evaluate(held, model.parse(held).treebank)["las"].as_dict(),
        "copy_bandwidth_GB_per_s": copy_bandwidth(),
        "peak_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "milliseconds_by_length": by_length,
        "exponents": {s: exponent(long, [by_length[n][s] for n in long]) for s in STAGES},
    }


def speed(model: GraphModel, held: Treebank) -> dict:
    """On one core."""
    spent = seconds(lambda: model.parse(held), runs=3)
    took = model.parse(held).counts
    per_word = {name: round(count / held.n_words, 3) for name, count in took.items()}
    return {"words_per_s": round(held.n_words / spent), "per_word": per_word}


def time_by_length(model: GraphModel, treebank: Treebank) -> dict[int, dict[str, float]]:
    """Milliseconds of each stage for a sentence of each length."""
    found = {}
    for n in LENGTHS:
        text = cut(treebank, n)
        corpus, scorer = model.on(text)
        search = search_of(model.variant, model.root_mode)._replace(margin=UNPRUNED)
        score = [partial(factors_of, corpus, scorer, search, s) for s in range(SENTENCES)]
        factors = [work() for work in score]
        trees = [decode(each) for each in factors]
        stages = (
            score,
            [partial(decode, each) for each in factors],
            [partial(climb, each, *tree) for each, tree in zip(factors, trees, strict=True)],
        )
        found[n] = dict(zip(STAGES, map(milliseconds, stages), strict=True))
    return found


def cut(treebank: Treebank, n: int) -> Treebank:
    """Running text as sentences of n words each."""
    words = np.flatnonzero(treebank.is_word)[: n * SENTENCES]
    columns = [np.array(getattr(treebank, name).strings())[words] for name in COLUMNS]
    rows = []
    for i, (form, lemma, upos, xpos, feats) in enumerate(zip(*columns, strict=True)):
        end = "\n" if i % n == n - 1 else ""
        line = (i % n + 1, form, lemma, upos, xpos, feats, i % n, "dep", "_", "_")
        rows.append("\t".join(map(str, line)) + f"\n{end}")
    return parse_treebank("".join(rows).encode(), name="cut.conllx")


def factors_of(corpus: Corpus, scorer: GraphScorer, search: TreeSearch, s: int) -> Factors:
    sentence = sentence_of(corpus, s)
    return score_sentence(corpus, scorer, search, sentence, np.full(sentence.n + 1, -1, np.int32))


BENCHES = {"graph-parsers": graph_parsers}
