"""Training and parsing: seconds, tokens and decisions a second, accuracy; svm2 and LIBSVM."""

import time

from tests.bench.corpora import corpus
from tests.bench.spine import copy_bandwidth, exponent

from nonproj.data.conll import read_treebank
from nonproj.data.folds import split_folds
from nonproj.data.treebank import Treebank
from nonproj.parsers.families import train, variant_named
from nonproj.results.scores import evaluate

VARIANTS = (
    "arc-standard+head", "arc-eager+head", "arc-eager+head-split", "swap-lazy", "covington-dinf",
)  # fmt: skip


def transition_parsers() -> dict:
    """Parsers on one core: trained on eight of ten sets, parsing the other two."""
    training, held = split_folds(read_treebank(corpus("gothic")), [0, 9], range(1, 9))
    bandwidth = copy_bandwidth()
    _measured("arc-standard+head", training.select(range(200)), held)  # compiles
    return {name: _measured(name, training, held, bandwidth) for name in VARIANTS}


def _measured(name: str, training: Treebank, held: Treebank, bandwidth: float = 0.0) -> dict:
    begin = time.perf_counter()
    model = train(variant_named(name), training)
    trained = time.perf_counter()
    parsed, _, counts, _ = model.parse(held)
    spent = time.perf_counter() - trained
    las = evaluate(held, parsed)["las"]
    rows_of_pairs = getattr(model.classifier, "scorer", None)  # LIBSVM has none
    touched = counts["rows"] * rows_of_pairs.pair[0].nbytes if rows_of_pairs else 0
    return {
        "words_trained_on": training.n_words,
        "train_seconds": round(trained - begin, 2),
        "parse_words_per_s": round(held.n_words / spent),
        "parse_decisions_per_s": round(counts["decisions"] / spent),
        "weight_bytes_per_word": round(touched / held.n_words),
        "share_of_bandwidth": round(touched / spent / 1e9 / bandwidth, 3) if bandwidth else None,
        "las": las.as_dict(),
    }


def svm2_and_libsvm() -> dict:
    """The same instances, the same classifier family: explicit pair space against kernel."""
    training, held = read_treebank(corpus("hungarian")), read_treebank(corpus("hungarian-dev"))
    _measured("arc-standard", training.select(range(50)), held)  # compiles
    ours = _measured("arc-standard@svm2", training, held)
    theirs = _measured("arc-standard@libsvm", training, held)
    return {
        "svm2": ours,
        "libsvm": theirs,
        "times_faster_training": round(theirs["train_seconds"] / ours["train_seconds"], 1),
        "times_faster_parsing": round(ours["parse_words_per_s"] / theirs["parse_words_per_s"], 1),
    }


def training_growth() -> dict:
    """Seconds of training on one core by the words trained on: one to eight of ten sets."""
    treebank = read_treebank(corpus("english"))
    seconds = {}
    for n in (1, 2, 4, 8):
        training, held = split_folds(treebank, [0, 9], range(1, n + 1))
        measured = _measured("arc-standard+head", training, held.select(range(200)))
        seconds[training.n_words] = measured["train_seconds"]
    return {"seconds_by_words": seconds, "exponent": exponent([*seconds], [*seconds.values()])}


BENCHES = {
    "transition-parsers": transition_parsers,
    "training-growth": training_growth,
    "svm2-and-libsvm": svm2_and_libsvm,
}
