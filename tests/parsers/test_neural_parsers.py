"""Neural parsers: the same model on any number of threads and cores and after an interruption."""

import os
import signal
from dataclasses import replace
from functools import partial
from math import comb
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import optax
import pytest

from command_line import python
from nonproj.data.treebank import ROOT_CODE
from nonproj.errors import NonprojError
from nonproj.parsers.families import load_model, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.model_files import read_archive, write_archive
from nonproj.parsers.neural import training
from nonproj.parsers.neural.checkpoints import Checkpoint, TrainingState
from nonproj.parsers.neural.device import jax
from nonproj.parsers.neural.encoder import encode
from nonproj.parsers.neural.packing import pack
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.weights import flattened
from samples.treebanks import (
    labelled_score,
    made_treebank,
    parse,
    positions,
    same_trees,
    without,
    written,
)

SMALL = NeuralSettings(
    word=8, least=2, character=4, character_hidden=4, upos=4, hidden=8, arc=8, label=4, tagger=4,
    epochs=4, mean=0.5,
)  # fmt: skip
TWO = replace(SMALL, networks=2)
NAME = "biaffine-upos"
WITHOUT_DROPOUT = {"dropout": 0.0, "input_dropout": 0.0, "word_dropout": 0.0}


ON_CORES = """
import os, sys
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[1])])
from nonproj.parsers.families import variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.neural import training
from nonproj.parsers.neural.settings import NeuralSettings
from samples.treebanks import made_treebank
variant, settings = variant_named("mst-neural"), NeuralSettings(epochs=1)
model = training.train(variant, made_treebank(20), Training(3), settings=settings)
model.save(sys.argv[2])
"""


class InterruptedTrainingError(Exception):
    pass


def trained(how, name=NAME, settings=SMALL, size=30):
    return training.train(variant_named(name), made_treebank(size), how, settings=settings)


def assert_same_weights(one, other):
    ours, theirs = flattened(one.weights), flattened(other.weights)
    assert ours.keys() == theirs.keys()
    for name, array in ours.items():
        np.testing.assert_array_equal(array, theirs[name], err_msg=name)


def assert_other_weights(one, other):
    one, other = flattened(one), flattened(other)
    assert all((one[name] != other[name]).any() for name in one if not name.endswith("/b"))


@pytest.fixture(scope="module")
def dev():
    return made_treebank(10)


@pytest.fixture(scope="module")
def model(dev):
    return trained(Training(3, dev=dev))


@pytest.fixture(scope="module")
def pair(dev):
    """A parser of two networks."""
    return trained(Training(3, dev=dev), settings=TWO)


def test_threads_do_not_change_a_neural_model(model, pair, dev):
    assert_same_weights(model, trained(Training(3, threads=3, dev=dev)))
    assert_same_weights(pair, trained(Training(3, threads=3, dev=dev), settings=TWO))


def test_another_seed_gives_another_neural_model(model, dev):
    assert_other_weights(model.weights, trained(Training(4, dev=dev)).weights)


def test_two_networks_differ_and_the_first_equals_one_trained_alone(pair):
    assert_other_weights(*pair.weights)
    alone = trained(Training(3), settings=replace(TWO, networks=1))
    together = trained(Training(3), settings=TWO)
    assert_same_weights(replace(together, weights=together.weights[:1]), alone)
    with pytest.raises(NonprojError, match="uses one network, not 2"):
        trained(Training(3), "mh4-greedy-neural", TWO)


def test_networks_with_equal_initial_weights_learn_different_ones(monkeypatch):
    """Their sentences come in other orders, and other units are dropped."""
    drawn, orders, begun = training.drawn, [], training.pack
    alike = lambda networks, _: [drawn(n, np.random.default_rng(0)) for n in networks]  # noqa: E731
    monkeypatch.setattr(training, "drawn", alike)

    def packed(text, order, *rest):
        orders.append(tuple(order))
        return begun(text, order, *rest)

    monkeypatch.setattr(training, "pack", packed)
    one, other = map(flattened, trained(Training(3), settings=TWO).weights)
    assert all((one[name] != other[name]).any() for name in one)
    assert len(set(orders)) == 2 * TWO.epochs


