"""The encoder: word vectors from embeddings, a character BiLSTM and a sentence BiLSTM."""

from typing import NamedTuple

import numpy as np

from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.lstm import bidirectional, new_lstm
from nonproj.parsers.neural.packing import Shard
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.vocabulary import (
    FEATS,
    PAD,
    UNKNOWN_VALUE,
    EncodedText,
    NeuralVocabulary,
)
from nonproj.parsers.neural.weights import Parameter, embedding, new_dense


class Inputs(NamedTuple):
    """A shard's words as numbers; arrays indexed by position have the shape [width, rows]."""

    word: np.ndarray
    form: np.ndarray
    columns: dict[str, np.ndarray]
    vectors: np.ndarray  # [width, rows, size]
    characters: np.ndarray
    first_character: np.ndarray
    last_character: np.ndarray
    form_from: np.ndarray
    form_to: np.ndarray
    first: np.ndarray  # true for node 0 of a sentence and for empty positions
    last: np.ndarray  # true for the last word of a sentence and for empty positions
    sentence: np.ndarray
    treebank: np.ndarray | None = None  # in training on several treebanks, see `conventions`


def inputs_of(shard: Shard, text: EncodedText, names: tuple[str, ...]) -> Inputs:
    """Return the encoder's inputs for a shard; `names` are the columns to embed."""
    empty = shard.slot < 0
    first = empty | (shard.begin == np.arange(len(empty))[:, None])
    last = empty | np.append(first[1:], np.ones_like(first[:1]), axis=0)
    word = np.where(empty, PAD, text.word[shard.slot])
    columns = {}
    for name in names:
        codes = text.columns[name][shard.slot]
        columns[name] = np.where(empty.reshape(*empty.shape, *[1] * (codes.ndim - 2)), PAD, codes)
    spelled = (shard.characters, shard.first, shard.last, shard.from_, shard.to)
    vectors = np.where(empty[..., None], 0, text.vectors[shard.slot]).astype(np.float32)
    return Inputs(word, shard.form, columns, vectors, *spelled, first, last, shard.sentence)


def new_encoder(vocabulary: NeuralVocabulary, names: tuple[str, ...], s: NeuralSettings) -> dict:
    embedded = {"word": (vocabulary.size("words"), s.word)}
    embedded["character"] = (vocabulary.size("characters"), s.character)
    embedded |= {name: (vocabulary.size(name), getattr(s, name)) for name in names}
    width = width_of_words(vocabulary, names, s)
    layers = {"spelled": new_dense(2 * s.character_hidden, s.word)} if s.predicted else {}
    if vocabulary.vectors:
        layers["vectors"] = new_dense(vocabulary.vectors, s.vector)
    return {
        **layers,
        "embedding": {name: Parameter(shape, embedding) for name, shape in embedded.items()},
        "characters": _layers(s.character, s.character_hidden, s.character_layers),
        "sentence": _layers(width, s.hidden, s.layers),
    }


def width_of_words(vocabulary: NeuralVocabulary, names: tuple[str, ...], s: NeuralSettings) -> int:
    """Return the size of the word vectors that the sentence BiLSTM reads."""
    spelled = s.word if s.predicted else s.word + 2 * s.character_hidden
    read = s.vector if vocabulary.vectors else 0
    return spelled + sum(getattr(s, name) for name in names) + read


def encode(weights: dict, inputs: Inputs, settings: NeuralSettings, key=None, shift=None):
    """Return word vectors [width, rows, 2 * hidden] in context, and word vectors without context.

    If a random key is given, dropout is applied, as in training. `shift`, if given, is added to
    word vectors without context."""
    keys = iter([None] * 16 if key is None else jax.random.split(key, 16))
    table, rate = weights["embedding"], settings.dropout
    spelled = table["character"][inputs.characters]
    ends = inputs.first_character, inputs.last_character
    for layer in weights["characters"]:
        spelled = bidirectional(layer, dropped(spelled, rate, next(keys)), *ends)
    half = spelled.shape[-1] // 2
    flat = spelled.reshape(-1, 2 * half)
    forms = jnp.concatenate([flat[inputs.form_to, :half], flat[inputs.form_from, half:]], -1)
    parts = _words(weights, table["word"], forms, inputs)
    for name, codes in inputs.columns.items():
        vectors = table[name][codes]
        if name == FEATS:
            vectors = (vectors * (codes != PAD)[..., None]).sum(-2)
        parts.append(vectors)
    if "vectors" in weights:
        parts.append(dense(weights["vectors"], inputs.vectors))
    x = words = dropped(_input(parts, settings, next(keys)), rate, next(keys))
    if shift is not None:
        x = words = x + shift
    for layer in weights["sentence"]:
        x = dropped(bidirectional(layer, x, inputs.first, inputs.last), rate, next(keys))
    return x, words


def _input(parts: list, settings: NeuralSettings, key):
    """Concatenate each word's input parts; with a key, drop single parts or words at random."""
    rate = settings.input_dropout
    if not settings.parts_apart:
        return dropped(jnp.concatenate(parts, -1), rate, key, axis=2)
    keys = [None] * len(parts) if key is None else jax.random.split(key, len(parts))
    kept = [dropped(part, rate, k, axis=2) for part, k in zip(parts, keys, strict=True)]
    return jnp.concatenate(kept, -1)


def _words(weights: dict, table, forms, inputs: Inputs) -> list:
    """Return word embeddings and character vectors, or word embeddings predicted for rare words."""
    if "spelled" not in weights:
        return [table[inputs.word], forms[inputs.form]]
    predicted = jnp.tanh(dense(weights["spelled"], forms))[inputs.form]
    return [jnp.where((inputs.word == UNKNOWN_VALUE)[..., None], predicted, table[inputs.word])]


def dropped(x, rate: float, key, axis: int | None = 0):
    """Apply dropout; if `axis` is given, use the same mask all along it (Gal & Ghahramani 2016).

    Without a random key, all units are kept."""
    if key is None or rate == 0:
        return x
    shape = [1 if i == axis else size for i, size in enumerate(x.shape)]
    return x * (jax.random.bernoulli(key, 1 - rate, shape) / (1 - rate))


def dense(layer: dict, x):
    return x @ layer["W"] + layer["b"]


def _layers(n_in: int, hidden: int, layers: int) -> list[dict]:
    sizes = [n_in, *[2 * hidden] * (layers - 1)]
    return [{way: new_lstm(size, hidden) for way in ("forward", "backward")} for size in sizes]
