"""Training that goes on from a model: what stays, what is new, and which options are refused."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

import nonproj
from command_line import nonproj as command
from command_line import succeeded
from nonproj.data.conll import parse_treebank, render
from nonproj.data.joining import joined
from nonproj.errors import NonprojError
from nonproj.parsers.continuation_values import grown
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph import training as graph
from nonproj.parsers.graph.label_filter import label_filter
from nonproj.parsers.interface import Training
from nonproj.parsers.neural import training as neural
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.weights import flattened
from samples.treebanks import labelled_score, made_treebank, parse, same_trees, saved

NEW = """\
1\tŽŽ\tŽŽ\tODD\tO1\tNew=Yes\t2\tunheard\t_\t_
2\tx7\tx7\tODD\tO2\t_\t0\tPred\t_\t_

"""
SETTINGS = NeuralSettings(
    word=8, least=1, character=4, character_hidden=4, upos=4, feats=4, hidden=8, arc=8, label=4,
    tagger=4, epochs=2, predicted=False, aims=("upos", "xpos", "feats", "lemma"), networks=2,
)  # fmt: skip
GRAPH, NEURAL = ("eisner", "mst", "carreras", "carreras+npa"), ("biaffine", "biaffine-upos")


def old():
    return made_treebank(40)


def both():
    return joined([old(), parse_treebank(NEW.encode(), name="new.conll")])


def trained(name, treebank, how, **options):
    variant = how.origin.variant if how.origin else variant_named(name)
    if name in GRAPH:
        settings = graph.GraphSettings(iterations=3, **options)
        return graph.train(variant, treebank, how, settings=settings)
    return neural.train(variant, treebank, how, settings=replace(SETTINGS, **options))


@cache
def origin(name):
    return trained(name, old(), Training(3))


@pytest.mark.parametrize("name", ["eisner", "mst"])
def test_continuing_a_graph_based_parser_for_no_iteration_changes_no_parse(name):
    again = trained(name, both(), Training(3, origin=origin(name)), further=0)
    text = made_treebank(30, seed=2)
    assert same_trees(parse(origin(name), text), parse(again, text))
    assert again.labels == (*origin(name).labels, "unheard")
    assert again.tags == (*origin(name).tags, "ODD")


@pytest.mark.parametrize("name", NEURAL)
def test_continuing_a_neural_parser_for_no_epoch_changes_no_parse(name, monkeypatch):
    def begun(trainer, how):
        return trainer.model(trainer.new_state().best)

    first = origin(name)
    monkeypatch.setattr(neural.Trainer, "train", begun)
    text = made_treebank(30, seed=2)
    again = trained(name, old()[:30], Training(3, origin=first))
    assert same_trees(parse(first, text), parse(again, text))
    again = trained(name, both(), Training(3, origin=first))
    drawn = trained(name, both(), Training(3))
    assert again.network.labels == (*first.network.labels, "unheard")
    vocabulary = again.network.vocabulary
    assert vocabulary.words[-2:] == ("žž", "x7")
    assert (vocabulary.characters[-1], vocabulary.aims["feats"][-1]) == ("7", "New=Yes")
    anew, known = flattened(drawn.weights), flattened(first.weights)
    for path, array in flattened(again.weights).items():
        place = tuple(map(slice, known[path].shape))
        np.testing.assert_array_equal(array[place], known[path])
        mask = np.ones(array.shape, bool)
        mask[place] = False
        np.testing.assert_array_equal(array[mask], anew[path][mask])
    grew = {path for path, array in known.items() if array.shape != anew[path].shape}
    assert {"0/encoder/embedding/word", "0/encoder/embedding/character"} < grew
    assert {"1/parser/label/U", "1/taggers/feats/items/W", "1/taggers/lemma/out/b"} <= grew


@pytest.mark.parametrize("name", [*GRAPH, *NEURAL])
def test_continued_training_learns_new_sentences_on_any_number_of_threads(name, tmp_path):
    options = {"further": 5} if name in GRAPH else {"epochs": 12, "learning_rate": 0.03}
    one, two = (
        trained(name, both(), Training(3, threads, origin=origin(name)), **options)
        for threads in (1, 2)
    )
    assert saved(one, tmp_path / "one.npz") == saved(two, tmp_path / "two.npz")
    assert saved(nonproj.load(tmp_path / "one.npz"), tmp_path / "again.npz") == (
        saved(one, tmp_path / "one.npz")
    )
    parsed = parse(one, both())
    assert labelled_score(both(), parsed) > labelled_score(both(), parse(origin(name), both()))
    if name in GRAPH:  # the network is too small to learn a label from one sentence
        assert parsed.deprel.strings()[-2:] == ["unheard", "Pred"]


def test_continued_training_keeps_the_labels_that_a_model_allows():
    known = label_filter(old())
    tags = (*old().upos.values, "ODD")
    treebank = both()
    new = label_filter(treebank.select([treebank.n_sentences - 1]), tags, known)
    same = label_filter(treebank, tags)
    assert new.n_tags == same.n_tags == known.n_tags + 1

    def allowed(of, h, m, right):
        row = (h * of.n_tags + m) * 2 + right
        return {*of.labels[of.begin[row] : of.begin[row + 1]].tolist()}

    for h in range(known.n_tags - 1):
        for m in range(1, known.n_tags - 1):
            for right in (0, 1):
                assert allowed(new, h, m, right) >= allowed(known, h, m, right)
    odd = known.n_tags - 1
    assert allowed(new, odd, odd, 0) == {0}  # of the sentence alone: its labels are unheard, Pred


def test_an_array_of_weights_grows_along_all_axes():
    known, new = np.arange(6.0).reshape(2, 3), np.full((3, 5), 9.0)
    assert grown(known, new).tolist() == [[0, 1, 2, 9, 9], [3, 4, 5, 9, 9], [9] * 5]
    assert (new == 9).all()


class KilledError(Exception):
    """The end of training that is killed."""


def test_a_killed_continuation_resumes_only_with_the_same_model(tmp_path):
    lines, path = [], tmp_path / "state.npz"

    def kill(line):
        lines.append(line)
        raise KilledError

    how = Training(3, dev=made_treebank(10, seed=2), origin=origin("biaffine"))
    whole = trained("biaffine", both(), how)
    with pytest.raises(KilledError):
        trained("biaffine", both(), replace(how, checkpoint=path, report=kill))
    for other in (None, trained("biaffine", old(), Training(4))):
        with pytest.raises(NonprojError, match="not a checkpoint of training with the same"):
            trained("biaffine", both(), replace(how, checkpoint=path, origin=other))
    rest = replace(how, checkpoint=path, report=lines.append)
    resumed = trained("biaffine", both(), rest)
    assert [line.split(":")[0] for line in lines] == ["epoch 1", "epoch 2"]
    assert saved(whole, tmp_path / "whole.npz") == saved(resumed, tmp_path / "resumed.npz")


def test_continued_training_takes_fewer_epochs_than_training_anew():
    usual = replace(SETTINGS, epochs=100, patience=50)
    assert neural.going_on(SETTINGS, usual).epochs < 50
    assert neural.going_on(SETTINGS, replace(SETTINGS, epochs=1)).epochs == 1
    assert graph.GraphSettings().further < graph.GraphSettings().iterations


@pytest.mark.parametrize(
    "name", ["arc-standard@perceptron", "covington-dinf~nivre-2007@perceptron"]
)
def test_a_transition_based_parser_is_trained_anew_with_its_options(name, tmp_path):
    options = {"seed": 5, "root": "multiple", "tags": "predicted"}
    model, lines = nonproj.train(name, old(), **options), []
    again = nonproj.train(model, both(), report=lines.append)
    assert lines == [f"{name} is trained anew, on the given sentences alone"]
    anew = nonproj.train(name, both(), **options)
    assert saved(again, tmp_path / "one.npz") == saved(anew, tmp_path / "two.npz")


def test_continued_training_keeps_feature_model_and_fitted_steps(tmp_path):
    (path := tmp_path / "words.yaml").write_text(
        "description: words\nnodes: {s0: [form], b0: [form]}\nmerges: []\n"
    )
    model = nonproj.train("arc-standard@perceptron", old(), features=path)
    path.unlink()
    assert nonproj.train(model, both()).feature_model == model.feature_model
    model = nonproj.train("mst+tau-c", old())
    lines = []
    again = nonproj.train(model, both(), report=lines.append)
    assert (again.variant.steps, lines) == (model.variant.steps, [])


def test_continued_training_renews_the_tagger_and_drops_the_calibration():
    held = made_treebank(20, seed=2)
    model, lines = nonproj.train("mst", old(), tags="predicted", dev=held, confidence=True), []
    again = nonproj.train(model, both(), report=lines.append)
    assert again.calibration is None
    assert "New=Yes" in again.tagger.by_column["feats"].values
    assert lines == [
        "the calibration is not kept; calibrate the new model on held-out trees",
        "the tagger is trained anew, on the given sentences alone",
    ]
    assert nonproj.train(model, both(), dev=held, confidence=True).calibration
    with pytest.raises(NonprojError, match="confidence needs dev: the model may know all training"):
        nonproj.train(model, both(), confidence=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": 0}, "seed 0: training goes on with the seed 1"),
        ({"root": "single"}, "root single: training goes on with the root multiple"),
        ({"tags": "predicted"}, "tags predicted: training goes on with the tags given"),
        ({"features": "nivre-2007"}, "features nivre-2007: training goes on with the features of"),
        ({"text": True}, "text: training goes on with the text of the model"),
        ({"checkpoint": "state.npz"}, "checkpoint state.npz cannot be used: mst is not a neural"),
    ],
)
def test_continued_training_refuses_options_that_contradict_the_model(options, message):
    model = nonproj.train("mst", old()[:5], root="multiple")
    with pytest.raises(NonprojError, match=message):
        nonproj.train(model, old()[:5], **options)


def test_continued_training_refuses_a_bundle_and_keeps_a_tokenizer():
    model = nonproj.train("mst", old()[:5])
    bundle = nonproj.bundle([model, nonproj.train("eisner", old()[:5]), model])
    with pytest.raises(NonprojError, match="cannot go on from a bundle; go on from each"):
        nonproj.train(bundle, old()[:5])
    text = pytest.importorskip("nonproj.text.models")
    again = nonproj.train(text.TextParser(model, SimpleNamespace(data=b"")), old()[:6])
    assert (again.tokenizer.data, type(again.parser)) == (b"", type(model))


def test_train_from_continues_with_the_model_of_a_file(tmp_path):
    first, second, model, new = (tmp_path / n for n in ("1.conll", "2.conll", "m.npz", "n.npz"))
    first.write_bytes(render(old()))
    second.write_text(NEW)
    succeeded("train", "--variant", "mst", first, "-o", model)
    done = succeeded("train", "--from", model, first, second, "--dev", second, "-o", new)
    assert done.stderr.startswith("nonproj: trained on 41 sentences, ")
    assert nonproj.load(new).labels[-1] == "unheard"
    for options, message in (
        (("--variant", "eisner"), "variant eisner: training goes on with the variant mst"),
        (("--seed", "2"), "seed 2: training goes on with the seed 1"),
        (("--from", first), "1.conll: not a model file, or damaged"),
    ):
        arguments = ("--from", model) if options[0] != "--from" else ()
        done = command("train", *arguments, *options, first, "-o", new)
        assert (done.returncode, done.stderr.splitlines()) == (2, [f"nonproj: {done.stderr[9:-1]}"])
        assert message in done.stderr
    done = command("train", "--from", model, first, "-o", model)
    assert "is also an input; choose another output" in done.stderr
