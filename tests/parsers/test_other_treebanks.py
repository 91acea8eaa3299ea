"""Parsers and taggers that also learn from treebanks with other conventions."""

from dataclasses import replace

import numpy as np
import pytest

import nonproj
from command_line import nonproj as command
from nonproj.data.conll import render
from nonproj.data.conventions import Conventions
from nonproj.data.joining import joined
from nonproj.errors import NonprojError
from nonproj.parsers.families import load_model, variant_named
from nonproj.parsers.graph import training as graph_training
from nonproj.parsers.graph.updates import add_step
from nonproj.parsers.interface import Training
from nonproj.parsers.neural import training
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.weights import flattened
from nonproj.trees.relabel import column_of
from samples.treebanks import made_treebank, parse, saved

SETTINGS = NeuralSettings(
    word=16, least=1, character=4, character_hidden=4, hidden=16, arc=16, label=8, tagger=8,
    epochs=10, learning_rate=0.03, predicted=False, networks=2, decays=0,
)  # fmt: skip


def renamed(column):
    """The same values, in another convention."""
    return column_of(column.codes, tuple(f"other:{value}" for value in column.values))


def relabelled(treebank):
    """The same trees, with labels of another convention."""
    return replace(treebank, deprel=renamed(treebank.deprel))


def right(gold, parsed):
    """The number of words with the right head."""
    return np.sum(gold.is_word & (gold.head == parsed.head))


def trained(treebanks, others, how, **options):
    how = replace(how, others=tuple(map(len, others)))
    settings = replace(SETTINGS, **options)
    text = joined([*treebanks, *others])
    return training.train(variant_named("biaffine"), text, how, settings=settings)


@pytest.fixture(scope="module")
def model():
    return trained([made_treebank(15)], [relabelled(made_treebank(90, seed=2))], Training(3))


def others_in(treebank):
    """The number of labels of the other convention."""
    return sum(label is not None and label[:6] == "other:" for label in treebank.deprel.strings())


def test_a_parser_trained_with_others_predicts_labels_of_the_target_treebank(model):
    held, others = made_treebank(40, seed=3), [relabelled(made_treebank(90, seed=2))]
    together = trained([made_treebank(15), *others], [], Training(3))
    assert others_in(parse(together, held)) > 0.8 * held.n_words
    assert others_in(parse(model, held)) == 0


def test_an_epoch_reads_the_target_and_as_many_words_of_others():
    target, first, second = made_treebank(20), made_treebank(50, seed=2), made_treebank(30, seed=3)
    text = joined([target, first, second])
    conventions = Conventions.in_text(text, (50, 30))
    order = conventions.epoch(np.random.default_rng(0))
    assert {*range(20)} < {*order}
    assert len({*order}) == len(order)
    words = [int(np.diff(text.start)[s]) - 1 for s in order if s >= 20]
    assert target.n_words - 30 < sum(words) <= target.n_words
    assert conventions.words == 2 * target.n_words
    other = conventions.epoch(np.random.default_rng(1))
    assert {*other} - {*order}
    assert order.tolist() != sorted(order)
    alone = Conventions.in_text(target)
    shuffled = np.random.default_rng(0).permutation(20)
    np.testing.assert_array_equal(alone.epoch(np.random.default_rng(0)), shuffled)
    assert alone.words == target.n_words


@pytest.mark.parametrize("name", ["mst", "carreras+npa"])
def test_a_graph_based_parser_follows_the_target_treebank_in_labels_and_tags(name, tmp_path):
    other = made_treebank(90, seed=2)
    other = replace(relabelled(other), feats=renamed(other.feats))
    target, held = made_treebank(15), made_treebank(40, seed=3)
    options = {"tags": "predicted", "seed": 3}
    model = nonproj.train(name, target, others=[other], **options)
    together = nonproj.train(name, [target, other], **options)
    alone = nonproj.train(name, target, **options)
    models = model, together, alone
    parsed, mixed, small = (each.parse(held, 1, "predict").treebank for each in models)
    assert others_in(parsed) == 0
    assert others_in(mixed) > 0.8 * held.n_words
    assert right(held, parsed) > right(held, small) + 0.05 * held.n_words
    assert not {tag for tag in parsed.feats.strings() if tag} - {*target.feats.values}
    assert sum(tag[:6] == "other:" for tag in mixed.feats.strings() if tag) > 0.8 * held.n_words
    again = nonproj.train(name, target, others=[other], threads=2, **options)
    assert saved(model, tmp_path / "one.npz") == saved(again, tmp_path / "two.npz")


