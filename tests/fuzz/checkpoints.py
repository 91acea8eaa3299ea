"""Checkpoints with random changes, their key and checksum right.

A NonprojError of one line, or a training that goes on to a model that parses."""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from fuzz.mutations import edited_arrays, edited_bytes, edited_json, refusal
from fuzz.neural import SETTINGS, parse, trainer_of
from nonproj.data.conll import render
from nonproj.errors import NonprojError
from nonproj.parsers.families import load_model
from nonproj.parsers.interface import Training
from nonproj.parsers.model_files import read_archive, write_archive
from nonproj.trees.columns import checked_corpus
from samples.treebanks import made_treebank

NAME = "mst-neural"
DONE = 2  # epochs of the checkpoint that is changed
BYTE_CASES = 10  # one case in so many changes the bytes of the file and not what they say


class InterruptedTrainingError(Exception):
    pass


@cache
def development() -> Training:
    return Training(dev=made_treebank(4, seed=2))


@cache
def checkpoint() -> tuple[bytes, dict, dict[str, np.ndarray]]:
    """Bytes, content and arrays of a training that was interrupted."""

    def interrupt(line: str) -> None:
        if line.startswith(f"epoch {DONE}:"):
            raise InterruptedTrainingError

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint.npz")
        try:
            trainer_of(NAME).train(replace(development(), checkpoint=path, report=interrupt))
        except InterruptedTrainingError:
            return (path.read_bytes(), *read_archive(path))
    raise AssertionError("the training was not interrupted")


def prepare() -> None:
    """Train, and compile what goes on and parses."""
    _, content, arrays = checkpoint()
    assert outcome(lambda path: write_archive(path, content, arrays)) == "accepted"


def run_case(number: int) -> str:
    """What became of a case: refused or accepted; any exception is a failure."""
    rng = np.random.default_rng(number)
    data, content, arrays = checkpoint()
    if number % BYTE_CASES == 0:
        return outcome(lambda path: path.write_bytes(edited_bytes(rng, data)))
    if rng.integers(2):
        content = edited_json(rng, content)
    else:
        arrays = edited_arrays(rng, arrays, [arrays])
    return outcome(lambda path: write_archive(path, content, arrays))


def outcome(write: Callable[[Path], object]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path, epochs = Path(folder, "checkpoint.npz"), []
        try:
            write(path)
        except (TypeError, ValueError):  # no file says this
            return "refused"
        how = replace(development(), checkpoint=path, report=epochs.append)
        try:
            model = trainer_of(NAME).train(how)
        except NonprojError as error:
            return refusal(error)
        assert read_archive(path)[0]["epoch"] == SETTINGS.epochs or SETTINGS.decays
        assert len(epochs) < SETTINGS.epochs
        model.save(path.with_name("model.npz"))
        parsed = parse(load_model(path.with_name("model.npz")), how.dev)
    checked_corpus(parsed.start, parsed.head)
    render(parsed)
    return "accepted"
