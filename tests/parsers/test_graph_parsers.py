"""Graph-based parsers from training to parsing."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from nonproj import machine
from nonproj.data.conll import parse_treebank, render
from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph import memory as graph_memory
from nonproj.parsers.graph import training as graph_training
from nonproj.parsers.graph.family import CARRERAS
from nonproj.parsers.graph.label_filter import candidates, filter_tags
from nonproj.parsers.graph.model import search_of
from nonproj.parsers.graph.sentences import score_sentence, sentence_of
from nonproj.parsers.graph.training import GraphSettings
from nonproj.parsers.graph.training import train as train_graph
from nonproj.parsers.graph.updates import add_step
from nonproj.parsers.interface import Training
from nonproj.trees.projectivity import projective_sentences
from nonproj.trees.pseudo_projective import Encoding, projectivize
from oracles.trees import is_projective, trees_of_class
from samples.treebanks import flat, n_roots, parse

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
    trees = trees_of_class(n, False, True)
    chosen = np.random.default_rng(seed).choice(len(trees), count, replace=False)
    return [trees[i] for i in chosen]


@pytest.fixture(scope="module")
def treebank():
    trees = single_rooted(5, 14, 1) + single_rooted(4, 8, 2) + [(-1, 0)]
    assert sum(not is_projective(t) for t in trees) > 5
    return treebank_of(trees)


def train(name, treebank, **options):
    return train_graph(variant_named(name), treebank, Training(**options), settings=SETTINGS)


@pytest.fixture(scope="module")
def trained(treebank):
    """trained("mst") -> the parser that learned from the treebank, made once."""
    return cache(lambda name: train(name, treebank))


@pytest.mark.parametrize(("name", "share"), NONPROJECTIVE.items())
def test_nonprojective_graph_parsers_learn_their_training_trees_by_heart(
    name, share, treebank, trained
):
    parsed = parse(trained(name), flat(treebank))
    right = (parsed.head == treebank.head)[treebank.is_word]
    labels = np.array(parsed.deprel.strings()) == np.array(treebank.deprel.strings())
    assert right.mean() >= share
    assert (right & labels[treebank.is_word]).mean() >= share - 0.02
    projectivized = projectivize(treebank, Encoding.BASELINE)
    assert right.mean() > (projectivized.head == treebank.head)[treebank.is_word].mean()


@pytest.mark.parametrize("name", PROJECTIVE)
def test_projective_graph_parsers_learn_the_projectivized_trees(name, treebank, trained):
    parsed = parse(trained(name), flat(treebank))
    expected = projectivize(treebank, Encoding.BASELINE)
    assert (parsed.head == expected.head).all()
    assert parsed.deprel.strings() == expected.deprel.strings()


def test_root_auto_allows_several_roots_only_if_training_trees_have_them(trained):
    several = treebank_of([(-1, 0, 0, 0), (-1, 0, 0)] * 6)
    for name in ("eisner", "mst", "carreras", "carreras+npa"):
        parsed = parse(trained(name), several)
        assert (n_roots(parsed) == 1).all()
        parsed = parse(train(name, several), several)
        assert (parsed.head == several.head).all()


def test_carreras_raw_and_a_high_threshold_leave_projective_trees(treebank, trained):
    model = trained("carreras+npa")
    parsed = parse(model.applied_as(variant_named("carreras+raw")), treebank)
    assert projective_sentences(parsed.start, parsed.head).all()
    assert not projective_sentences(parsed.start, parse(model, treebank).head).all()
    high = parse(model.applied_as(variant_named("carreras+npa-t1000")), treebank)
    assert render(high) == render(parsed)


def test_a_second_order_model_is_applied_with_another_threshold_or_none(treebank, trained):
    first_order, model = trained("mst"), trained("carreras+npa")
    assert first_order.applied_as(variant_named("mst")).variant == first_order.variant
    moves = []
    for name in ("carreras+raw", "carreras+npa-t2", "carreras+npa", "carreras+npa-t0"):
        applied = model.applied_as(variant_named(name))
        assert applied.variant.name == name
        moves.append(applied.parse(treebank).counts["npa-moves"])
    assert moves == sorted(moves)
    assert 0 == moves[0] <= moves[1] < moves[2]
    for name in ("carreras", "carreras+head", "mst", "arc-eager"):
        with pytest.raises(NonprojError, match="cannot parse as"):
            model.applied_as(variant_named(name))


def scores_by_definition(into, h, m):
    """An arc's own; then nobody or any candidate for the sibling, inside and outside child."""
    of_head, of_modifier = (
        [c for c in range(1, len(into)) if into[c, x] < into[c, x + 1]] for x in (h, m)
    )
    siblings = [c for c in of_head if min(h, m) < c < max(h, m)]
    inside = [c for c in of_modifier if min(h, m) < c < max(h, m)]
    outside = [c for c in of_modifier if (c > m if m > h else c < m)]
    return 4 + len(siblings) + len(inside) + len(outside)


