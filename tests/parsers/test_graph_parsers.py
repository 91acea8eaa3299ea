"""Graph-based parsers from training to parsing."""

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank, render
from nonproj.errors import NonprojError
from nonproj.learners.archive import read_archive
from nonproj.learners.graph_filter import candidates, filter_tags
from nonproj.parsers.graph_model import GraphModel
from nonproj.parsers.graph_parsing import parse_graph, parse_graph_encoded
from nonproj.parsers.graph_training import GraphSettings, fit_graph
from nonproj.parsers.graph_variants import parse_graph_variant
from nonproj.parsers.training import prepare, root_mode_of
from nonproj.trees.pproj import Encoding, projectivize
from oracles.trees import all_trees, is_projective

pytestmark = pytest.mark.kernels

SETTINGS = GraphSettings(iterations=10, bits=18, batch=4)
PROJECTIVE = ("eisner", "carreras")
# Shares of heads: a hill climb can stop early, and marks on labels can fit several nodes.
NONPROJECTIVE = {"mst": 1.0, "carreras+npa": 0.9, "carreras+head": 0.95, "carreras+headpath": 0.95}


def treebank_of(trees, label="dep{}", roots="root"):
    """Every word is its own, so that a parser can learn each sentence by heart."""
    rows, word = [], 0
    for tree in trees:
        for token, head in enumerate(tree[1:], start=1):
            word += 1
            deprel = roots if head == 0 else label.format(word % 3)
            tag = "NV"[word % 2]
            feats = f"Case={word % 5}|Number={word % 2}"
            rows.append(f"{token}\tw{word}\tl{word}\t{tag}\t_\t{feats}\t{head}\t{deprel}\t_\t_\n")
        rows.append("\n")
    return parse_treebank("".join(rows).encode(), name="made.conllu")


def single_rooted(n, count, seed):
    trees = [t for t in all_trees(n) if t[1:].count(0) == 1]
    chosen = np.random.default_rng(seed).choice(len(trees), count, replace=False)
    return [trees[i] for i in chosen]


@pytest.fixture(scope="module")
def treebank():
    trees = single_rooted(5, 14, 1) + single_rooted(4, 8, 2) + [(-1, 0)]
    assert sum(not is_projective(t) for t in trees) > 5
    return treebank_of(trees)


def train(name, treebank, **options):
    variant = parse_graph_variant(name)
    mode = root_mode_of(treebank)
    return fit_graph(variant, prepare(variant, treebank), mode, settings=SETTINGS, **options)


def without_trees(treebank):
    """All tokens below node 0 with one label."""
    flat = np.where(treebank.is_word, 0, -1).astype(np.int32)
    labels = type(treebank.deprel)(flat, ("root",))
    return treebank.with_trees(flat, labels)


@pytest.mark.parametrize(("name", "share"), NONPROJECTIVE.items())
def test_learns_non_projective_trees_by_heart(name, share, treebank):
    parsed = parse_graph(train(name, treebank), without_trees(treebank))
    right = (parsed.head == treebank.head)[treebank.is_word]
    labels = np.array(parsed.deprel.strings()) == np.array(treebank.deprel.strings())
    assert right.mean() >= share
    assert (right & labels[treebank.is_word]).mean() >= share - 0.02
    projectivized = projectivize(treebank, Encoding.BASELINE)
    assert right.mean() > (projectivized.head == treebank.head)[treebank.is_word].mean()


@pytest.mark.parametrize("name", PROJECTIVE)
def test_projective_parsers_learn_the_projectivized_trees(name, treebank):
    parsed = parse_graph(train(name, treebank), without_trees(treebank))
    expected = projectivize(treebank, Encoding.BASELINE)
    assert (parsed.head == expected.head).all()
    assert parsed.deprel.strings() == expected.deprel.strings()


@pytest.mark.parametrize("name", ["carreras+npa", "mst"])
def test_threads_do_not_change_a_byte(name, treebank, tmp_path):
    models = [train(name, treebank, threads=threads) for threads in (1, 2, 3)]
    files = [tmp_path / f"{i}.npz" for i in range(3)]
    for model, file in zip(models, files, strict=True):
        model.save(file)
    assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()
    parses = [render(parse_graph(models[0], treebank, threads)) for threads in (1, 2, 3)]
    assert parses[0] == parses[1] == parses[2]


def test_seeds_differ(treebank):
    tables = [train("eisner", treebank, seed=seed).table for seed in (1, 2)]
    assert (tables[0] != tables[1]).any()