def test_an_interrupt_ends_the_training_of_all_networks(monkeypatch):
    """After the batch that it reads, not after all of the epoch."""
    begun, batches = training.Trainer._gradient, []

    def gradient(trainer, *given):
        batches.append(given)
        if len(batches) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        if len(batches) >= 3:
            trainer.stop.wait(1)  # a loaded machine takes its time
        return begun(trainer, *given)

    monkeypatch.setattr(training.Trainer, "_gradient", gradient)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a runner may ignore it
    try:
        with pytest.raises(KeyboardInterrupt):
            trained(Training(3, threads=2), settings=replace(TWO, rows=1, epochs=1), size=200)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(batches) < 20


@pytest.mark.parametrize("name", [NAME, "mst-neural"])
def test_several_networks_parse_by_the_mean_of_their_scores(name):
    """A network parses as with a copy of itself, or with one that prefers nothing, but for ties."""
    pair, text = trained(Training(3), name, TWO), made_treebank(20)

    def trees(*weights):
        parsed, _ = replace(pair, weights=list(weights)).predict(text)
        return np.stack([parsed.head, parsed.deprel.recoded(pair.network.labels)])

    one, other = pair.weights
    without = jax.tree.map(np.zeros_like, other)
    assert (trees(one) == trees(one, one)).all()
    assert (trees(one) == trees(one, without)).mean() > 0.98
    assert (trees(one, other) == trees(other, one)).all()
    assert (trees(one) == trees(other)).mean() < 0.5


def test_a_neural_model_does_not_depend_on_the_cores_of_the_machine(tmp_path):
    """In processes of their own, as XLA counts the cores once; of the paper's size: it divides the
    sums of large arrays alone."""
    tests = str(Path(__file__).parents[1])
    for cores in ("1", "2"):
        environment = os.environ | {"PYTHONPATH": tests, "NPROC": cores}
        python(ON_CORES, cores, tmp_path / cores, env=environment)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_two_biaffine_networks_decide_by_the_product_of_their_probabilities(pair):
    """Against numpy, for the first shard of a text."""
    network, text = pair.network, pair.network.vocabulary.text(made_treebank(20))
    packed = next(pack(text, range(20), network.settings, pair.character_rows))
    inputs = network.inputs(packed.shard, text)

    def log_probabilities(weights):
        vectors, _ = encode(weights["encoder"], inputs, network.settings)
        return map(np.asarray, network.scorer.tables(weights["parser"], vectors, inputs))

    arcs, labels = zip(*map(log_probabilities, pair.weights), strict=True)
    label = (labels[0] + labels[1]) / 2
    decided = network._tables(pair.weights, inputs)[1]
    expected = (arcs[0] + arcs[1]) / 2 + label.max(-1)
    np.testing.assert_allclose(np.asarray(decided.score), expected, rtol=1e-5)
    chosen = np.take_along_axis(label, np.asarray(decided.label)[..., None], -1)[..., 0]
    np.testing.assert_allclose(chosen, label.max(-1), rtol=1e-5)


@pytest.mark.parametrize(("of", "settings"), [("model", SMALL), ("pair", TWO)])
def test_an_interrupted_training_resumes_to_the_same_model(of, settings, dev, tmp_path, request):
    model, again = request.getfixturevalue(of), partial(trained, settings=settings)
    path, lines = tmp_path / "state.npz", []

    def stop_after_two(line):
        lines.append(line)
        if len(lines) == 2:
            raise InterruptedTrainingError

    with pytest.raises(InterruptedTrainingError):
        again(Training(3, dev=dev, checkpoint=path, report=stop_after_two))
    rest = []
    resumed = again(Training(3, dev=dev, checkpoint=path, report=rest.append))
    assert [line.split(":")[0] for line in rest] == ["epoch 3", "epoch 4"]
    assert_same_weights(model, resumed)
    for other in (Training(4, dev=dev), Training(3, dev=dev.select([0])), Training(3)):
        with pytest.raises(NonprojError, match="not a checkpoint of training with the same"):
            again(replace(other, checkpoint=path))


