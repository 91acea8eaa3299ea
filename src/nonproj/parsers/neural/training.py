"""Training of a neural parser: batches, updates, early stopping, checkpoints.

All random numbers depend only on the seed, the network's number and the epoch's number, so that
training resumed from a checkpoint gives the same model."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from hashlib import sha256
from importlib.metadata import version
from threading import Event

import numpy as np
import optax

from nonproj.data.conll import render
from nonproj.data.conventions import Conventions
from nonproj.data.declared import as_content
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.continuation_values import grown, together, with_known_labels
from nonproj.parsers.interface import Training, begin
from nonproj.parsers.model_files import checksum
from nonproj.parsers.neural.checkpoints import Checkpoint, TrainingState
from nonproj.parsers.neural.conventions import treebanks_of, with_vectors, without_vectors
from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.family import NeuralSystem
from nonproj.parsers.neural.model import NeuralModel, check_weights
from nonproj.parsers.neural.network import Network
from nonproj.parsers.neural.packing import Packed, character_rows, pack
from nonproj.parsers.neural.scorers.interface import Each
from nonproj.parsers.neural.scorers.sequence import tags_in
from nonproj.parsers.neural.settings import NeuralSettings, settings_of
from nonproj.parsers.neural.vocabulary import (
    UNKNOWN_VALUE,
    EncodedText,
    NeuralVocabulary,
    frequencies,
)
from nonproj.parsers.neural.weights import drawn, flattened, halved
from nonproj.parsers.variants import Variant
from nonproj.tagging.columns import LEMMA

FURTHER = 0.2  # the share of the epochs, if training goes on from a model
SLOWER = 0.5  # the share of the learning rate, likewise
LISTS = ("words", "characters", "tree_tags")  # the other values of a vocabulary


def train(
    variant: Variant,
    treebank: Treebank,
    how: Training,
    prepared: Treebank | None = None,
    settings: NeuralSettings | None = None,
) -> NeuralModel:
    """Train a neural parser; if there is a development set, keep the weights of the best epoch."""
    if how.features:
        raise NonprojError(f"{variant.name}: the features of neural parsers cannot be chosen")
    variant, treebank, root_mode = begin(variant, treebank, how, prepared)
    conventions = Conventions.in_text(treebank, how.others)
    usual = settings_of(variant.system.scorer, how.size).for_words(conventions.words)
    if how.origin is not None:
        settings = settings or going_on(how.origin.network.settings, usual)
        treebank = with_known_labels(treebank, how.origin.network.labels)
    settings = settings.for_words(conventions.words) if settings else usual
    network = network_of(variant.system, treebank, settings)
    if how.origin is not None:
        known = how.origin.network.vocabulary
        network = replace(network, vocabulary=extended(known, network.vocabulary))
    text = network.vocabulary.text(treebank)
    rest = network, text, treebank, conventions, how.seed, how.origin
    return Trainer(variant, root_mode, *rest).train(how)


def extended(known: NeuralVocabulary, given: NeuralVocabulary) -> NeuralVocabulary:
    """Return a vocabulary of known values, followed by the given values that are new."""
    if given.vectors and not known.vectors:
        raise NonprojError("vectors cannot be used: the model was trained without vectors")
    columns = {name: together(known.columns[name], given.columns[name]) for name in known.columns}
    aims = {name: together(known.aims[name], given.aims[name]) for name in known.aims}
    values = {each: together(getattr(known, each), getattr(given, each)) for each in LISTS}
    return replace(known, columns=columns, aims=aims, **values)


def going_on(settings: NeuralSettings, usual: NeuralSettings) -> NeuralSettings:
    """Return the settings for going on from a model with these settings.

    `usual` are the settings for training anew, with which the model may not agree: its settings are
    those of a shorter text or of going on from another model."""
    epochs, rate = max(1, round(FURTHER * usual.epochs)), usual.learning_rate * SLOWER
    return replace(settings, epochs=epochs, patience=usual.patience, learning_rate=rate)


def network_of(system: NeuralSystem, treebank: Treebank, settings: NeuralSettings) -> Network:
    """Return the network for a training text, before weights are drawn."""
    aims = [name for name in settings.aims if name not in system.columns]
    vocabulary = NeuralVocabulary.of(treebank, system.columns, aims, settings.least)
    if system.row.codec:
        vocabulary = replace(vocabulary, tree_tags=tags_in(treebank, system.row.codec))
    return Network(system, vocabulary, treebank.deprel.values, settings)


@dataclass(frozen=True)
class Trainer:
    """The training of a network on a treebank, which is encoded in `text`."""

    variant: Variant
    root_mode: int
    network: Network
    text: EncodedText
    treebank: Treebank
    conventions: Conventions
    seed: int
    origin: NeuralModel | None = None  # a model whose training goes on
    stop: Event = field(default_factory=Event)

    def train(self, how: Training) -> NeuralModel:
        """Complete training, starting from a checkpoint if there is one; return the model."""
        settings, state = self.network.settings, self.new_state()
        words = how.dev.n_words if how.dev else 0
        if how.checkpoint:
            checkpoint = Checkpoint(how.checkpoint, self._key(how), settings, words)
            state = checkpoint.read(state)
        begun, first = time.monotonic(), state.epoch
        with ThreadPoolExecutor(how.threads) as pool, self._interruptible():
            while not state.ended(settings):
                state, loss = self.epoch(state, pool, how.dev is not None)
                score = _dev_score(self.model(state.mean), how)
                state = state.scored(score, settings)
                if how.checkpoint:
                    checkpoint.write(state)
                left = (time.monotonic() - begun) / (state.epoch - first)
                left *= settings.epochs - state.epoch
                how.report(_line(state, loss, score, words, left))
                how.progress("epochs", state.epoch / settings.epochs)
        model = self.model(jax.tree.map(_as_in_file, state.best))
        check_weights(self.network, flattened(model.weights))
        return model

    def model(self, weights: list[dict]) -> NeuralModel:
        weights = [without_vectors(each) for each in weights]
        rest = self.network, self.character_rows, jax.tree.map(np.asarray, weights)
        return NeuralModel(self.variant, self.root_mode, self.seed, *rest)

    def new_state(self) -> TrainingState:
        """Return the initial state, with randomly drawn weights."""
        rng = np.random.default_rng(np.random.SeedSequence(self.seed))
        weights = drawn(self.network.parameters(), rng)
        if self.origin is not None:
            weights = jax.tree.map(grown, self.origin.weights, weights)
        width = self.network.input_width
        weights = [with_vectors(each, self.conventions, width) for each in weights]
        return TrainingState.new(weights, self.optimizer)

    def _key(self, how: Training) -> dict:
        """Return the key that a checkpoint must have for this training run to resume from it."""
        texts = [text for text in (self.treebank, how.dev) if text is not None]
        return self._key_of_origin() | {
            "version": version("nonproj"),
            "variant": self.variant.name,
            "root": self.root_mode,
            "seed": self.seed,
            "settings": as_content(self.network.settings),
            "others": [*self.conventions.sizes[1:]],
            "texts": [_digest(text) for text in texts],
        }

    def _key_of_origin(self) -> dict:
        if self.origin is None:
            return {}
        content, arrays = self.origin.stored
        return {"origin": checksum(as_content(content), arrays)}

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """If the block raises an exception, let all threads stop after their current batch."""
        try:
            yield
        except BaseException:
            self.stop.set()
            raise

    @property
    def optimizer(self) -> optax.GradientTransformation:
        s = self.network.settings
        return optax.chain(
            optax.clip_by_global_norm(s.clip), optax.scale_by_adam(s.beta1, s.beta2, eps=1e-8)
        )

    def epoch(
        self, state: TrainingState, pool: Executor, scored: bool
    ) -> tuple[TrainingState, float]:
        """Train all networks for one epoch; return the new state and the mean loss per word.

        Each thread trains a network; if there is only one network, threads share the sentences of a
        batch. `scored` means that a development set determines when the learning rate falls."""
        n = self.network.settings.networks
        over_networks, each = (map, pool.map) if n == 1 else (pool.map, map)
        read = partial(self._read, state, scored, each)
        learnt, losses = zip(*over_networks(read, range(n), state.learnt), strict=True)
        return state.after_epoch(learnt), sum(losses) / (n * self.conventions.words)

    def _read(
        self, state: TrainingState, scored: bool, each: Each, network: int, learnt: tuple
    ) -> tuple[tuple, float]:
        """Train a network for one epoch; return (weights, moments, mean) and the total loss."""
        settings, total = self.network.settings, 0.0
        rng = self._rng(network, state.epoch)
        text = self._with_unknowns(rng)
        order = self.conventions.epoch(rng).tolist()
        batches = list(pack(text, order, settings, self.character_rows))
        for number, batch in enumerate(batches):
            if self.stop.is_set():
                break
            key = jax.random.PRNGKey(int(rng.integers(2**31)))
            loss, *gradient = self._gradient(learnt[0], batch, text, key, each)
            if not np.isfinite(loss):
                place = f"{self.treebank.name}: epoch {state.epoch + 1}, batch {number + 1}"
                raise NonprojError(f"{place}: the loss is {loss}, so training cannot continue")
            done = (state.epoch + number / len(batches)) / settings.epochs
            left = 0.25**state.decays if settings.decays and scored else min(1.0, 2 * (1 - done))
            learnt = self._updated(learnt, *gradient, settings.learning_rate * left)
            total += loss
        return learnt, total

    def _gradient(self, weights: dict, packed: Packed, text: EncodedText, key, each: Each) -> tuple:
        """Return the loss and gradient, summed over a batch's words, and the number of words."""
        inputs = self.network.inputs(packed.shard, text)
        inputs = inputs._replace(treebank=treebanks_of(self.conventions, packed.shard))
        gold = self.network.gold(packed, text, self.treebank)
        rest = inputs, gold, key, packed, self.treebank, each
        return *self.network.gradient(weights, *rest), int(gold.is_word.sum())

    def _with_unknowns(self, rng: np.random.Generator) -> EncodedText:
        """Return the text with random words and lemmas, mostly rare ones, made UNKNOWN_VALUE."""
        text = self.text
        word = self._dropped(text.word, self.frequency["word"], rng)
        lemmas = {
            name: self._dropped(text.columns[name], self.frequency[name], rng)
            for name in self.frequency.keys() & {LEMMA}
        }
        text = text._replace(word=word, columns=text.columns | lemmas)
        return self.network.spelled(text)

    def _dropped(self, codes: np.ndarray, frequency: np.ndarray, rng) -> np.ndarray:
        rate = self.network.settings.word_dropout
        return np.where(
            rng.random(codes.shape) < rate / (rate + frequency[codes]), UNKNOWN_VALUE, codes
        )

    @cached_property
    def character_rows(self) -> int:
        """The number of character rows in each batch; see `packing.character_rows`."""
        return character_rows(self._with_unknowns(self._rng(0)), self.network.settings)

    @cached_property
    def frequency(self) -> dict[str, np.ndarray]:
        """The frequency of each word and lemma in the training text."""
        vocabulary, columns = self.network.vocabulary, self.text.columns
        found = {"word": frequencies(self.text.word, vocabulary.size("words"))}
        if LEMMA in columns:
            found[LEMMA] = frequencies(columns[LEMMA], vocabulary.size(LEMMA))
        return found

    def _rng(self, network: int, *numbers: int) -> np.random.Generator:
        key = (1 + network, *numbers)
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=key))

    def _updated(self, learnt: tuple, gradient: dict, n_words: int, rate: float) -> tuple:
        """Return (weights, moments, mean weights), updated with the gradient of a batch."""
        weights, moments, mean = learnt
        weights, moments = self._step(weights, moments, gradient, n_words, rate)
        if not self.network.settings.mean:
            return weights, moments, weights
        updates = optax.tree_utils.tree_get(moments, "count")
        return weights, moments, self._mean(mean, weights, updates)

    @cached_property
    def _step(self) -> Callable:
        def step(weights, moments, gradient, n_words, rate):
            gradient = jax.tree.map(lambda summed: summed / n_words, gradient)
            steps, moments = self.optimizer.update(gradient, moments, weights)
            return jax.tree.map(lambda w, step: w - rate * step, weights, steps), moments

        return jax.jit(step)

    @cached_property
    def _mean(self) -> Callable:
        """A function that updates the running mean of weights (Shamir & Zhang 2013)."""

        def updated(mean, weights, updates):
            kept = jnp.minimum(self.network.settings.mean, (updates - 1) / (updates + 8))
            return jax.tree.map(lambda m, w: kept * m + (1 - kept) * w, mean, weights)

        return jax.jit(updated)


def _dev_score(model: NeuralModel, how: Training) -> tuple[int, int] | None:
    """Count the correct heads in the development set, and the correct heads with correct labels."""
    if how.dev is None:
        return None
    parsed = model.parse(how.dev, how.threads).treebank
    right = (parsed.head == how.dev.head) & how.dev.is_word
    labels = parsed.deprel.recoded(how.dev.deprel.values) == how.dev.deprel.codes
    return int(right.sum()), int((right & labels).sum())


def _as_in_file(weights: np.ndarray) -> np.ndarray:
    return halved(weights).astype(np.float32)


def _digest(text: Treebank) -> str:
    """Hash a text and the vectors of its words."""
    vectors = b"" if text.vectors is None else text.vectors.tobytes()
    return sha256(render(text) + vectors).hexdigest()


def _line(state: TrainingState, loss: float, score, words: int, seconds: float) -> str:
    line = f"epoch {state.epoch}: loss {loss:.3f}"
    if score is not None:
        uas, las = (100 * n / words for n in score)
        line += f", dev LAS {las:.2f} UAS {uas:.2f}, best epoch {state.best_epoch}"
    return f"{line}; at most {seconds / 60:.1f} minutes left"
