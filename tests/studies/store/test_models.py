"""Models that may be passed on: what is trained, and what is listed of it."""

import csv
import hashlib

import pytest

from nonproj.data.conll import write_treebank
from nonproj.errors import NonprojError
from samples.treebanks import made_treebank
from studies.store import models

NAME, FILE = "ud20-vi", "ud20-vi-swap-lazy@perceptron.npz"


def test_a_model_is_trained_once_and_listed_with_its_licence_hash_and_scores(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run, commands = models._run, []

    def run_without_network(*arguments, **streams):
        commands.append(arguments[0])
        if arguments[0] != "fetch":
            return run(*arguments, **streams)
        (models.DOWNLOADED / NAME).mkdir(parents=True)
        for seed, split in enumerate(("train", "test")):
            write_treebank(made_treebank(30, seed), models.DOWNLOADED / NAME / f"{split}.conll")

    monkeypatch.setattr(models, "_run", run_without_network)
    for _ in range(2):
        models.make_models("swap-lazy@perceptron", [NAME])
    assert commands == ["fetch", "train", "parse", "evaluate"]
    with open(models.MODELS / "models.csv", encoding="utf-8", newline="") as file:
        [row] = csv.DictReader(file)
    data = (models.MODELS / FILE).read_bytes()
    assert (row["model"], row["licence"], int(row["bytes"])) == (FILE, "CC BY-SA 4.0", len(data))
    assert row["sha256"] == hashlib.sha256(data).hexdigest()
    assert 0 < float(row["las"]) <= float(row["uas"]) < 100


def test_models_of_a_treebank_that_allows_no_derivatives_are_not_made():
    with pytest.raises(NonprojError, match="may be passed on: 'conll07-basque'; expected one of "):
        models.make_models("mst", ["conll07-basque"])
