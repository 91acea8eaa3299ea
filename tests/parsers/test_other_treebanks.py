"""Neural parsers that also learn from treebanks with other conventions."""

from dataclasses import replace

import numpy as np
import pytest

import nonproj
from command_line import nonproj as command
from nonproj.data.conll import render
from nonproj.data.joining import joined
from nonproj.errors import NonprojError
from nonproj.parsers.families import load_model, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.neural import training
from nonproj.parsers.neural.conventions import Conventions
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.weights import flattened
from nonproj.trees.relabel import column_of
from samples.treebanks import made_treebank, parse, saved

SETTINGS = NeuralSettings(
    word=16, least=1, character=4, character_hidden=4, hidden=16, arc=16, label=8, tagger=8,
    epochs=10, learning_rate=0.03, predicted=False, networks=2, decays=0,
)  # fmt: skip


def relabelled(treebank):
    """The same trees, with labels of another convention."""
    values = tuple(f"other:{value}" for value in treebank.deprel.values)
    return replace(treebank, deprel=column_of(treebank.deprel.codes, values))


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
    assert order != sorted(order)
    alone = Conventions.in_text(target, ())
    assert (
        alone.epoch(np.random.default_rng(0)) == np.random.default_rng(0).permutation(20).tolist()
    )
    assert alone.words == target.n_words


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


def test_other_treebanks_are_refused_if_the_parser_is_not_neural_or_dev_is_missing(tmp_path):
    for name, treebank in (("target", made_treebank(5)), ("other", made_treebank(9, seed=2))):
        (tmp_path / name).write_bytes(render(treebank))
    target, other, model = (tmp_path / name for name in ("target", "other", "model.npz"))
    done = command("train", "--variant", "mst", target, "--with", other, "-o", model)
    assert (done.returncode, done.stderr) == (
        2, "nonproj: other treebanks cannot be used: mst is not a neural parser\n",
    )  # fmt: skip
    with pytest.raises(NonprojError, match="confidence with others needs dev"):
        nonproj.train("biaffine", made_treebank(5), others=[made_treebank(9)], confidence=True)