def test_steps_for_a_treebank_change_the_weights_of_others_by_half(monkeypatch):
    """With a copy of each feature for each treebank, a step changes the shared and one copy."""
    steps = []

    def watched(table, places, n_gold, step):
        steps.append(float(step))
        return add_step(table, places, n_gold, step)

    monkeypatch.setattr(graph_training, "add_step", watched)
    text = joined([made_treebank(10), relabelled(made_treebank(10, seed=2))])
    settings = graph_training.GraphSettings(iterations=1, bits=18, batch=1)
    how = Training(others=(10,))
    graph_training.train(variant_named("mst"), text, how, settings=settings)
    steps = np.array(steps).reshape(-1, 3)  # target, other, average
    assert len(steps) == 20
    of_target = steps[:, 0] > steps[:, 1]
    assert 0 < of_target.sum() < (steps[:, 0] > 0).sum()
    ratio = np.where(of_target, steps[:, 1] / steps[:, 0], steps[:, 0] / steps[:, 1])
    assert np.nanmax(abs(ratio - 0.5)) < 1e-6
    assert (steps[:, 2] <= steps[:, 0]).all()


def test_a_model_trained_with_others_is_saved_and_the_same_on_two_threads(model, tmp_path):
    others = [relabelled(made_treebank(90, seed=2))]
    again = trained([made_treebank(15)], others, Training(3, threads=2))
    assert saved(model, tmp_path / "one.npz") == saved(again, tmp_path / "two.npz")
    assert saved(load_model(tmp_path / "one.npz"), tmp_path / "three.npz") == saved(
        model, tmp_path / "one.npz"
    )
    alone = trained([made_treebank(15)], [], Training(3))
    assert flattened(model.weights).keys() == flattened(alone.weights).keys()


def test_training_with_other_treebanks_is_resumed_only_with_the_same_ones(model, tmp_path):
    class KilledError(Exception):
        pass

    def kill(line):
        if line.startswith("epoch 5"):
            raise KilledError

    text = [made_treebank(15)], [relabelled(made_treebank(90, seed=2))]
    how = Training(3, checkpoint=tmp_path / "state.npz")
    with pytest.raises(KilledError):
        trained(*text, replace(how, report=kill))
    halves = [made_treebank(90, seed=2)[:40], made_treebank(90, seed=2)[40:]]
    with pytest.raises(NonprojError, match="not a checkpoint of training with the same"):
        trained([made_treebank(15)], [relabelled(half) for half in halves], how)
    resumed = trained(*text, how)
    assert saved(resumed, tmp_path / "one.npz") == saved(model, tmp_path / "two.npz")


def test_other_treebanks_are_refused_by_transition_systems_or_if_dev_is_missing(tmp_path):
    for name, treebank in (("target", made_treebank(5)), ("other", made_treebank(9, seed=2))):
        (tmp_path / name).write_bytes(render(treebank))
    target, other, model = (tmp_path / name for name in ("target", "other", "model.npz"))
    done = command("train", "--variant", "arc-eager", target, "--with", other, "-o", model)
    refused = "arc-eager is neither a neural nor a graph-based parser"
    assert (done.returncode, done.stderr) == (
        2, f"nonproj: other treebanks cannot be used: {refused}\n",
    )  # fmt: skip
    with pytest.raises(NonprojError, match="confidence with others needs dev"):
        nonproj.train("biaffine", made_treebank(5), others=[made_treebank(9)], confidence=True)
