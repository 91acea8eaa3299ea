"""Model files with random changes: a NonprojError of one line, or a parser that parses."""

import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from fuzz.mutations import edited_arrays, edited_bytes, edited_json, refusal
from fuzz.neural import parse, untrained
from nonproj.data.conll import render
from nonproj.errors import NonprojError
from nonproj.parsers.families import load_model, model_of, train, variant_named
from nonproj.parsers.graph import training as graph_training
from nonproj.parsers.interface import Training
from nonproj.parsers.model_files import read_archive, write_archive
from nonproj.parsers.neural.family import NEURAL
from nonproj.parsers.neural.registry import NEURAL_ROWS
from nonproj.trees.columns import checked_corpus
from samples.treebanks import made_treebank

# Of every family, of the transition systems every learner, and of neural parsers every scorer.
VARIANTS = (
    "arc-standard+head", "arc-eager+headpath", "swap-lazy-r2l", "covington-d1", "attardi",
    "mh4-greedy", "arc-standard+parentswap:Sb@perceptron", "arc-hybrid+path@svm1",
    "arc-hybrid+own-root@svm1-split-cpos", "arc-eager+own-root+head@svm1-split-pos",
    "covington-d0+raw@svm2-split-cpos", "arc-standard@svm2-split-pos", "arc-eager+head@libsvm",
    "swap-eager@maxent", "arc-eager+head@libsvm-split-cpos", "arc-eager+path@libsvm-split-pos",
    "arc-standard+head@mbl", "arc-eager+head@mbl-mvdm-k5", "arc-eager+head@online",
    "2-planar@explore", "covington-non-monotonic@explore", "swap-lazy-beam2",
    "arc-standard+head@tl-typeacc-svm2-mbl", "eisner", "mst", "carreras+npa", "carreras+head",
    *NEURAL_ROWS, "biaffine-tagged",
)  # fmt: skip
EVERY_KIND = {
    "description": "Single features, sets, merges and distances.",
    "nodes": {
        "s0": ["form", "upos", "morphology"],
        "b0": ["form", "upos", "morphology", "n-left"],
        "head(rc(s0))": ["deprel"],
    },
    "merges": ["s0.upos + b0.upos", "s1.upos + s0.upos + b0.upos"],
    "distances": ["s0 b0", "s1 s0"],
}
BYTE_CASES = 10  # one case in so many changes the bytes of the file and not what they say


@cache
def model_files() -> list[tuple[bytes, dict, dict[str, np.ndarray]]]:
    """Of every variant a small model, and one with taggers: its bytes, its content, its arrays."""
    treebank, files = made_treebank(30), []
    with tempfile.TemporaryDirectory() as folder:
        for name in VARIANTS:
            path, features = Path(folder, "model.npz"), Path(folder, "features.yaml")
            features.write_text(json.dumps(EVERY_KIND))
            _small(name, treebank, str(features)).save(path)
            files.append((path.read_bytes(), *read_archive(path)))
        train(variant_named("arc-standard"), treebank, Training(tags="predicted")).save(path)
        files.append((path.read_bytes(), *read_archive(path)))
    return files


def _small(name: str, treebank, features: str):
    variant = variant_named(name)
    if variant.family == NEURAL:
        return untrained(name)
    if variant.family == "graph":
        settings = graph_training.GraphSettings(iterations=1, bits=10)
        return graph_training.train(variant, treebank, Training(), settings=settings)
    return train(variant, treebank, Training(features=features if name == "attardi" else ""))


@cache
def text():
    return made_treebank(4, seed=2)


def prepare() -> None:
    """Train the models and compile what parses with them."""
    for _, content, arrays in model_files():
        parse(model_of(content, arrays), text())


def run_case(number: int) -> str:
    """What became of a case: refused or accepted; any exception is a failure."""
    rng = np.random.default_rng(number)
    files = model_files()
    data, content, arrays = files[rng.integers(len(files))]
    try:
        if number % BYTE_CASES == 0:
            model = _of_file(lambda path: path.write_bytes(edited_bytes(rng, data)))
        else:
            others = [other for _, _, other in files]
            if rng.integers(4) == 0:
                content = edited_json(rng, content)
            else:
                arrays = edited_arrays(rng, arrays, others)
            model = _of_parts(content, arrays, through_file=number % 50 == 1)
        parsed = parse(model, text())
    except NonprojError as error:
        return refusal(error)
    checked_corpus(parsed.start, parsed.head)
    render(parsed)
    return "accepted"


def _of_parts(content: dict, arrays: dict[str, np.ndarray], through_file: bool):
    if through_file:
        return _of_file(lambda path: write_archive(path, content, arrays))
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise NonprojError("no file says this") from error
    return model_of(content, arrays)


def _of_file(write: Callable[[Path], object]):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.npz")
        try:
            write(path)
        except (TypeError, ValueError) as error:
            raise NonprojError("no file says this") from error
        return load_model(path)
