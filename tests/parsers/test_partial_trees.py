"""Training on sentences in which some words have no head."""

from dataclasses import replace

import numpy as np
import pytest

import nonproj
from command_line import nonproj as run
from nonproj.data.conll import parse_treebank, render
from nonproj.data.conventions import Conventions
from nonproj.data.treebank import MISSING_HEAD
from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.label_filter import label_filter
from nonproj.parsers.partial import learnable
from samples.treebanks import labelled_score, made_treebank, positions, saved, written

BY_WORD, BY_TREE = ("mst", "carreras+npa"), ("arc-standard+head", "eisner", "mst+tau-c")


def partial(treebank, share, seed=1):
    """The treebank as a file whose words have lost this share of heads and labels."""
    lost = treebank.is_word & (np.random.default_rng(seed).random(len(treebank.head)) < share)
    lines, words = [], iter(lost[treebank.is_word].tolist())
    for line in render(treebank).decode().splitlines():
        fields = line.split("\t")
        if len(fields) > 1 and next(words):
            fields[6:8] = "_", "_"
        lines.append("\t".join(fields))
    data = "\n".join([*lines, ""]).encode()
    return parse_treebank(data, "partial.conll", heads="partial"), lost


def test_a_partial_treebank_is_read_with_its_heads_and_labels():
    treebank = made_treebank(30)
    read, lost = partial(treebank, 0.4)
    assert 0 < lost.sum() < treebank.n_words
    assert (read.head == np.where(lost, MISSING_HEAD, treebank.head)).all()
    labels = zip(treebank.deprel.strings(), lost.tolist(), strict=True)
    assert read.deprel.strings() == ["_" if gone else label for label, gone in labels]
    assert parse_treebank(render(read), heads="partial").head.tolist() == read.head.tolist()


@pytest.mark.parametrize("variant", [*BY_WORD, "arc-standard+head"])
def test_a_partial_treebank_with_all_heads_gives_the_usual_model(variant, tmp_path):
    treebank = made_treebank(30)
    whole, _ = partial(treebank, 0.0)
    models = [saved(nonproj.train(variant, t), tmp_path / "m") for t in (treebank, whole)]
    assert models[0] == models[1]


@pytest.mark.parametrize("variant", BY_WORD)
def test_arc_factored_parsers_learn_from_the_words_that_have_heads(variant):
    """No tree is whole, and the labels are those of words with heads."""
    treebank, gold, said = made_treebank(120), made_treebank(40, seed=2), []
    some, _ = partial(treebank, 0.3)
    without_first = np.where(positions(treebank) == 1, MISSING_HEAD, some.head).astype(np.int32)
    some = some.with_trees(without_first, some.deprel)
    model = nonproj.train(variant, some, report=said.append)
    parsed = nonproj.parse(model, gold)
    assert "_" not in parsed.deprel.values
    assert labelled_score(gold, parsed) > 0.5
    assert said == [
        f"partial.conll: 120 of 120 sentences have words without a head; "
        f"words ignored in training: {int((some.head == MISSING_HEAD).sum())}"
    ]


def test_the_loss_of_a_neural_parser_is_a_sum_over_words_with_heads():
    """The words that two partial trees share out have the losses that the whole tree has."""
    from nonproj.parsers.neural import training
    from nonproj.parsers.neural.device import jax
    from nonproj.parsers.neural.packing import pack
    from nonproj.parsers.neural.settings import settings_of

    whole, variant = made_treebank(8), variant_named("biaffine")
    lost = whole.is_word & (np.random.default_rng(1).random(len(whole.head)) < 0.4)
    settings = replace(settings_of("biaffine", "small"), aims=(), rows=2, networks=1)
    network = training.network_of(variant.system, whole, settings)
    text = network.vocabulary.text(whole)
    conventions = Conventions.in_text(whole)
    trainer = training.Trainer(variant, 0, network, text, whole, conventions, 1)
    packed = next(pack(text, range(8), settings, trainer.character_rows))
    [[weights, *_]], inputs = trainer.new_state().learnt, network.inputs(packed.shard, text)

    def loss(treebank):
        gold, key = network.gold(packed, text, treebank), jax.random.PRNGKey(1)
        return network.gradient(weights, inputs, gold, key, packed, treebank)[0]

    parts = [
        whole.with_trees(np.where(without, MISSING_HEAD, whole.head), whole.deprel)
        for without in (lost, whole.is_word & ~lost)
    ]
    assert learnable(variant, parts[0], print).n_sentences == 8
    assert 0 < loss(parts[0]) < loss(whole)
    assert sum(map(loss, parts)) == pytest.approx(loss(whole), rel=1e-5)


