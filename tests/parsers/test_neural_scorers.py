"""Losses of scorers against enumeration, their derivatives, and greedy parsers' decisions."""

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

from nonproj.decoders.mhk_transitions import REDUCTIONS
from nonproj.decoders.one_endpoint.third_order.parts import CROSSED_PART, HEAD_PART
from nonproj.parsers.families import variant_named
from nonproj.parsers.neural.device import jax
from nonproj.parsers.neural.network import Network
from nonproj.parsers.neural.scorers.biaffine import ROLES, Decided
from nonproj.parsers.neural.scorers.charts import GAINS
from nonproj.parsers.neural.scorers.choice import scorer_of
from nonproj.parsers.neural.scorers.greedy import GreedyMh3, Scored
from nonproj.parsers.neural.vocabulary import NeuralVocabulary
from nonproj.parsers.neural.weights import drawn
from nonproj.systems.moves import (
    LEFT_ARC,
    LEFT_ARC_2,
    LEFT_ARC_PRIME,
    N_MOVES,
    RIGHT_ARC,
    RIGHT_ARC_2,
    RIGHT_ARC_PRIME,
    SHIFT,
)
from nonproj.tagging.columns import TAGGED_COLUMNS
from oracles import third_order
from oracles.charts import arc_shares, arc_sum, mhk_derives
from oracles.derivations import best_derivation, computation
from oracles.trees import all_trees, trees_of_class
from samples.neural import SETTINGS, packed_of, parsed, random_vectors, treebank_of

CHARTS = ["mst-neural", "1ec-first-order", "1ec", "mh3", "mh4-two", "mh4-hybrid"]


def scorer_named(name):
    return scorer_of(variant_named(name).system, 3, SETTINGS)


def random_tables(scorer, seed):
    rng = np.random.default_rng(seed)
    weights = drawn(scorer.parameters(), rng)
    tables = scorer.training(weights, random_vectors(rng), None, None, jax.random.key(0))[1]
    return {name: 3 * np.asarray(table) for name, table in tables.items()}


def within(heads, cost=0.0):
    """Arcs of a tree cost nothing, all others `cost` each."""
    return lambda h, d: 0.0 if heads[d] == h else cost


def always(scorer, **scores):
    """Tables by which these moves have these scores everywhere, and others -50."""
    bias = np.full(N_MOVES, -50.0, np.float32)
    bias[[MOVES[name] for name in scores]] = [*scores.values()]
    if isinstance(scorer, GreedyMh3):
        return np.broadcast_to(bias[:3, None, None], (SETTINGS.rows, 3, *2 * [SETTINGS.width + 1]))
    parts = np.zeros((len(scorer.positions), SETTINGS.width * SETTINGS.rows + 1, 2), np.float32)
    return Scored(parts, np.zeros((2, N_MOVES), np.float32), bias)


def transition_scores(tables, row, at, n):
    """shift(s0, b0) and reduce(name, s1, s0, b0) by the tables of a shard."""

    def place(node):
        return SETTINGS.width if node == n + 1 else at + node

    def shift(s0, b0):
        return tables["shift"][row, place(s0), place(b0)]

    def reduce(rule_name, s1, s0, b0):
        rule = [rule.name for rule in REDUCTIONS].index(rule_name)
        if rule >= tables["reduce"].shape[1]:
            return -np.inf
        score = tables["reduce"][row, rule, place(s0), place(b0)]
        if "below" in tables:
            score += tables["below"][row, rule, place(s1), place(s0)]
        return score

    return shift, reduce


def best_by_enumeration(name, tables, row, at, n, arc):
    """The best score of a tree or derivation, where arc(head, dependent) is added."""
    places = slice(at, at + n + 1)
    costs = np.array([[arc(h, d) for d in range(n + 1)] for h in range(n + 1)])
    if "arc" in tables:
        trees = third_order.members(n) if name == "1ec-first-order" else all_trees(n)
        return arc_sum(tables["arc"][row, places, places] + costs, trees).max()
    if name == "1ec":
        scores = tables["part"][row][:, places, places].astype(float)
        scores[[HEAD_PART, CROSSED_PART]] += costs
        return third_order.best(scores, n)
    shift, reduce = transition_scores(tables, row, at, n)
    return best_derivation(n, 3 if name == "mh3" else 4, shift, reduce, arc)[0]


