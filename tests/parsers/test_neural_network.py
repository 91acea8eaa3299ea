"""The parts of neural parsers: packed rows, the LSTM's own derivative, the vocabulary."""

import numpy as np
import pytest

from nonproj.parsers.families import variant_named
from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.encoder import dropped, encode, inputs_of, new_encoder
from nonproj.parsers.neural.lstm import bidirectional, lstm
from nonproj.parsers.neural.network import Network
from nonproj.parsers.neural.packing import character_rows, pack
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.vocabulary import (
    FIRST_KNOWN,
    LONGEST_FORM,
    ROOT_VALUE,
    UNKNOWN_VALUE,
    NeuralVocabulary,
)
from nonproj.parsers.neural.weights import drawn
from samples.treebanks import made_treebank, written

SETTINGS = NeuralSettings(width=8, rows=3)


def random_layer(rng, n_in, hidden):
    shapes = {"W": (n_in, 4 * hidden), "U": (hidden, 4 * hidden), "b": (4 * hidden,)}
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def literal_lstm(weights, x):
    """One sequence, step by step (Hochreiter & Schmidhuber 1997, with forget gates)."""
    size = weights["U"].shape[0]
    h = c = jnp.zeros(size)
    outputs = []
    for vector in x:
        i, f, o, cell = jnp.split(vector @ weights["W"] + h @ weights["U"] + weights["b"], 4)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(cell)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        outputs.append(h)
    return jnp.stack(outputs)


@pytest.mark.parametrize("reverse", [False, True])
def test_the_lstm_and_its_derivative_equal_their_definition(reverse):
    """Two sequences packed into one row, against each by itself under automatic derivatives."""
    rng = np.random.default_rng(0)
    weights, x = random_layer(rng, 3, 4), rng.normal(size=(7, 1, 3)).astype(np.float32)
    keep = np.ones((7, 1, 1), np.float32)
    keep[[2, 6] if reverse else [0, 3]] = 0
    mix = rng.normal(size=(7, 4)).astype(np.float32)
    way = slice(None, None, -1 if reverse else 1)

    def packed(weights, x):
        return (lstm(weights, x, keep, reverse)[:, 0] * mix).sum()

    def apart(weights, x):
        parts = (literal_lstm(weights, part[way, 0])[way] for part in (x[:3], x[3:]))
        return (jnp.concatenate(list(parts)) * mix).sum()

    ours, theirs = (jax.value_and_grad(f, (0, 1))(weights, x) for f in (packed, apart))
    for one, other in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


def test_the_two_directions_of_an_lstm_read_from_both_ends():
    rng = np.random.default_rng(1)
    pair = {way: random_layer(rng, 2, 3) for way in ("forward", "backward")}
    x = rng.normal(size=(4, 1, 2)).astype(np.float32)
    ends = np.zeros((2, 4, 1), bool)
    ends[0, 0] = ends[1, 3] = True
    out = bidirectional(pair, x, *ends)[:, 0]
    np.testing.assert_allclose(out[:, :3], literal_lstm(pair["forward"], x[:, 0]), rtol=1e-4)
    backward = literal_lstm(pair["backward"], x[::-1, 0])[::-1]
    np.testing.assert_allclose(out[:, 3:], backward, rtol=1e-4)


@pytest.mark.parametrize("axis", [0, 1, None])
def test_dropout_drops_the_same_units_along_an_axis(axis):
    kept = np.asarray(dropped(jnp.ones((40, 30, 20)), 0.3, jax.random.key(1), axis))
    assert set(kept.ravel().tolist()) == {0.0, float(np.float32(1 / 0.7))}
    assert (kept == 0).mean() == pytest.approx(0.3, abs=0.05)
    for other in range(3):
        alike = (kept == kept.take([0], other)).all()
        assert alike == (other == axis)


