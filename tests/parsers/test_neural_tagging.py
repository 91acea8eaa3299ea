"""Dependency parsing as sequence labelling: loss, trees, confidence and model files."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from nonproj.codecs.registry import CODECS
from nonproj.errors import NonprojError
from nonproj.parsers.families import load_model, model_of, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.model_files import read_archive
from nonproj.parsers.neural import training
from nonproj.parsers.neural.device import jax
from nonproj.parsers.neural.registry import NEURAL_ROWS
from nonproj.parsers.neural.scorers.choice import scorer_of
from nonproj.parsers.neural.scorers.sequence import tags_in
from nonproj.parsers.neural.settings import JOINT, settings_of
from nonproj.parsers.neural.weights import drawn
from oracles.trees import is_tree
from samples.neural import SETTINGS, packed_of, parsed, random_vectors, treebank_of
from samples.treebanks import made_treebank, positions

NAMES = [name for name, row in NEURAL_ROWS.items() if row.codec]
TREES = [(-1, 2, 0, 2, 3), (-1, 0, 1, 2), (-1, 3, 3, 0)]
TREEBANK = treebank_of(TREES)
names = pytest.mark.parametrize("name", NAMES)


def codec_of(name):
    return CODECS[name.removeprefix("tagging-")]


def scorer_named(name, tags=None):
    tags = tags_in(TREEBANK, NEURAL_ROWS[name].codec) if tags is None else tags
    return scorer_of(variant_named(name).system, 3, SETTINGS, tags)


def test_every_codec_has_a_neural_parser():
    assert {NEURAL_ROWS[name].codec for name in NAMES} == {*CODECS}
    assert all(settings_of(name, "paper") == JOINT for name in NAMES)


@names
def test_the_loss_of_a_sequence_labeller_is_the_likelihood_of_its_tags(name):
    """Against numpy, word by word; node 0 has no tag."""
    scorer, packed, rng = scorer_named(name), packed_of(TREEBANK), np.random.default_rng(1)
    weights = jax.tree.map(lambda a: rng.normal(size=a.shape), drawn(scorer.parameters(), rng))
    vectors = random_vectors(rng)
    gold = SimpleNamespace(further=scorer.gold(packed, TREEBANK))
    loss, _ = scorer.training(weights, vectors, None, gold, jax.random.key(0))
    expected = 0.0
    for number, row, at in packed.members:
        for word, tag in enumerate(codec_of(name).encode(TREES[number]), 1):
            hidden = np.tanh(vectors[at + word, row] @ weights["tag"]["W"] + weights["tag"]["b"])
            scores = hidden @ weights["out"]["W"] + weights["out"]["b"]
            expected += np.log(np.exp(scores).sum()) - scores[scorer.tags.index(tag)]
    assert packed.members[1][2] > 0  # a row has several sentences
    assert float(loss) == pytest.approx(expected, rel=1e-5)


@names
@pytest.mark.parametrize("single", [False, True])
def test_a_sequence_labeller_reads_a_tree_and_its_certainty_from_the_best_tags(name, single):
    scorer, packed, rng = scorer_named(name), packed_of(TREEBANK), np.random.default_rng(2)
    shape = (SETTINGS.rows, SETTINGS.width, len(scorer.tags))
    gold = scorer.gold(packed, TREEBANK).T
    for gain in (0.0, 9.0):
        scores = rng.normal(size=shape) + gain * (gold[..., None] == np.arange(shape[-1]))
        tables = scorer.decided(scores.astype(np.float32))
        head, sure = parsed(scorer, tables, packed, TREEBANK, single)
        assert (sure[~TREEBANK.is_word] == -1).all()
        for number, row, at in packed.members:
            slots = slice(*TREEBANK.start[number : number + 2])
            found = head[slots].tolist()
            assert is_tree(found)
            assert not single or found.count(0) == 1
            assert gain == 0 or found == [*TREES[number]]
            own = np.exp(scores[row, at + 1 : at + len(found)])
            if gain:
                best = own.max(-1) / own.sum(-1)
                np.testing.assert_allclose(sure[slots][1:], best, rtol=1e-4)


@pytest.mark.parametrize("tags", [(), ("L>",), ("L>L", "<")])
def test_a_model_with_tags_that_no_codec_writes_is_refused(tags):
    with pytest.raises(NonprojError, match="tags"):
        scorer_named("tagging-hexa", tags)


@pytest.mark.parametrize("name", ["tagging-hexa", "tagging-2planar"])
def test_a_sequence_labeller_parses_better_than_by_neighbours_and_is_saved(name, tmp_path):
    """A small network, on sentences that it has not seen; saved and loaded, it parses the same."""
    settings = replace(settings_of(name, "small"), networks=1, aims=(), mean=0.9)
    settings = replace(settings, character_hidden=8, dropout=0.1, learning_rate=0.01)
    treebank, text = made_treebank(150), made_treebank(40, seed=2)
    variant = variant_named(f"{name}-upos-feats")
    model = training.train(variant, treebank, Training(1), settings=settings)
    path = tmp_path / "model.npz"
    model.save(path)
    loaded = load_model(path)
    head = model.parse(text).treebank.head
    assert loaded.parse(text, 2).treebank.head.tolist() == head.tolist()
    neighbours = (positions(text) - 1, positions(text) + 1)
    right, *shares = ((h == text.head)[text.is_word].mean() for h in (head, *neighbours))
    assert right > max(shares) + 0.05
    content, arrays = read_archive(path)
    content["vocabulary"]["tree_tags"][0] = "?"
    with pytest.raises(NonprojError, match="tags"):
        model_of(content, arrays)