def test_every_part_of_a_training_state_is_read_from_its_checkpoint(tmp_path):
    network, optimizer = [{"W": np.arange(3.0)}], optax.scale_by_adam()
    new = TrainingState.new(network, optimizer)
    names = "weights", "mean", "best"
    parts = {name: [{"W": np.full(3, i, np.float32)}] for i, name in enumerate(names)}
    moments = jax.tree.map(lambda array: array + 9, new.moments)
    counts = {"epoch": 9, "best_epoch": 6, "best_score": (5, 4), "decays": 1}
    state = replace(new, moments=moments, **parts, **counts)
    checkpoint = Checkpoint(tmp_path / "state.npz", {}, NeuralSettings(), dev_words=9)
    checkpoint.write(state)
    read = checkpoint.read(new)
    jax.tree.map(np.testing.assert_array_equal, vars(state), vars(read))


def test_epochs_are_scored_after_steps_are_undone():
    """Lifted arcs go back to their heads, and encoded labels become labels."""
    crossed = [("a", 2, "x"), ("b", 0, "y"), ("c", 2, "x"), ("d", 1, "z")]
    treebank, lines = written([crossed] * 8), []
    how = Training(1, dev=treebank, report=lines.append)
    settings = replace(SMALL, epochs=40, learning_rate=0.02, **WITHOUT_DROPOUT)
    training.train(variant_named("mh3+head"), treebank, how, settings=settings)
    assert "LAS 100.00 UAS 100.00" in lines[-1]


@pytest.mark.parametrize("name", ["biaffine", "mh3", "mh4-greedy-neural"])
def test_training_is_refused_if_the_loss_is_no_number(name):
    """The second batch is scored by what the first taught."""
    settings = replace(SMALL, learning_rate=1e38, rows=1)
    with pytest.raises(NonprojError, match=r"epoch \d+, batch \d+: the loss is (nan|inf)"):
        trained(Training(1), name, settings)


def test_a_development_set_without_usable_sentences_is_refused():
    without = written([[("a", 0, "x")], [("a", "_", "_")]], heads="ignored")
    long = written([[("w", 0, "x")] * 181])
    for name, dev, message in (
        (NAME, made_treebank(2).select([]), "there are no sentences to score"),
        (NAME, without, "cannot score sentence 1: a word has no HEAD"),
        ("1ec", long, "sentence 1 has 181 words; 1ec accepts at most 180"),
    ):
        with pytest.raises(NonprojError, match=message):
            trained(Training(1, dev=dev), name)


@pytest.mark.parametrize("name", [NAME, "mh4-hybrid", "mh4-greedy-neural"])
def test_a_neural_parser_learns_the_trees_that_it_sees(name):
    larger = {"hidden": 24, "arc": 24, "label": 16, "epochs": 120, "learning_rate": 0.02}
    settings = replace(SMALL, least=1, mean=0.9, **larger, **WITHOUT_DROPOUT)
    model, treebank = trained(Training(1), name, settings, size=12), made_treebank(12)
    parsed = model.parse(treebank).treebank
    assert labelled_score(treebank, parsed) > 0.95


def test_a_model_keeps_the_weights_of_its_best_epoch(dev):
    """Scores of the epochs as reported; the weights of the best parse as well as it did."""
    lines = []
    model = trained(Training(4, dev=dev, report=lines.append))
    uas = [float(line.split("UAS ")[1].split(",")[0]) for line in lines]
    assert max(uas) > uas[-1] + 1
    right = (model.parse(dev).treebank.head == dev.head) & dev.is_word
    assert 100 * right.sum() / dev.n_words == pytest.approx(max(uas), abs=0.006)