@pytest.mark.parametrize("name", ["eisner", "mst", "carreras", "carreras+npa"])
def test_parsing_counts_scored_factors_and_moves_of_the_approximation(name, treebank, trained):
    model = trained(name)
    _, parsed, took, _ = model.parse(treebank)
    assert model.parse(treebank, threads=3).counts == took
    (corpus, scorer), search = model.on(treebank), search_of(model.variant, model.root_mode)
    expected = 0
    for s in range(treebank.n_sentences):
        nowhere = np.full(treebank.sentence_length[s] + 1, -1, np.int32)
        into = score_sentence(corpus, scorer, search, sentence_of(corpus, s), nowhere).into
        for m, h in product(range(1, len(into)), range(len(into))):
            n_scores = scores_by_definition(into, h, m) if name.startswith("carreras") else 1
            expected += n_scores * int(into[m, h + 1] - into[m, h])
    assert took["factors"] == expected
    assert (took["npa-tried"] > 0) == (name == "carreras+npa")
    if name == "carreras+npa":
        n_changed = np.sum(
            parsed.head != parse(model.applied_as(variant_named("carreras+raw")), treebank).head
        )
        assert took["npa-moves"] >= n_changed > 0


def test_weights_are_the_mean_over_all_updates(treebank, monkeypatch):
    """With batches of one sentence: of the tables of weights after each."""
    tables = []

    def watched(table, *arguments):
        add_step(table, *arguments)
        tables.append(table.copy())

    monkeypatch.setattr(graph_training, "add_step", watched)
    few, variant = treebank.select(range(3)), variant_named("eisner")
    settings = GraphSettings(iterations=2, bits=18, batch=1)
    averaged = train_graph(variant, few, Training(), settings=settings).table
    tables = tables[::2]  # every other step is for the average
    assert len(tables) == 6
    assert not np.allclose(tables[-1], averaged)
    np.testing.assert_allclose(np.mean(tables, axis=0), averaged, atol=1e-5)


def test_a_sentence_whose_chart_exceeds_the_memory_is_named(trained, monkeypatch):
    """Of a machine with 100 MB: 16 bytes for each node and labelled arc, in every thread."""
    monkeypatch.setattr(machine, "machine_memory", lambda: 100_000_000)
    small, long = trained("carreras"), (-1, *range(250))
    longer = treebank_of([(-1, 0), long, (-1, *range(120))])
    place = "sentence 2 has 250 words.* GB"
    with pytest.raises(NonprojError, match=place):
        train("carreras", longer)
    with pytest.raises(NonprojError, match=place):
        parse(small, longer)
    parsed = parse(trained("mst"), longer)
    assert (parsed.head[parsed.is_word] >= 0).all()


def test_required_memory_grows_with_labelled_arcs_and_threads(trained, monkeypatch):
    model = trained("carreras")
    text = treebank_of([(-1, *range(30)), (-1, *range(20)), (-1, 0)])
    tags, filter_ = filter_tags(text, model.tags), model.label_filter
    asked = []
    for s in range(3):
        own = tags[text.start[s] : text.start[s + 1]]
        n_arcs = len(candidates(filter_, own, np.ones((len(own), len(own)), np.bool_))[2])
        asked.append(16 * len(own) * n_arcs)
        assert graph_memory.bytes_of(own, filter_) == asked[-1]
    monkeypatch.setattr(machine, "machine_memory", lambda: asked[0] + asked[1] - 1)
    graph_memory.require_memory(CARRERAS, text, tags, filter_, threads=1)
    with pytest.raises(NonprojError, match="in 2 threads"):
        graph_memory.require_memory(CARRERAS, text, tags, filter_, threads=2)
