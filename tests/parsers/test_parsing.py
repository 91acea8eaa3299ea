"""Training and parsing end to end on small treebanks."""

import itertools
import re
from functools import partial
from importlib import import_module

import numpy as np
import pytest

from nonproj.errors import NonprojError
from nonproj.learners import registry
from nonproj.learners.split import Split
from nonproj.parsers.families import load_model, train, variant_named
from nonproj.parsers.interface import Training, begin
from nonproj.parsers.progress import parse_in_parts
from nonproj.parsers.steps import ANY_LENGTH, LONGEST_TREE
from nonproj.parsers.transition import model as transition_model
from nonproj.parsers.transition.actions import LabelParts
from nonproj.parsers.transition.features import feature_model_of
from nonproj.parsers.transition.lockstep import parse_in_lockstep
from nonproj.parsers.transition.loops import SystemCode
from nonproj.parsers.transition.symbols import TransitionVocabulary, compile_templates
from nonproj.parsers.transition.training import instances_of
from nonproj.systems.configuration import MULTIPLE
from nonproj.systems.registry import UNBOUNDED, system_named
from nonproj.systems.replay import replay
from nonproj.trees.columns import checked_corpus
from nonproj.trees.projectivity import projective_sentences
from samples.chain_family import ChainModel
from samples.treebanks import (
    labelled_score,
    made_treebank,
    n_roots,
    parse,
    reread,
    same_trees,
    without,
    written,
)

VARIANTS = (
    *("arc-standard", "arc-standard+head", "arc-eager+head", "arc-eager+head-split"),
    *("arc-eager+raw", "arc-hybrid+path", "attardi", "swap-eager", "swap-lazy-r2l", "mh4-greedy"),
    *("covington-dinf", "covington-d0", "arc-eager-r2l+headpath-cap5"),
)
LEARNERS = (
    *(f"arc-standard+head@{name}" for name in ("svm1", "libsvm", "maxent", "mbl", "perceptron")),
    *("arc-eager+head@online", "covington-dinf-r2l@explore"),
)


def trained(name, sentences=120, **options):
    return train(variant_named(name), made_treebank(sentences), Training(**options))


@pytest.mark.parametrize("name", [*VARIANTS, *LEARNERS])
def test_every_system_and_learner_learns_to_parse(name):
    sentences, least = (120, 0.4) if "@" in name else (400, 0.5)
    gold = made_treebank(60, seed=2)
    parsed, _, counts, _ = trained(name, sentences).parse(gold)
    checked_corpus(parsed.start, parsed.head)
    assert labelled_score(gold, parsed) > least
    assert counts["decisions"] >= counts["scored"] > 0
    assert not any("↑" in label or "↓" in label for label in parsed.deprel.values)


@pytest.mark.parametrize(
    ("name", "least"), [("arc-standard", 0.8), ("swap-lazy", 0.97), ("covington-dinf", 0.97)]
)
def test_transition_based_parsers_learn_their_training_trees_by_heart(name, least):
    gold = made_treebank(40)
    assert labelled_score(gold, parse(trained(name, 40), gold)) > least


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("arc-standard", ["lemma", "upos", "xpos", "feats"]),
        ("arc-standard@tl-acc", ["lemma", "upos", "xpos", "feats"]),
        ("mst", ["upos"]),
    ],
)
def test_a_model_names_the_columns_that_it_reads_and_a_text_leaves_empty(name, read):
    full = made_treebank(30)
    bare, untagged = without(full, "lemma", "upos", "xpos", "feats"), without(full, "upos")
    model, untrained = (train(variant_named(name), text) for text in (full, bare))
    assert [model.lacking(text) for text in (full, untagged, bare)] == [[], ["upos"], read]
    assert model.tags_read == read
    assert untrained.lacking(bare) == untrained.tags_read == []