def test_the_mean_of_weights_is_over_the_latest_updates():
    """In closed form at first; then an update leaves a fixed share. What was before has no part."""
    network = SimpleNamespace(settings=replace(SMALL, mean=0.9))
    trainer = training.Trainer(None, 0, network, None, None, None, 1)
    drawn, mean = np.random.default_rng(1).normal(size=90).astype(np.float32), np.float32(1e6)
    means = [mean := trainer._mean(mean, value, i + 1) for i, value in enumerate(drawn)]
    shares = [comb(i + 7, 8) for i in range(1, 41)]
    assert float(means[39]) == pytest.approx(np.average(drawn[:40], weights=shares), abs=1e-5)
    assert float(means[89]) == pytest.approx(0.9 * float(means[88]) + 0.1 * drawn[89], abs=1e-5)


def test_training_lowers_its_rate_and_ends_if_scores_do_not_rise():
    settings = NeuralSettings(patience=2, decays=1, epochs=50)
    state = TrainingState([{}], [()], [{}], [{}])
    seen = []
    for score in [(3, 1), (5, 0), (5, 9), (4, 9), (6, 0), (6, 0), (1, 1), (2, 2)]:
        state = state.after_epoch([({}, (), {})]).scored(score, settings)
        seen.append((state.best_epoch, state.decays, state.ended(settings)))
    assert seen == [
        (1, 0, False), (2, 0, False), (3, 0, False), (3, 0, False),
        (5, 0, False), (5, 0, False), (5, 1, False), (5, 1, False),
    ]  # fmt: skip
    state = state.after_epoch([({}, (), {})])
    assert not state.scored((0, 0), replace(settings, patience=3)).ended(settings)
    assert state.scored((0, 0), settings).ended(settings)
    assert not state.scored((0, 0), settings).ended(replace(settings, decays=0))


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"decays": 2, "patience": 1, "patience_words": 0, "epochs": 9}, [1, 1, 1 / 4, 1 / 16]),
        ({"decays": 0, "epochs": 6}, [1, 1, 1, 1, 2 / 3, 1 / 3]),
    ],
)
def test_the_learning_rate_falls_if_scores_do_not_rise_or_towards_the_end(
    settings, expected, dev, monkeypatch
):
    """Of their first batches, where the development set never scores better; or it sets none."""
    rates, update = [], training.Trainer._updated

    def updated(trainer, learnt, gradient, n_words, rate):
        rates[-1].append(rate)
        return update(trainer, learnt, gradient, n_words, rate)

    def score(*_):
        rates.append([])
        return 0, 0

    score()
    monkeypatch.setattr(training.Trainer, "_updated", updated)
    monkeypatch.setattr(training, "_dev_score", score)
    settings = replace(SMALL, learning_rate=0.1, rows=1, **settings)
    trained(Training(1, dev=dev), settings=settings)
    assert [each[0] for each in rates[:-1]] == pytest.approx([0.1 * rate for rate in expected])
    falling = [each for each in rates[:-1] if each[0] != each[-1]]
    assert len(falling) == (0 if settings.decays else 3)


def test_patience_and_epochs_depend_on_the_number_of_words():
    """The paper's code waits for 5 times 500 batches of 100 words and what a sentence adds."""
    settings = NeuralSettings(patience=5, patience_words=275_000, epochs=150)
    assert [settings.for_words(n).patience for n in (20_166, 35_024, 60_000)] == [14, 8, 5]
    assert settings.for_words(100).patience == settings.epochs
    resolved = settings.for_words(20_166)
    assert resolved.for_words(100) == resolved  # as a model keeps it
    settings = NeuralSettings(epochs=30, words=2_000_000)  # a small treebank is read more often
    assert [settings.for_words(n).epochs for n in (1_000, 35_024, 200_000)] == [100, 58, 30]


def test_two_networks_are_saved_and_loaded_and_parse_the_same(pair, tmp_path):
    pair.save(tmp_path / "model.npz")
    loaded, treebank = load_model(tmp_path / "model.npz"), made_treebank(20)
    assert_same_weights(pair, loaded)
    for threads in (1, 3):
        assert same_trees(parse(pair, treebank), parse(loaded, treebank, threads))


