"""Small models as a release saved them, and how they parse, for later versions to read.

python -m tests.kept_models tests/data/models-1.0

This writes the models (.tar.xz) and their parses (.conll). Those of a release never change: if the
format of models changes, this is run once more, for files of another name."""

import io
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzz.neural import untrained
from nonproj.api.bundling import bundle
from nonproj.data.conll import render
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.graph.training import GraphSettings
from nonproj.parsers.graph.training import train as train_graph
from nonproj.parsers.interface import ParserModel, Training
from samples.treebanks import made_treebank

# Of each family, and of each kind of learner and of neural scorer, the smallest.
OF_TRANSITIONS = (
    *("arc-standard+head", "arc-eager+headpath@perceptron", "arc-hybrid+head@svm1-split-cpos"),
    *("attardi@libsvm", "covington-d1@maxent", "swap-lazy@mbl", "arc-eager@online"),
    "swap-eager-beam2",
)
OF_GRAPHS = "mst", "carreras+head"
NEURAL = "biaffine", "mh4-hybrid", "mh4-greedy-neural", "tagging-2planar"
VOTES = "arc-standard@tl-acc-mbl-perceptron"


def models() -> Iterator[tuple[str, ParserModel]]:
    """Yield models, which are named after their parser or their kind."""
    few, more = made_treebank(1, seed=11), made_treebank(12)
    graph = partial(train_graph, settings=GraphSettings(iterations=2, bits=10))
    for name in OF_TRANSITIONS:
        yield name, train(variant_named(name), few)
    for name in OF_GRAPHS:
        yield name, graph(variant_named(name), few, Training())
    for name in NEURAL:
        yield name, untrained(name)
    yield VOTES, train(variant_named(VOTES), more)
    how = Training(tags="predicted", confidence=True)
    yield "tagged", train(variant_named("arc-eager@mbl"), more, how)
    parsers = "mst", "eisner", "eisner+head"
    yield "bundle", bundle([graph(variant_named(name), few, Training()) for name in parsers])


def write_models(path: Path) -> None:
    text, parses = made_treebank(3, seed=11), []  # the first sentence is that of `few`
    with tarfile.open(path.with_name(f"{path.name}.tar.xz"), "w:xz", preset=9) as archive:
        for name, model in models():
            with tempfile.TemporaryDirectory() as folder:
                model.save(file := Path(folder, "model.npz"))
                data = file.read_bytes()
            (member := tarfile.TarInfo(f"{name}.npz")).size = len(data)
            archive.addfile(member, io.BytesIO(data))
            parsed = render(model.parse(text, tags="predict").treebank).decode()
            parses.append(f"# model = {name}\n{parsed}")
            print(name, len(data), flush=True)
    path.with_name(f"{path.name}.conll").write_text("".join(parses), encoding="utf-8")


if __name__ == "__main__":
    write_models(Path(sys.argv[1]))