def test_mst_learns_from_sentences_with_one_head_each():
    """Heads and labels of a and of b are known, but never those of both in one sentence."""
    whole = [("c", 2, "x"), ("a", 3, "y"), ("b", 0, "r")]
    texts = [[(f, h, d) if f == form else (f, "_", "_") for f, h, d in whole] for form in "ab"]
    some = written(texts * 5, heads="partial")
    filter_ = label_filter(learnable(variant_named("mst"), some, print))
    assert {*filter_.labels.tolist()} == {0, 1}
    model = nonproj.train("mst", some)
    parsed = nonproj.parse(model, written([whole]))
    assert model.labels == ("y", "r")
    assert parsed.head.tolist()[2:] == [3, 0]
    assert parsed.deprel.strings()[2:] == ["y", "r"]


@pytest.mark.parametrize("variant", BY_TREE)
def test_parsers_that_need_whole_trees_leave_partial_sentences_out(variant, tmp_path):
    treebank, said = made_treebank(40), []
    some, lost = partial(treebank, 0.02)
    whole = [s for s in range(40) if not lost[treebank.start[s] : treebank.start[s + 1]].any()]
    assert 10 < len(whole) < 40
    found = saved(nonproj.train(variant, some, report=said.append), tmp_path / "a")
    assert found == saved(nonproj.train(variant, treebank.select(whole)), tmp_path / "b")
    assert said == [
        f"partial.conll: {40 - len(whole)} of 40 sentences have words without a head; {variant} "
        "leaves these sentences out"
    ]


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        (("x", 0), "made.conllu:1: HEAD: 'x'; expected 0..2 or _"),
        ((3, "_"), "made.conllu:1: HEAD: '3'"),
        (("02", "_"), "made.conllu:1: HEAD: '02'"),
        ((2, 1), "made.conllu:1: HEAD: cycle 1 → 2 → 1"),
        (("_", 2), "made.conllu:2: HEAD: cycle 2 → 2"),
    ],
)
def test_partial_heads_that_are_out_of_range_or_on_a_cycle_are_refused(heads, message):
    with pytest.raises(NonprojError, match=message):
        written([[("a", heads[0], "x"), ("b", heads[1], "x")]], heads="partial")


def test_training_without_any_head_is_refused():
    text = written([[("a", "_", "_")]], heads="partial")
    message = "no word has a HEAD, so there is nothing to train on"
    for variant in ("mst", "arc-standard"):
        with pytest.raises(NonprojError, match=message):
            nonproj.train(variant, text)


def test_check_counts_words_without_a_head(tmp_path):
    path = tmp_path / "some.conllu"
    path.write_bytes(render(written([[("a", "_", "_"), ("b", 0, "r")]], heads="partial")))
    done = run("check", path)
    assert (done.returncode, done.stderr) == (
        1,
        "nonproj: 1 defect, 0 warnings; 1 word without a head: --partial accepts them\n",
    )
    done = run("check", "--partial", path)
    assert (done.returncode, done.stderr) == (0, "nonproj: 0 defects, 0 warnings\n")
    refused = run("train", path, "--variant", "mst", "-o", tmp_path / "m.npz")
    assert (refused.returncode, (tmp_path / "m.npz").exists()) == (2, False)
    done = run("train", path, "--partial", "--variant", "mst", "-o", tmp_path / "m.npz")
    assert done.returncode == 0
    assert "1 of 1 sentences have words without a head; words ignored in training: 1" in done.stderr