def test_weights_are_saved_in_16_bits_or_in_32_if_one_is_too_large(pair, tmp_path):
    large, *names = flattened(pair.weights)
    pair.save(tmp_path / "model.npz")
    content, arrays = read_archive(tmp_path / "model.npz")
    assert {array.dtype for array in arrays.values()} == {np.dtype(np.float16)}
    arrays[large] = np.full_like(arrays[large], 1e6, np.float32)
    write_archive(tmp_path / "large.npz", content, arrays)
    load_model(tmp_path / "large.npz").save(tmp_path / "again.npz")
    _, again = read_archive(tmp_path / "again.npz")
    assert again[large].dtype == np.float32
    assert {again[name].dtype for name in names} == {np.dtype(np.float16)}
    np.testing.assert_array_equal(again[large], arrays[large])


@pytest.mark.parametrize(
    ("name", "read"), [("mst-neural", []), ("mst-neural-upos-feats", ["feats"])]
)
def test_a_neural_model_lacks_only_columns_that_it_embeds(name, read):
    """Not those that it only learned to predict."""
    treebank = made_treebank(30)
    model = trained(Training(), name, replace(SMALL, epochs=1))
    assert [*model.columns_read] == model.tags_read == name.split("-")[2:]
    assert model.lacking(without(treebank, "feats")) == read


def test_a_neural_model_tags_words_and_not_node_0():
    """Slot 0 of a sentence has none, as in a treebank that was read."""
    text, model = made_treebank(20), trained(Training(), "mst-neural", replace(SMALL, epochs=1))
    tagged = model.tag(text)
    assert ((tagged.upos.codes == ROOT_CODE) == ~text.is_word).all()


WITH_VECTORS = NeuralSettings(
    word=8, character=4, character_hidden=4, hidden=16, arc=16, label=8, tagger=4, vector=8,
    epochs=30, rows=1, learning_rate=0.01,
)  # fmt: skip
SIZE = 6


def with_lengths(treebank, seed=0):
    """The treebank with vectors that tell how far away the head of each word is."""
    distance = np.clip(treebank.head - positions(treebank), -SIZE // 2, SIZE // 2 - 1) + SIZE // 2
    vectors = np.eye(SIZE, dtype=np.float32)[distance] + np.float32(seed)
    return replace(treebank, vectors=vectors * treebank.is_word[:, None].astype(np.float32))


def trained_with_vectors(treebank, how=None, epochs=WITH_VECTORS.epochs):
    settings = replace(WITH_VECTORS, epochs=epochs)
    how = how or Training(3)
    return training.train(variant_named("biaffine"), treebank, how, settings=settings)


@pytest.fixture(scope="module")
def reader():
    return trained_with_vectors(with_lengths(made_treebank(60)))


def test_a_neural_parser_learns_from_vectors_of_words(reader):
    text = with_lengths(made_treebank(20, seed=2))
    blind = replace(text, vectors=np.zeros_like(text.vectors))
    told, untold = (labelled_score(text, reader.parse(each).treebank) for each in (text, blind))
    assert told > untold + 0.1


def test_a_model_trained_with_vectors_refuses_a_text_without_them(reader, tmp_path):
    reader.save(tmp_path / "m.npz")
    loaded, text = load_model(tmp_path / "m.npz"), with_lengths(made_treebank(5, seed=2))
    assert (loaded.parse(text).treebank.head == reader.parse(text).treebank.head).all()
    with pytest.raises(NonprojError, match="reads vectors of 6 dimensions; name their file with"):
        loaded.parse(replace(text, vectors=None))
    with pytest.raises(NonprojError, match="vectors have 3 dimensions, not 6"):
        loaded.parse(replace(text, vectors=text.vectors[:, :3]))


def test_a_checkpoint_is_refused_if_training_has_other_vectors(tmp_path):
    treebank = made_treebank(20)
    how = Training(3, checkpoint=tmp_path / "state.npz")
    trained_with_vectors(with_lengths(treebank), how, epochs=1)
    trained_with_vectors(with_lengths(treebank), how, epochs=1)
    with pytest.raises(NonprojError, match="not a checkpoint of training with the same"):
        trained_with_vectors(with_lengths(treebank, seed=1), how, epochs=1)