@pytest.mark.parametrize(
    "name", ["arc-standard+head", "arc-eager+headpath-split", "swap-lazy", "covington-d1"]
)
def test_parsing_in_lockstep_gives_the_trees_of_parsing_by_sentence(name, monkeypatch):
    gold, model = made_treebank(60, seed=2), trained(name)
    expected, _, counts, _ = model.parse(gold)
    head, label, other = parse_in_lockstep(model, gold, model.vocabulary.encode(gold))
    decisions, scored, _, headless = other.tolist()
    assert counts | {"decisions": decisions, "scored": scored, "headless": headless} == counts
    monkeypatch.setattr(transition_model, "parse_in_threads", lambda *_: (head, label, other))
    assert same_trees(expected, parse(model, gold))


@pytest.mark.parametrize("name", ["arc-eager+own-root+head", "arc-eager+own-root@tl-eq-svm1-mbl"])
def test_own_root_labels_only_words_that_the_parser_left_without_a_head(name, tmp_path):
    """The parser is the one without the option, but for the labels of headless tokens."""
    training, gold = made_treebank(60), made_treebank(60, seed=2)
    how = Training(root="multiple")
    plain, own = (
        train(variant_named(n), training, how) for n in (name.replace("+own-root", ""), name)
    )
    expected, _, counts, _ = plain.parse(gold)
    found = parse(own, gold)
    np.testing.assert_array_equal(expected.head, found.head)
    labels = zip(expected.deprel.strings(), found.deprel.strings(), strict=True)
    changed = [(before, now) for before, now in labels if before != now]
    assert len(changed) == counts["headless"] > 0
    assert {now for _, now in changed} == {"ROOT"}
    own.save(tmp_path / "model.npz")
    stored = parse(load_model(tmp_path / "model.npz"), gold)
    assert stored.deprel.strings() == found.deprel.strings()


ONE_ROOT = [[("a", 2, "x"), ("b", 0, "root"), ("c", 2, "y")], [("b", 0, "root"), ("c", 1, "y")]]
ALL_ROOTS = [[("a", 0, "root"), ("b", 0, "root"), ("c", 0, "root")], [("b", 0, "root")]]
SYSTEMS = ("arc-standard", "arc-eager", "arc-hybrid", "attardi", "swap-lazy", "covington-dinf",
           "mh4-greedy", "2-planar", "arc-eager+raw", "covington-d0-r2l",
           "covington-non-monotonic-r2l")  # fmt: skip


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_treebank_in_which_every_word_is_a_root_is_learnt(name):
    treebank = written(ALL_ROOTS * 3)
    parsed = parse(train(variant_named(name), treebank), treebank)
    assert parsed.head[parsed.is_word].tolist() == [0] * treebank.n_words


@pytest.mark.parametrize("name", SYSTEMS)
def test_sentences_of_unknown_words_of_any_length_are_parsed(name):
    model = train(variant_named(name), written(ONE_ROOT * 3))
    for n in (1, 2, 500):
        text = written([[(f"new{i}", "_", "_") for i in range(n)]], heads="ignored")
        parsed = parse(model, text)
        checked_corpus(parsed.start, parsed.head)
        assert np.sum(parsed.head == 0) == 1
        assert set(parsed.deprel.values) <= {"root", "x", "y"}


@pytest.mark.parametrize("name", ["arc-eager", "covington-dinf"])
def test_the_option_root_decides_whether_a_tree_may_have_several_roots(name):
    several, test = made_treebank(100), made_treebank(40, seed=2)
    one = single_rooted(several)
    for treebank, root, at_most_one in (
        (one, "auto", True), (one, "multiple", False), (one, "single", True),
        (several, "auto", False), (several, "multiple", False),
    ):  # fmt: skip
        parsed = parse(train(variant_named(name), treebank, Training(root=root)), test)
        counts = n_roots(parsed)
        assert counts.min() >= 1
        assert not at_most_one or counts.max() == 1
        assert treebank is one or counts.max() > 1
    with pytest.raises(NonprojError, match=r"sentence \d+ has \d+ roots"):
        train(variant_named(name), several, Training(root="single"))