def test_sentences_packed_into_rows_stay_whole():
    treebank = made_treebank(40)
    text = NeuralVocabulary.of(treebank, ()).text(treebank)
    order = np.random.default_rng(2).permutation(40).tolist()
    rows = character_rows(text, SETTINGS)
    seen = []
    for shard, members in pack(text, order, SETTINGS, rows):
        for number, (sentence, row, at) in enumerate(members):
            slots = np.arange(*text.start[sentence : sentence + 2])
            places = slice(at, at + len(slots))
            assert shard.slot[places, row].tolist() == slots.tolist()
            assert (shard.sentence[places, row] == number).all()
            assert (shard.begin[places, row] == at).all()
            for place, slot in zip(range(at, at + len(slots)), slots, strict=True):
                spelled = shard_spelling(shard, shard.form[place, row])
                form = text.form[slot]
                assert spelled == text.characters[form, : text.n_characters[form]].tolist()
            seen.append(sentence)
        assert (shard.slot >= 0).sum() == sum(np.diff(text.start)[s] for s, *_ in members)
    assert sorted(seen) == list(range(40))


def shard_spelling(shard, form):
    """The characters between the ends of a form, which are marked as such and nothing within."""
    n_rows = shard.characters.shape[1]
    (begin, row), (end, other) = (divmod(int(p[form]), n_rows) for p in (shard.from_, shard.to))
    assert row == other
    within = slice(begin, end + 1)
    assert shard.first[within, row].tolist() == [True] + [False] * (end - begin)
    assert shard.last[within, row].tolist() == [False] * (end - begin) + [True]
    return shard.characters[within, row].tolist()


@pytest.mark.parametrize("predicted", [True, False])
def test_characters_of_words_with_their_own_embedding_are_left_out(predicted):
    """The vectors stay the same, of known words, unknown ones and node 0."""
    known = [("seen", 0, "x"), ("often", 1, "x")]
    treebank = written([[*known, ("rare", 2, "x")], known, known])
    settings = NeuralSettings(width=8, rows=2, least=2, word=8, hidden=4, predicted=predicted)
    vocabulary = NeuralVocabulary.of(treebank, (), least=settings.least)
    network = Network(variant_named("mst-neural").system, vocabulary, ("x",), settings)
    whole = vocabulary.text(treebank)
    spelled = network.spelled(whole)
    assert len({*spelled.form.tolist()}) == (2 if predicted else 4)
    weights = drawn(new_encoder(vocabulary, (), settings), np.random.default_rng(1))
    vectors = [vectors_by_slot(weights, text, settings) for text in (whole, spelled)]
    np.testing.assert_allclose(*vectors, rtol=1e-5, atol=1e-6)


def vectors_by_slot(weights, text, settings):
    [packed] = pack(text, range(3), settings, 4)
    slot = packed.shard.slot
    vectors = np.asarray(encode(weights, inputs_of(packed.shard, text, ()), settings)[0])
    return vectors[slot >= 0][np.argsort(slot[slot >= 0])]


def test_a_long_sentence_gets_a_row_of_its_own_width():
    treebank = made_treebank(12)
    text = NeuralVocabulary.of(treebank, ()).text(treebank)
    small = NeuralSettings(width=4, rows=4)
    widths = [len(shard.slot) for shard, _ in pack(text, range(12), small, 1)]
    longest = int(treebank.sentence_length.max()) + 1
    assert max(widths) >= longest > 4
    assert all(width & (width - 1) == 0 for width in widths)


def test_words_are_numbered_by_the_vocabulary_of_training():
    treebank = made_treebank(10)
    vocabulary = NeuralVocabulary.of(treebank.select(range(5)), ("upos", "feats", "lemma"))
    text = vocabulary.text(treebank)
    assert (text.word[treebank.start[:-1]] == ROOT_VALUE).all()
    for slot in np.flatnonzero(treebank.is_word).tolist():
        form = treebank.form.values[treebank.form.codes[slot]].lower()
        known = form in vocabulary.words
        expected = FIRST_KNOWN + vocabulary.words.index(form) if known else UNKNOWN_VALUE
        assert text.word[slot] == expected
    assert (text.word == UNKNOWN_VALUE).any()


def test_the_middle_characters_of_a_long_form_are_left_out():
    letters = [chr(ord("a") + i) for i in range(26)] + [chr(ord("A") + i) for i in range(26)]
    vocabulary = NeuralVocabulary(("x",), tuple(letters), {}, {})
    table, size = vocabulary._characters(["".join(letters)])
    kept = [letters[i - FIRST_KNOWN] for i in table[1]]
    assert size.tolist() == [1, LONGEST_FORM]
    assert kept == letters[: LONGEST_FORM // 2] + letters[-LONGEST_FORM // 2 :]