@pytest.mark.parametrize("name", CHARTS)
def test_the_loss_of_charts_is_the_structured_hinge(name):
    """max(score + cost) - best score of the gold tree, and its derivatives."""
    scorer = scorer_named(name)
    gold = [(-1, 2, 0, 2, 3), (-1, 0, 1, 2), (-1, 0)]
    if name != "mh3":
        gold[0] = (-1, 0, 4, 1, 1)
        assert mhk_derives(gold[0], 4)
    treebank = treebank_of(gold)
    packed = packed_of(treebank)
    for seed in range(10):
        tables = random_tables(scorer, [seed, *name.encode()])
        loss, slopes = scorer.search(tables, packed, treebank)
        with ThreadPoolExecutor(3) as pool:
            again, of_threads = scorer.search(tables, packed, treebank, pool.map)
        assert again == loss
        assert all((of_threads[key] == slopes[key]).all() for key in slopes)
        expected = 0.0
        for number, row, at in packed.members:
            heads = gold[number]
            place = tables, row, at, len(heads) - 1
            expected += best_by_enumeration(name, *place, within(heads, 1.0))
            expected -= best_by_enumeration(name, *place, within(heads, -np.inf))
        assert loss == pytest.approx(expected, abs=1e-4)
        difference = sum((slopes[key] * tables[key]).sum() for key in tables)
        cost = loss - difference
        assert cost == pytest.approx(round(cost), abs=1e-4)
        assert 0 <= round(cost) <= treebank.n_words
        assert (cost < 0.5) or any(slope.any() for slope in slopes.values())


def log_softmax(scores):
    return scores - np.log(np.exp(scores).sum(-1, keepdims=True))


def test_the_loss_of_biaffine_is_the_likelihood_of_labelled_arcs():
    """The loss of `biaffine` against numpy, sentence by sentence: heads are those of a sentence."""
    scorer, rng = scorer_named("biaffine"), np.random.default_rng(1)
    weights = jax.tree.map(lambda a: rng.normal(size=a.shape), drawn(scorer.parameters(), rng))
    trees = [(-1, 2, 0, 2, 3), (-1, 0, 1, 2)]
    treebank = treebank_of(trees)
    packed = packed_of(treebank)
    vocabulary = NeuralVocabulary.of(treebank, (), TAGGED_COLUMNS)
    network = Network(variant_named("biaffine").system, vocabulary, (), SETTINGS)
    text = network.vocabulary.text(treebank)
    gold, inputs = network.gold(packed, text, treebank), network.inputs(packed.shard, text)
    gold = gold._replace(label=rng.integers(3, size=gold.label.shape))
    vectors = rng.normal(size=(*gold.label.shape, 2 * SETTINGS.hidden))
    loss, expected = scorer.training(weights, vectors, inputs, gold, jax.random.key(0))[0], 0.0
    for number, row, at in packed.members:
        heads = np.array(trees[number])
        of_words = vectors[at : at + len(heads), row]
        role = {r: np.tanh(of_words @ weights[r]["W"] + weights[r]["b"]) for r in ROLES}
        arc, label = weights["arc"], weights["label"]
        for word in range(1, len(heads)):
            scores = role["arc word"][word] @ arc["U"] @ role["arc head"].T
            scores += role["arc head"] @ arc["head"]
            scores[word] = -np.inf
            expected -= log_softmax(scores)[heads[word]]
            head, here = role["label head"][heads[word]], role["label word"][word]
            scores = np.einsum("d,dle,e->l", here, label["U"], head)
            scores += head @ label["head"]["W"] + label["head"]["b"]
            scores += here @ label["word"]["W"] + label["word"]["b"]
            expected -= log_softmax(scores)[gold.label[at + word, row]]
    assert packed.members[1][2] > 0  # a row has both
    assert float(loss) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("name", CHARTS)
def test_charts_find_the_best_tree_also_with_one_root(name):
    scorer, treebank = scorer_named(name), treebank_of([(-1, 0, 0, 0, 0)])
    packed = packed_of(treebank)
    [(_, row, at)] = packed.members
    for seed in range(10):
        tables = random_tables(scorer, [seed, 1])
        for single in (False, True):
            head, _ = parsed(scorer, tables, packed, treebank, single)
            best, only = (
                best_by_enumeration(
                    *(name, tables, row, at, 4),
                    lambda h, d, own=own, one=single: own(h, d) - 100.0 * (one and h == 0),
                )
                for own in (within(head, 0.0), within(head, -np.inf))
            )
            assert only == pytest.approx(best, abs=1e-4)
            assert not single or (head == 0).sum() == 1