def test_saved_and_read_again(treebank, tmp_path):
    model = train("carreras+npa", treebank)
    model.save(tmp_path / "model.npz")
    again = GraphModel.of(*read_archive(tmp_path / "model.npz"))
    assert again.variant == model.variant
    assert (again.table == model.table).all()
    assert render(parse_graph(again, treebank)) == render(parse_graph(model, treebank))


def test_gold_trees_are_not_looked_at(treebank):
    model = train("carreras+npa", treebank)
    parsed = parse_graph(model, treebank)
    assert render(parsed) == render(parse_graph(model, without_trees(treebank)))


def test_root_follows_the_training_trees(treebank):
    """auto: single-rooted trees if training has no others, however unlike the sentence is."""
    several = treebank_of([(-1, 0, 0, 0), (-1, 0, 0)] * 6)
    for name in ("eisner", "mst", "carreras", "carreras+npa"):
        parsed = parse_graph(train(name, treebank), several)
        roots = np.add.reduceat(parsed.head == 0, parsed.start[:-1])
        assert (roots == 1).all()
        parsed = parse_graph(train(name, several), several)
        assert (parsed.head == several.head).all()


def test_unknown_words_and_tags_are_parsed(treebank):
    text = b"1\tx\ty\tZ\t_\tA=b\t0\troot\t_\t_\n2\tx\ty\tZ\t_\t_\t1\tdep1\t_\t_\n\n"
    other = parse_treebank(text, name="other.conllu")
    parsed = parse_graph(train("carreras+npa", treebank), other)
    assert (parsed.head[1:] >= 0).all()


def test_threshold_limits_the_moves(treebank):
    """No move gains infinitely much, so the trees stay those of the chart."""
    model = train("carreras+npa", treebank)
    parsed = parse_graph(model, treebank, threshold=float("inf"))
    assert all(is_projective(parsed.heads(s).tolist()) for s in range(parsed.n_sentences))


def test_a_model_is_applied_with_another_threshold_only(treebank):
    first_order = train("mst", treebank)
    assert first_order.applied_as("mst").variant == first_order.variant
    model = train("carreras+npa", treebank)
    thresholds = {"carreras+npa": 0.3, "carreras+npa-t0": 0.0, "carreras+npa-t2": 2.0}
    for name, threshold in thresholds.items():
        expected = render(parse_graph(model, treebank, threshold=threshold))
        assert render(parse_graph(model.applied_as(name), treebank)) == expected
    for name in ("carreras", "carreras+head", "mst", "arc-eager"):
        with pytest.raises(NonprojError, match="cannot parse as"):
            model.applied_as(name)


@pytest.mark.parametrize("name", ["eisner", "mst", "carreras", "carreras+npa"])
def test_counts(name, treebank):
    """Scores by their definition: an arc's own, and one for each node that may be a child."""
    model = train(name, treebank)
    parsed, took = parse_graph_encoded(model, treebank)
    assert parse_graph_encoded(model, treebank, threads=3)[1] == took
    second_order = name.startswith("carreras")
    tags, expected = filter_tags(treebank, model.tags), 0
    for s in range(treebank.n_sentences):
        first, end = treebank.start[s], treebank.start[s + 1]
        n_arcs = len(candidates(model.label_filter, tags[first:end])[2])
        expected += n_arcs * (1 + 2 * (end - first) * second_order)
    assert took["factors"] == expected
    assert (took["npa-tried"] > 0) == (name == "carreras+npa")
    still = parse_graph_encoded(model, treebank, threshold=np.inf)[1]
    assert still["npa-moves"] == 0
    n_changed = np.sum(parsed.head != parse_graph(model, treebank, threshold=np.inf).head)
    assert took["npa-moves"] >= n_changed
    assert (n_changed > 0) == (name == "carreras+npa")


def test_nothing_to_train_on_is_refused():
    with pytest.raises(NonprojError, match="no sentence"):
        train("carreras", parse_treebank(b"", name="empty.conllu"))


def test_a_sentence_too_long_for_second_order_is_named(treebank):
    chain = (-1, *range(401))
    longer = treebank_of([(-1, 0), chain])
    place = "sentence 2 has 401 words"
    with pytest.raises(NonprojError, match=place):
        train("carreras", longer)
    with pytest.raises(NonprojError, match=place):
        parse_graph(train("carreras", treebank), longer)
    parsed = parse_graph(train("mst", treebank), longer)
    assert (parsed.head[parsed.is_word] >= 0).all()