def single_rooted(treebank):
    """Every further child of node 0 depends on the first one."""
    head = treebank.head.copy()
    for first, last in itertools.pairwise(treebank.start.tolist()):
        roots = np.flatnonzero(head[first:last] == 0)
        head[first + roots[1:]] = roots[0]
    return treebank.with_trees(head, treebank.deprel)


@pytest.mark.parametrize("name", ["arc-eager+liftchildren:root@mbl", "mst+liftchildren:root"])
def test_a_step_that_makes_several_roots_is_learned_with_several(name):
    """By default, too, though each tree as it is given has one; undone, they are the given ones."""
    text = written([[("a", 2, "x"), ("b", 0, "root"), ("c", 2, "y")]] * 20)
    model = train(variant_named(name), text)
    assert model.parse(text).treebank.head.tolist() == text.head.tolist()
    with pytest.raises(NonprojError, match="has 3 roots"):
        train(variant_named(name), text, Training(root="single"))


def test_training_refuses_a_treebank_without_heads():
    without = written([[("a", "_", "_")]], heads="ignored")
    with pytest.raises(NonprojError, match="sentence 1: a word has no HEAD"):
        train(variant_named("arc-standard"), without)


def test_a_parser_with_nothing_to_decide_parses():
    """One-word sentences leave arc-standard with one root set nothing to choose but the label."""
    model = train(variant_named("arc-standard"), written([[("a", 0, "root")]] * 3))
    assert parse(model, written([[("b", "_", "_")]], heads="ignored")).head.tolist() == [-1, 0]


def test_an_empty_treebank_parses_to_itself():
    nothing = made_treebank(10).select([])
    model = trained("arc-standard", 40)
    assert parse(model, nothing).n_sentences == 0
    assert parse_in_parts(model, nothing, 1, "fill", lambda *_: None, 3).n_sentences == 0


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("arc-standard", "instances", "classifier"),
        ("arc-eager@tl-eq-mbl-perceptron", "mbl: instances", "perceptron: classifier"),
    ],
)
def test_the_progress_of_training_is_reported(name, first, last):
    reports = []
    trained(name, 40, progress=lambda *each: reports.append(each))
    assert reports[0] == (first, 0.0)
    assert reports[-1][0] == last
    assert 0 < reports[-1][1] <= 1.0


@pytest.mark.parametrize("learner", ["libsvm-split-cpos", "svm2-split-pos", "svm1-split-cpos"])
def test_a_split_classifier_is_chosen_by_tag_whatever_the_order_of_tags(
    learner, tmp_path, monkeypatch
):
    """A text whose tags come in another order is parsed alike, also by a stored model."""
    base, column = learner.split("-split-")
    module = import_module(registry.LEARNER_ROWS[base].module)
    divided = Split(registry.learner_named(base), column, minimum=20)
    monkeypatch.setattr(module, f"SPLIT_{column.upper()}", divided)
    model = train(variant_named(f"arc-eager@{learner}"), made_treebank(60))
    assert len(model.classifier.parts) > 2
    gold = made_treebank(30, seed=2)
    turned = reread(gold.select(range(29, -1, -1)), tmp_path / "text.conllu")
    whole, turned = parse(model, gold), parse(model, turned)
    assert turned.upos.values != whole.upos.values
    back = turned.select(range(29, -1, -1))
    np.testing.assert_array_equal(whole.head, back.head)
    model.save(tmp_path / "model.npz")
    assert same_trees(whole, parse(load_model(tmp_path / "model.npz"), gold))


