"""Reading, projectivization, coverage and scoring: seconds, words a second, ratios in one run."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import conllu
import numpy as np
from tests.bench.corpora import corpus

from nonproj.data.conll import read_treebank
from nonproj.results.scores import evaluate
from nonproj.results.treebanks.coverage import coverage as coverage_of
from nonproj.trees.projectivity import nonprojective_arcs
from nonproj.trees.pseudo_projective import lift


def seconds(work: Callable[[], object], runs: int = 5) -> float:
    """Median wall time after one run that compiles."""
    work()
    return median(_once(work) for _ in range(runs))


def _once(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def milliseconds(works: Sequence[Callable[[], object]]) -> float:
    """Of one work, on average."""
    return round(1000 * seconds(lambda: [work() for work in works], runs=3) / len(works), 3)


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """Slope of log time over log size; 1 is linear growth."""
    return round(float(np.polyfit(np.log(sizes), np.log(times), 1)[0]), 2)


def copy_bandwidth() -> float:
    """GB/s of a large copy, bytes read and bytes written: the limit of memory-bound kernels."""
    source = np.zeros(1 << 27, dtype=np.uint8)
    target = np.empty_like(source)
    return round(2 * source.nbytes / seconds(lambda: np.copyto(target, source)) / 1e9, 2)


def reading() -> dict:
    """The column reader compared with conllu's, same file, same run."""
    path = corpus("english")

    def by_conllu() -> None:
        with open(path, encoding="utf-8") as file:
            for _ in conllu.parse_incr(file):
                continue

    words = read_treebank(path).n_words
    ours = seconds(lambda: read_treebank(path))
    theirs = _once(by_conllu)
    return {
        "words": words,
        "megabytes_per_s": round(path.stat().st_size / ours / 1e6, 1),
        "words_per_s": round(words / ours),
        "conllu_words_per_s": round(words / theirs),
        "times_faster_than_conllu": round(theirs / ours, 1),
    }


def projectivize() -> dict:
    """The command from end to end after the first compilation, and its kernels alone."""
    path = corpus("portuguese")
    treebank = read_treebank(path)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nonproj", "projectivize", "--encoding", "head"]
        command += [str(path), "-o", str(Path(folder, "out"))]
        command_seconds = seconds(lambda: subprocess.run(command, check=True))
    lifting = seconds(lambda: lift(treebank.start, treebank.head))
    finding = seconds(lambda: nonprojective_arcs(treebank.start, treebank.head))
    return {
        "words": treebank.n_words,
        "command_seconds": round(command_seconds, 2),
        "lift_words_per_s": round(treebank.n_words / lifting),
        "find_nonprojective_words_per_s": round(treebank.n_words / finding),
    }


def coverage() -> dict:
    """Projective, MH4 and 1-Endpoint-Crossing coverage of a whole treebank on two cores."""
    treebank = read_treebank(corpus("english"))
    spent = seconds(lambda: coverage_of(treebank, "bench", "train"), runs=1)
    longest = int(treebank.sentence_length.max())
    told = {"sentences": treebank.n_sentences, "longest_sentence": longest}
    return told | {"seconds": round(spent, 1)}


def scoring() -> dict:
    """All scores of a parse, with the options that read the most columns."""
    gold = read_treebank(corpus("english"))
    parse = gold.with_trees(gold.head, gold.deprel)
    spent = seconds(lambda: evaluate(gold, parse, "exclude", "universal"))
    return {"words": gold.n_words, "words_per_s": round(gold.n_words / spent)}


BENCHES = {each.__name__: each for each in (reading, projectivize, coverage, scoring)}
