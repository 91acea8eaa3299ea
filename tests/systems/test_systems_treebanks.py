"""Oracles over real treebanks, and over large random trees."""

from itertools import product

import networkx
import numpy as np
import pytest
from hypothesis import given, settings

from nonproj.decoders.overlap import TreeClass, maximum_overlap
from nonproj.parsers.families import train, variant_named
from nonproj.results.treebanks.oracle_coverage import oracle_parse
from nonproj.systems.direction import mirror_heads
from nonproj.systems.registry import system_named
from nonproj.systems.replay import replay
from nonproj.trees.measures import arc_degrees, sentence_maxima
from nonproj.trees.projectivity import nonprojective_arcs, projective_sentences
from nonproj.trees.pseudo_projective import lift
from oracles.trees import trees
from samples.trees import columns, treebank

TREEBANKS = ("got", "hu")
DIRECTIONS = ("", "-r2l")


def of_degree(bound):
    """Arcs of 0 beyond the degree are built at the end, so they do not count."""

    def holds(start, head):
        degrees = np.where(head == 0, 0, arc_degrees(start, head))
        return sentence_maxima(start, degrees) <= bound

    return holds


def is_two_planar(start, head):
    """The graph of crossing arcs has two sides."""
    bipartite = []
    for tree in np.split(head, start[1:-1]):
        ends = [(min(h, d), max(h, d)) for d, h in enumerate(tree.tolist()) if h > 0]
        pairs = [(a, b) for a in ends for b in ends if a[0] < b[0] < a[1] < b[1]]
        bipartite.append(networkx.is_bipartite(networkx.Graph(pairs)))
    return np.array(bipartite)


# The sentences that each system rebuilds; KN03 for every projective system.
PROJECTIVE = dict.fromkeys(("arc-standard", "arc-eager", "arc-hybrid"), projective_sentences)
EVERYTHING = dict.fromkeys(
    ("swap-eager", "swap-lazy", "covington-dinf"), lambda start, _: np.ones(len(start) - 1, bool)
)
REBUILT = (
    PROJECTIVE
    | EVERYTHING
    | {
        "arc-eager+raw": projective_sentences,  # Nilsson's None
        **{f"covington-d{bound}": of_degree(bound) for bound in (0, 1, 2)},
        "mh4-greedy": lambda *tree: maximum_overlap(*tree, TreeClass.MH4).in_class,
        "2-planar": is_two_planar,
    }
)


def parsed(gold, name):
    return oracle_parse(gold, variant_named(name))


@pytest.mark.parametrize("code", TREEBANKS)
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("name", REBUILT)
def test_a_system_rebuilds_exactly_the_sentences_of_its_class(real_treebank, name, direction, code):
    gold = real_treebank(code, "train")
    base, plus, step = name.partition("+")
    run = parsed(gold, base + direction + plus + step)
    head = mirror_heads(gold.start, gold.head) if direction else gold.head
    right = run.treebank.head == gold.head
    in_class = REBUILT[name](gold.start, head)
    assert np.array_equal(np.minimum.reduceat(right, gold.start[:-1]), in_class)
    assert in_class.any()
    assert in_class.all() == (name in EVERYTHING)
    assert not run.stuck.any()
    if name in PROJECTIVE | EVERYTHING:
        assert run.treebank.deprel.strings() == gold.deprel.strings()
    if name in PROJECTIVE:
        assert np.array_equal(run.treebank.head, lift(gold.start, gold.head).head)
    if name == "mh4-greedy":  # of the other trees no fewer arcs than the chart can have
        n_right = np.add.reduceat(right & gold.is_word, gold.start[:-1])
        assert np.array_equal(n_right, maximum_overlap(gold.start, head, TreeClass.MH4).n_shared)


def built_by_static_oracle(heads, reduces_headless):
    """Heads that Nivre's (2003) oracle for arc-eager builds, and -1 for words that get none."""
    stack, built, following = [0], [-1] * len(heads), 1
    first = {heads[d]: d for d in range(len(heads) - 1, 0, -1)}
    while following < len(heads):
        top = stack[-1]
        linked = min(heads[following], first.get(following, following))
        reducible = top > 0 and (built[top] >= 0 or reduces_headless)
        if top > 0 and heads[top] == following:
            built[stack.pop()] = following
        elif heads[following] != top and linked < top and reducible:
            stack.pop()
        else:
            if heads[following] == top:
                built[following] = top
            stack.append(following)
            following += 1
    return built


