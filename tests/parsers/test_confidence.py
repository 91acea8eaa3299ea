"""Probabilities of arcs by parsers of all families, from training to MISC."""

from functools import cache

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank, render
from nonproj.data.folds import split_folds
from nonproj.data.misc_column import attribute, confidence_of
from nonproj.data.treebank import MISSING_HEAD
from nonproj.decoders.carreras_factors import best_labels
from nonproj.errors import NonprojError
from nonproj.parsers.calibrated import calibrated, fitted
from nonproj.parsers.families import load_model, train, variant_named
from nonproj.parsers.graph.model import search_of
from nonproj.parsers.graph.sentences import SHARPNESS, score_sentence, sentence_of
from nonproj.parsers.interface import Training
from nonproj.parsers.progress import parse_in_parts
from nonproj.systems.moves import SINGLE
from oracles.charts import arc_shares
from oracles.trees import trees_of_class
from samples.treebanks import made_treebank

pytestmark = pytest.mark.kernels
NAMES = (
    "arc-eager+head@perceptron",
    "covington-d1@mbl",
    "arc-standard-r2l@svm2-split-cpos",
    "arc-eager@tl-eq-svm2-svm1-maxent",
    "mst",
    "carreras+npa",
)


def conllu(treebank):
    return parse_treebank(render(treebank), name="made.conllu", format="conllu")


@cache
def texts():
    treebank = conllu(made_treebank(60))
    return treebank.select(range(40)), treebank.select(range(40, 60))


@cache
def trained(name):
    return train(variant_named(name), texts()[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_calibrated_parser_writes_probabilities_of_heads(name, tmp_path):
    model, text = trained(name), texts()[1]
    certainty = model.certainty(model.parse(text).written)
    assert ((certainty >= 0) & (certainty <= 1)).all()
    assert len(np.unique(certainty[text.is_word])) > 5
    calibrated(model, text).save(tmp_path / "model.npz")
    again = load_model(tmp_path / "model.npz")
    assert again.calibration == calibrated(model, text).calibration
    found = again.parse(text, confidence=True)
    assert found.treebank.head.tolist() == model.parse(text).treebank.head.tolist()
    assert found.confidence == pytest.approx(again.calibration(certainty))
    written, words = confidence_of(found.annotated)[text.is_word], found.confidence[text.is_word]
    assert written == pytest.approx(words, abs=0.005 + 1e-9)
    with_threads = again.parse(text, 3, confidence=True)
    assert with_threads.confidence.tolist() == found.confidence.tolist()
    in_parts = parse_in_parts(again, text, 1, "fill", lambda *_: None, 7, confidence=True)
    assert render(in_parts) == render(found.annotated)


@pytest.mark.parametrize("name", ["arc-eager+head@perceptron", "mst"])
def test_a_model_without_calibration_refuses_confidence_with_a_remedy(name):
    model, text = trained(name), texts()[1]
    with pytest.raises(NonprojError, match=r"no calibration .* nonproj calibrate --model MODEL"):
        model.parse(text, confidence=True)
    parsed = model.parse(text)
    assert parsed.confidence is None
    assert parsed.annotated is parsed.treebank
    assert set(attribute(parsed.annotated, "HeadConf")) == {None}


def test_training_calibrates_on_a_tenth_or_on_the_development_set():
    training, dev = texts()
    variant = variant_named("arc-eager+head@perceptron")
    made = train(variant, training, Training(confidence=True))
    nine, tenth = split_folds(training, [0])
    assert made.calibration == fitted(train(variant, nine), tenth)
    with_dev = train(variant, training, Training(confidence=True, dev=dev))
    assert with_dev.calibration == fitted(trained(variant.name), dev)
    plain = trained(variant.name)
    for model in (made, with_dev):
        assert np.array_equal(model.parse(dev).treebank.head, plain.parse(dev).treebank.head)


def test_words_without_a_head_are_left_out_of_calibration():
    training, _ = texts()
    head = training.head.copy()
    head[np.flatnonzero(training.is_word)[::5]] = MISSING_HEAD
    partial = training.with_trees(head, training.deprel)
    made = train(variant_named("mst"), partial, Training(confidence=True))
    assert made.calibration is not None
    assert fitted(trained("mst"), partial) != fitted(trained("mst"), training)


def test_a_parser_with_a_tagger_is_calibrated_and_saved(tmp_path):
    training, dev = texts()
    how = Training(tags="predicted", confidence=True, dev=dev)
    model = train(variant_named("arc-eager@perceptron"), training, how)
    model.save(tmp_path / "model.npz")
    again = load_model(tmp_path / "model.npz")
    assert again.calibration == model.calibration == model.parser.calibration is not None
    found = again.parse(dev, tags="predict", confidence=True)
    certainty = again.parser.certainty(found.written)
    assert found.confidence == pytest.approx(model.calibration(certainty))


@pytest.mark.parametrize("name", ["mst", "eisner"])
def test_the_certainty_of_a_graph_based_parser_is_a_share_of_trees(name):
    """Of sentences of up to five words, by enumeration."""
    treebank = conllu(made_treebank(400, seed=3))
    short = np.flatnonzero(treebank.sentence_length <= 5)[:12]
    assert len(short) > 5
    model, text = trained(name), treebank.select(short)
    parsed = model.parse(text).written
    found, (corpus, scorer) = model.certainty(parsed), model.on(parsed)
    search = search_of(model.variant, model.root_mode)
    for s in range(text.n_sentences):
        factors = score_sentence(corpus, scorer, search, sentence_of(corpus, s), parsed.heads(s))
        scores = SHARPNESS * best_labels(factors.into, factors.arc)[0]
        heads = parsed.heads(s)
        trees = trees_of_class(len(heads) - 1, name != "mst", model.root_mode == SINGLE)
        shares = arc_shares(scores, trees)
        for d in range(1, len(heads)):
            assert found[text.start[s] + d] == pytest.approx(shares[heads[d], d], abs=1e-6)


def test_calibration_needs_held_out_trees():
    model, text = trained("mst"), texts()[1]
    without = parse_treebank(render(text), name="text.conllu", heads="ignored")
    with pytest.raises(NonprojError, match=r"text.conllu: cannot calibrate on sentence 1: a word"):
        calibrated(model, without)