def test_a_classifier_decides_between_all_labels_that_its_encoding_needs():
    """One decision: all of them (p0 < pP < pH < pHP on real treebanks); two: less heads' labels."""
    labels = ["a", "b", "a↑", "a↑b", "b↑a", "b↑b", "b↓", "a↑b↓"]
    parts = {split: LabelParts.of(labels, split) for split in (False, True)}
    assert parts[False].n_coarse == len(labels)
    assert parts[True].n_coarse == len({"a", "b", "a↑", "b↑", "b↓", "a↑↓"})
    counts = {}
    for name in ("arc-eager", "arc-eager+head", "arc-eager+head-split"):
        model = trained(name, 200)
        prepared = model.variant.prepare(made_treebank(200))[1]
        _, _, found, _ = model.parse(made_treebank(5, seed=2))
        counts[name] = found["labels"]
        if "split" not in name:
            assert found["labels"] == len(np.unique(prepared.deprel.codes[prepared.is_word]))
            assert model.refiner is None
    assert counts["arc-eager"] < counts["arc-eager+head-split"] < counts["arc-eager+head"]


def test_nivre_2007_makes_every_pair_an_instance_of_training():
    """Those of ours are the pairs that leave something to decide; parsing counts all decisions."""
    treebank, system, numbers = made_treebank(60), system_named("covington-dinf"), {}
    code = SystemCode(system.code, UNBOUNDED, MULTIPLE)
    for name in ("covington", "nivre-2007"):
        features = feature_model_of(name)
        vocabulary = TransitionVocabulary.of(treebank)
        whole = LabelParts.of(vocabulary.labels, False)
        templates = compile_templates(features, vocabulary, whole.coarse)
        found, *_ = instances_of(code, treebank, templates, vocabulary, features.forced)
        numbers[name] = len(found)
    built = replay(treebank.start, treebank.head, treebank.deprel.codes, system, 0)
    assert numbers["covington"] < numbers["nivre-2007"] == built.moves.sum()


PROJECTIVE = ANY_LENGTH.partition(" ")[0]


def texts(*lengths):
    return written([[("w", i, "d") for i in range(n)] for n in lengths], "long.conll")


@pytest.mark.parametrize(
    "name", ["covington-d1~nivre-2007@libsvm", "mst", "mh3-greedy-neural", "1ec"]
)
def test_a_parser_takes_sentences_up_to_its_longest(name):
    variant = variant_named(name)
    longest = variant.system.row.longest
    taken, refused = texts(longest), texts(3, longest + 1)
    ChainModel(variant).parse(taken)
    words = f"long.conll: sentence 2 has {longest + 1} words; {name} accepts at most {longest}"
    message = re.escape(f"{words}; {ANY_LENGTH}")
    in_parts = partial(parse_in_parts, ChainModel(variant), refused, 1, "fill", lambda *_: None, 2)
    for use in (
        lambda: ChainModel(variant).parse(refused),
        in_parts,  # counted in the whole text
        lambda: begin(variant, refused, Training(), None),
    ):
        with pytest.raises(NonprojError, match=message):
            use()


@pytest.mark.parametrize("name", [PROJECTIVE, "mh4-greedy-neural", "mh4-greedy"])
def test_parsers_without_a_limit_take_a_sentence_of_50000_words(name):
    ChainModel(variant_named(name)).parse(texts(50_000))


def test_training_refuses_a_tree_too_large_to_seek_the_nearest_of_the_class():
    """A random tree is far outside of the class, and few of its leaves are beside their heads."""
    rng, n = np.random.default_rng(1), 2 * LONGEST_TREE["mh4"]
    order = rng.permutation(np.arange(1, n + 1)).tolist()
    heads = {word: order[int(rng.integers(i))] if i else 0 for i, word in enumerate(order)}
    treebank = written([[("w", heads[i], "d") for i in range(1, n + 1)]], "long.conll")
    message = f"long.conll: sentence 1 has .* at most {LONGEST_TREE['mh4']} words"
    with pytest.raises(NonprojError, match=message):
        begin(variant_named("mh4-greedy"), treebank, Training(), None)
    _, nearest = variant_named("mh3-greedy-neural").prepare(treebank)  # in cubic time
    assert projective_sentences(nearest.start, nearest.head).all()