@pytest.mark.parametrize(("reduces_headless", "lost"), [(False, 6.44), (True, 3.96)])
def test_words_without_a_head_cost_arcs_unless_they_are_reduced(
    real_treebank, reduces_headless, lost
):
    """The deviation none-baseline; 3.28 % of Gothic's arcs are non-projective."""
    gold = real_treebank("got", "train")
    trees = np.split(gold.head, gold.start[1:-1])
    found = [built_by_static_oracle(tree.tolist(), reduces_headless) for tree in trees]
    built, of_gold = np.concatenate(found)[gold.is_word], gold.head[gold.is_word]
    assert 100 * np.mean(built != of_gold) == pytest.approx(lost, abs=0.006)
    if not reduces_headless:  # words that get no head attach to 0
        of_system = parsed(gold, "arc-eager+raw").treebank.head[gold.is_word]
        assert np.array_equal(np.maximum(built, 0), of_system)


@pytest.mark.parametrize("code", TREEBANKS)
def test_attardi_never_builds_a_wrong_nonprojective_arc(real_treebank, code):
    """KN05: precision on non-projective arcs is 100."""
    gold = real_treebank(code, "train")
    run = parsed(gold, "attardi")
    built = nonprojective_arcs(gold.start, run.treebank.head)
    assert built.any()
    assert np.all(run.treebank.head[built] == gold.head[built])
    assert 0 < run.stuck.sum() < np.sum(~projective_sentences(gold.start, gold.head))
    wrong = run.treebank.head != gold.head
    roots = np.array(gold.deprel.strings(), dtype=object)[gold.head == 0]
    values, counts = np.unique(roots.astype(str), return_counts=True)
    assert set(np.array(run.treebank.deprel.strings())[wrong]) == {values[counts.argmax()]}


def test_pseudo_projective_trees_are_rebuilt_as_often_as_restored(real_treebank):
    """P1 is bounded by the transformation's own round trip (Hungarian, 99.936)."""
    gold = real_treebank("hu", "train")
    run = parsed(gold, "arc-standard+head")
    right = (run.treebank.head == gold.head)[gold.is_word]
    assert 100 * right.mean() == pytest.approx(99.936, abs=0.0006)
    assert run.treebank.deprel.strings() == gold.deprel.strings()


def test_mh4_learns_and_rebuilds_a_tree_beyond_its_class():
    gold = treebank([(-1, 0), (-1, 3, 5, 6, 0, 4, 2)], [["root"], list("abcdef")])
    run = parsed(gold, "mh4-greedy")
    assert not run.stuck.any()
    right = np.split(run.treebank.head == gold.head, gold.start[1:-1])
    assert [own.all() for own in right] == [True, False]
    model = train(variant_named("mh4-greedy"), gold)
    assert np.array_equal(model.parse(gold).treebank.head, run.treebank.head)


@pytest.mark.parametrize("direction", DIRECTIONS)
@given(tree=trees(min_size=6, max_size=25))
@settings(max_examples=60, deadline=None)
def test_systems_rebuild_large_random_trees_of_their_class(direction, tree):
    start, head = columns([tree])
    label = np.arange(len(head), dtype=np.int32)
    projective = lift(start, head).head
    for name in EVERYTHING:
        built = replay(start, head, label, system_named(name + direction), 0)
        assert np.array_equal(built.head, head)
        assert np.array_equal(built.label[1:], label[1:])
    for name in (*PROJECTIVE, "covington-d0", "attardi", "mh4-greedy"):
        built = replay(start, projective, label, system_named(name + direction), 0)
        assert np.array_equal(built.head, projective)
        assert np.array_equal(built.label[1:], label[1:])


def test_a_sentence_of_two_thousand_words_is_rebuilt():
    """2,000 tokens, each below its right neighbour but one."""
    n = 2000
    tree = (-1, *(d + 2 if d + 2 <= n else 0 for d in range(1, n + 1)))
    gold = treebank([tree], [["dep"] * n])
    for name in EVERYTHING:
        assert np.array_equal(parsed(gold, name).treebank.head, gold.head)


def test_a_stuck_oracle_attaches_the_rest_to_node_0_or_in_a_chain():
    """Of neither tree does the oracle build an arc: all nodes stay on the stack above 0."""

    def replayed(name, tree, chained=False):
        start, head = columns([tree])
        label = np.arange(-1, len(head) - 1)
        return replay(start, head, label, system_named(name), 9, chained=chained)

    for name, tree in (("arc-standard", (-1, 3, 4, 0, 3)), ("attardi", (-1, 2, 0, 0, 1))):
        attached, chained = replayed(name, tree), replayed(name, tree, True)
        assert (attached.stuck.tolist(), attached.headless.tolist()) == ([True], [4])
        assert attached.head.tolist() == [-1, 0, 0, 0, 0]
        assert attached.label.tolist() == [-1, 9, 9, 9, 9]
        assert chained.head.tolist() == [-1, 0, 1, 2, 3]
        assert attached.moves.tolist() == chained.moves.tolist()
    whole = (-1, 2, 0, 2)  # not stuck: nothing is left to attach
    for name, chained in product(("attardi", "swap-lazy", "arc-eager"), (False, True)):
        assert replayed(name, whole, chained).head.tolist() == [*whole]
