"""Neural parsers read the vectors of words that a text brings along."""

from dataclasses import replace

import numpy as np
import pytest

from nonproj.errors import NonprojError
from nonproj.parsers.families import load_model, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.neural import training
from nonproj.parsers.neural.settings import Settings
from samples.treebanks import labelled_score, made_treebank, positions

SETTINGS = Settings(
    word=8, character=4, character_hidden=4, hidden=16, arc=16, label=8, tagger=4, vector=8,
    epochs=30, rows=1, learning_rate=0.01,
)  # fmt: skip
SIZE = 6


def with_lengths(treebank, seed=0):
    """The treebank with vectors that tell how far away the head of each word is."""
    distance = np.clip(treebank.head - positions(treebank), -SIZE // 2, SIZE // 2 - 1) + SIZE // 2
    vectors = np.eye(SIZE, dtype=np.float32)[distance] + np.float32(seed)
    return replace(treebank, vectors=vectors * treebank.is_word[:, None].astype(np.float32))


def trained(treebank, how=None, epochs=SETTINGS.epochs):
    settings = replace(SETTINGS, epochs=epochs)
    how = how or Training(3)
    return training.train(variant_named("biaffine"), treebank, how, settings=settings)


@pytest.fixture(scope="module")
def model():
    return trained(with_lengths(made_treebank(60)))


def test_a_parser_learns_from_vectors_of_words(model):
    text = with_lengths(made_treebank(20, seed=2))
    blind = replace(text, vectors=np.zeros_like(text.vectors))
    told, untold = (labelled_score(text, model.parse(each).treebank) for each in (text, blind))
    assert told > untold + 0.1


def test_a_model_says_that_it_needs_vectors(model, tmp_path):
    model.save(tmp_path / "m.npz")
    loaded, text = load_model(tmp_path / "m.npz"), with_lengths(made_treebank(5, seed=2))
    assert (loaded.parse(text).treebank.head == model.parse(text).treebank.head).all()
    with pytest.raises(NonprojError, match="reads vectors of 6 dimensions; name their file with"):
        loaded.parse(replace(text, vectors=None))
    with pytest.raises(NonprojError, match="vectors have 3 dimensions, not 6"):
        loaded.parse(replace(text, vectors=text.vectors[:, :3]))


def test_a_checkpoint_is_of_the_same_vectors(tmp_path):
    treebank = made_treebank(20)
    how = Training(3, checkpoint=tmp_path / "state.npz")
    trained(with_lengths(treebank), how, epochs=1)
    trained(with_lengths(treebank), how, epochs=1)
    with pytest.raises(NonprojError, match="not a checkpoint of training with the same"):
        trained(with_lengths(treebank, seed=1), how, epochs=1)