@pytest.mark.parametrize("name", CHARTS)
def test_the_certainty_of_charts_is_a_share_of_trees_or_gains(name):
    """Marginals by scores of arcs; else the share of gains of other arcs that change no head."""
    scorer, treebank = scorer_named(name), treebank_of([(-1, 0, 0, 0)])
    packed = packed_of(treebank)
    [(_, row, at)] = packed.members
    values = set()
    for seed in range(6):
        tables = random_tables(scorer, [seed, 2])
        head, sure = parsed(scorer, tables, packed, treebank)
        heads = head.tolist()
        for word in (1, 2, 3):
            if "arc" in tables:
                scores = tables["arc"][row, at : at + 4, at : at + 4].astype(float)
                expected = arc_shares(scores, all_trees(3))[heads[word], word]
            else:
                expected = kept_under_gains((name, tables, row, at, 3), heads, word) / len(GAINS)
            assert sure[word] == pytest.approx(expected)
            values.add(round(sure[word], 6))
    assert len(values) > 3


def kept_under_gains(place, heads, word):
    """How many gains, beginning with the least, leave the head of a word as it is."""
    for kept, gain in enumerate(GAINS):
        others = within(heads, gain)

        def own(h, d, others=others):
            return -np.inf if d == word and h != heads[d] else others(h, d)

        if best_by_enumeration(*place, own) < best_by_enumeration(*place, others) - 1e-5:
            return kept
    return len(GAINS)


@pytest.mark.parametrize("single", [False, True])
def test_the_certainty_of_biaffine_is_a_share_of_trees(single):
    scorer, treebank = scorer_named("biaffine"), treebank_of([(-1, 0, 1), (-1, 0, 0, 0)])
    packed, rng = packed_of(treebank), np.random.default_rng(3)
    shape = (SETTINGS.rows, SETTINGS.width, SETTINGS.width)
    tables = Decided(rng.normal(size=shape).astype(np.float32), np.zeros(shape, np.int32))
    head, sure = parsed(scorer, tables, packed, treebank, single)
    for number, row, at in packed.members:
        first, end = treebank.start[number : number + 2]
        heads, n = head[first:end], end - first - 1
        scores = tables.score[row, at : at + n + 1, at : at + n + 1].T.astype(float)
        shares = arc_shares(scores, trees_of_class(n, False, single))
        assert sure[first + 1 : end] == pytest.approx(shares[heads[1:], np.arange(1, n + 1)])


MOVES = {
    "sh": SHIFT,
    "la": LEFT_ARC,
    "ra": RIGHT_ARC,
    "la'": LEFT_ARC_PRIME,
    "ra'": RIGHT_ARC_PRIME,
    "la2": LEFT_ARC_2,
    "ra2": RIGHT_ARC_2,
}
GREEDY = ("mh3-greedy-neural", "mh4-greedy-neural")


def hinge_losses(score, heads):
    """Of the moves that derive a tree, the first that is due, each against all others possible."""
    missing, losses = [heads.count(node) for node in range(len(heads))], []

    def choose(possible, nodes):
        due = [name for name, (d, h) in possible.items() if d and heads[d] == h and not missing[d]]
        name, *_ = due or ["sh"]
        others = [score(other, *nodes) for other in possible if other != name]
        losses.append(max(0.0, 1 + max(others, default=-np.inf) - score(name, *nodes)))
        if due:
            missing[possible[name][1]] -= 1
        return name

    assert computation(len(heads) - 1, choose) == heads
    return losses


def by_tables_of_mh3(weights, vectors, row, at, n):
    """Scores of transitions by the tables of `mh3`."""
    tables = scorer_named("mh3").tables(weights, vectors, None)
    tables = {name: np.asarray(table) for name, table in tables.items()}
    shift, reduce = transition_scores(tables, row, at, n)
    return lambda name, s2, s1, s0, b0: shift(s0, b0) if name == "sh" else reduce(name, s1, s0, b0)


