"""Parsing around given heads and labels, against enumeration of all trees that have them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.decoders import carreras
from nonproj.parsers.families import variant_named
from nonproj.parsers.given import parser_with_given
from nonproj.parsers.graph import given as graph
from nonproj.parsers.graph.model import search_of
from nonproj.parsers.graph.pruning import UNPRUNED
from nonproj.systems.moves import MULTIPLE, SINGLE
from oracles import second_order as oracle
from oracles import trees as tree_oracle
from oracles.trees import trees_of_class
from samples.factors import factors_of
from samples.given import (
    LABELS,
    NONE,
    arc_probabilities,
    dense_scores,
    filtered_labels,
    random_model,
    random_text,
    with_some,
)

EXAMPLES = {1: 5, 2: 20, 3: 40, 4: 40, 5: 20, 6: 4}
either_root_mode = pytest.mark.parametrize("root_mode", [SINGLE, MULTIPLE])


def instances(name, root_mode, seed):
    """Models, and texts of one sentence with a part of a tree that its root mode allows."""
    rng = np.random.default_rng(seed)
    for n, count in EXAMPLES.items():
        trees = trees_of_class(n, False, root_mode == SINGLE)
        for i in range(count):
            model = random_model(name, root_mode, int(rng.integers(10**9)))
            tree = trees[rng.integers(len(trees))]
            yield model, with_some(random_text(rng, [n]), tree, rng, (0.2, 0.4, 0.7)[i % 3])


def unpruned(model, text, npa=True):
    """(heads, labels) by the kernel, without pruning and perhaps without the approximation."""
    corpus, scorer = model.on(text)
    search = search_of(model.variant, model.root_mode)._replace(margin=UNPRUNED)
    search = search._replace(npa=search.npa and npa)
    own = graph.Given(text.head, text.deprel.recoded(model.labels))
    head, label = np.full((2, len(text.head)), -1, np.int32)
    graph.parse_with_given(corpus, scorer, search, np.arange(1), own, head, label)
    return tuple(head.tolist()), label.tolist()


def choices(model, text, by_filter):
    """For each arc that a tree around the given arcs may have, its labels."""
    known, found = filtered_labels(model, text), {}
    labels = text.deprel.strings()
    for (h, m), seen in known.items():
        if text.head[m] in (h, -2):
            own = seen if labels[m] == NONE else [LABELS.index(labels[m])]
            if by_filter and text.head[m] < 0 and not {*own} <= {*seen}:
                own = []
            found[h, m] = own
    return found


def arcs(heads):
    return [(h, m) for m, h in enumerate(heads[1:], 1)]


def possible_trees(model, text):
    """All trees around the given arcs, with the labels that their arcs may have."""
    trees = trees_of_class(len(text.head) - 1, False, model.root_mode == SINGLE)
    for by_filter in (True, False):
        options = choices(model, text, by_filter)
        found = [heads for heads in trees if all(options.get(arc) for arc in arcs(heads))]
        if found:
            return found, options
    raise AssertionError(text.head)


def masked(scores, options):
    """The scores with -inf for arcs and labels without options."""
    arc = np.full_like(scores[0], -np.inf)
    for (h, m), labels in options.items():
        arc[h, m, labels] = scores[0][h, m, labels]
    return arc, *scores[1:]


@either_root_mode
def test_the_spanning_tree_is_the_best_that_has_what_is_given(root_mode):
    for model, text in instances("mst", root_mode, 1):
        trees, options = possible_trees(model, text)
        scores = masked(dense_scores(model, text), options)
        heads, labels = unpruned(model, text)
        assert heads in trees
        best = max(oracle.best_over_labels(scores, tree) for tree in trees)
        assert oracle.tree_total(scores, heads, labels) == best


@either_root_mode
def test_second_order_search_is_exact_for_arcs_of_a_projective_tree(root_mode):
    """And the approximation makes the moves that it would make if there were no other arcs."""
    n_exact = 0
    for model, text in instances("carreras+npa", root_mode, 2):
        trees, options = possible_trees(model, text)
        trees = [*filter(tree_oracle.is_projective, trees)]
        if not trees:
            continue
        n_exact += 1
        scores = masked(dense_scores(model, text), options)
        heads, labels = unpruned(model, text, npa=False)
        assert heads in trees
        best = max(oracle.best_over_labels(scores, tree) for tree in trees)
        assert oracle.tree_total(scores, heads, labels) == best
        assert unpruned(model, text) == climbed(model, text, scores, heads, labels)
    assert n_exact > 60


def climbed(model, text, scores, heads, labels):
    """The tree after the approximation; a given head gets its best label in the end."""
    threshold, one_root = model.variant.system.threshold, model.root_mode == SINGLE
    heads, labels = oracle.npa(scores, heads, labels, threshold, one_root)
    for m in np.flatnonzero(text.head >= 0).tolist():
        of_label = [oracle.arc_total(scores, heads, m, label) for label in range(len(LABELS))]
        labels[m] = int(np.argmax(of_label))
    return tuple(heads), labels


@either_root_mode
def test_other_given_arcs_are_put_in_before_the_approximation(root_mode):
    n_crossing = 0
    for model, text in instances("carreras+npa", root_mode, 3):
        trees, options = possible_trees(model, text)
        if any(map(tree_oracle.is_projective, trees)):
            continue
        n_crossing += 1
        probable, scores = arc_probabilities(model, text), dense_scores(model, text)

        def rank(tree, preferred):
            return len({*arcs(tree)} & preferred), sum(probable[arc] for arc in arcs(tree))

        allowed = {arc for arc, labels in options.items() if labels}
        size = len(text.head)
        projective = trees_of_class(size - 1, True, root_mode == SINGLE)
        most = max(projective, key=lambda tree: rank(tree, allowed))
        free = {m for h, m in arcs(most) if (h, m) not in allowed}
        assert free
        within = dict(options)
        known, strings = filtered_labels(model, text), text.deprel.strings()
        for h, m in known:
            if m in free:
                given_label = strings[m] != NONE
                within[h, m] = [LABELS.index(strings[m])] if given_label else known[h, m]
        first, _ = carreras.decode(factors_of(*masked(scores, within)), root_mode == SINGLE)
        assert oracle.best_over_labels(masked(scores, within), first.tolist()) == max(
            oracle.best_over_labels(masked(scores, within), tree)
            for tree in projective
            if all(within.get(arc) for arc in arcs(tree))
        )
        start = max(trees, key=lambda tree: rank(tree, {*arcs(first.tolist())}))
        scores = masked(scores, options)
        labels = [-1, *(best_label(scores, start, m) for m in range(1, size))]
        assert unpruned(model, text, npa=False) == (start, labels)
        assert unpruned(model, text) == climbed(model, text, scores, start, labels)
    assert n_crossing > 15


def best_label(scores, heads, m):
    totals = [oracle.arc_total(scores, heads, m, label) for label in range(len(LABELS))]
    return int(np.argmax(totals))