def by_hidden_layer(weights, vectors, row, at, n):
    """Scores of transitions by the hidden layer of greedy MH4."""

    def score(name, *nodes):
        hidden = 0.0
        layers = zip(nodes, weights["words"].values(), weights["nothing"], strict=True)
        for node, layer, nothing in layers:
            if node in (None, n + 1):
                hidden = hidden + nothing
            else:
                hidden = hidden + vectors[at + node, row] @ layer["W"] + layer["b"]
        return (np.tanh(hidden) @ weights["out"]["W"] + weights["out"]["b"])[MOVES[name]]

    return score


@pytest.mark.parametrize("name", GREEDY)
def test_greedy_parsers_make_the_move_that_scores_best(name):
    scorer = scorer_named(name)
    scores_of = by_tables_of_mh3 if name.startswith("mh3") else by_hidden_layer
    treebank = treebank_of([(-1, *range(n)) for n in (6, 5, 3, 1)])
    packed, found = packed_of(treebank), set()
    for seed in range(20):
        rng = np.random.default_rng([seed, *name.encode()])
        weights, vectors = drawn(scorer.parameters(), rng), random_vectors(rng, 2)
        head, sure = parsed(scorer, scorer.tables(weights, vectors, None), packed, treebank)
        for number, row, at in packed.members:
            heads = tuple(head[treebank.start[number] : treebank.start[number + 1]].tolist())
            score = scores_of(weights, vectors, row, at, len(heads) - 1)

            def best(possible, nodes, score=score):
                return max(possible, key=lambda name: score(name, *nodes))

            assert heads == computation(len(heads) - 1, best)
            found.add(heads)
            of_words = sure[treebank.start[number] + 1 : treebank.start[number + 1]]
            assert ((of_words >= 0) & (of_words <= 1)).all()
    assert len(found) > 20


@pytest.mark.parametrize("name", GREEDY)
def test_the_certainty_of_greedy_parsers_is_the_probability_of_their_choice(name):
    """The only choice is SHIFT, by one point, over RIGHT_ARC: that is about both words."""
    scorer, treebank = scorer_named(name), treebank_of([(-1, 0, 1)])
    packed, tables = packed_of(treebank), always(scorer, sh=3.0, ra=2.0)
    head, sure = parsed(scorer, tables, packed, treebank)
    assert head.tolist() == [-1, 0, 1]
    assert sure[1:] == pytest.approx(np.full(2, 1 / (1 + np.exp(-1.0))))


@pytest.mark.parametrize("name", GREEDY)
def test_greedy_parsers_learn_by_the_scores_that_they_parse_with(name):
    scorer = scorer_named(name)
    scores_of = by_tables_of_mh3 if name.startswith("mh3") else by_hidden_layer
    trees = [(-1, 2, 0, 2, 3), (-1, 0, 1, 2), (-1, 0), (-1, 3, 1, 0, 7, 4, 5, 3)]
    if name.startswith("mh4"):
        trees[1] = (-1, 0, 4, 1, 1)
    treebank = treebank_of(trees)
    packed = packed_of(treebank)
    rng = np.random.default_rng(1)
    weights = drawn(scorer.parameters(), rng)
    vectors = random_vectors(rng, 2)
    gold = SimpleNamespace(further=scorer.gold(packed, treebank))
    loss, _ = scorer.training(weights, vectors, None, gold, jax.random.key(0))
    expected = sum(
        value
        for number, row, at in packed.members
        for value in hinge_losses(
            scores_of(weights, vectors, row, at, len(trees[number]) - 1), trees[number]
        )
    )
    assert expected > 1
    assert float(loss) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(
    ("single", "scores", "heads"),
    [
        (False, {"ra": 3, "la": 2, "sh": 1}, [-1, 0, 0, 0]),
        (True, {"ra": 3, "la": 2, "sh": 1}, [-1, 2, 3, 0]),
        (True, {"sh": 3, "la": 2, "ra": 1}, [-1, 0, 1, 2]),
        (True, {"la": 3, "sh": 2, "ra": 1}, [-1, 2, 3, 0]),
    ],
)
@pytest.mark.parametrize("name", GREEDY)
def test_greedy_parsers_make_the_best_scored_move_wherever_it_is_legal(name, single, scores, heads):
    scorer, treebank = scorer_named(name), treebank_of([(-1, 0, 0, 0)])
    tables = always(scorer, **scores)
    assert parsed(scorer, tables, packed_of(treebank), treebank, single)[0].tolist() == heads
