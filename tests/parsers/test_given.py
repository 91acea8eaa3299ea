"""Parsing around given heads and labels, against enumeration of all trees that have them."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonproj
from nonproj.combination.bundles import bundle
from nonproj.combination.given import BundleWithGiven
from nonproj.combination.schemes import Weights
from nonproj.combination.weights import equal_weights
from nonproj.data.conll import parse_treebank, render
from nonproj.data.treebank import MISSING_HEAD, Column
from nonproj.decoders import carreras
from nonproj.errors import NonprojError
from nonproj.parsers.calibrated import calibrated
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.given import ParserWithGiven, parser_with_given
from nonproj.parsers.graph import given as graph
from nonproj.parsers.graph.model import search_of
from nonproj.parsers.graph.pruning import UNPRUNED
from nonproj.parsers.interface import ParserModel, Training
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
from samples.treebanks import made_treebank, n_roots, positions, same_trees, without

EXAMPLES = {1: 4, 2: 20, 3: 40, 4: 60, 5: 16, 6: 2}
either_root_mode = pytest.mark.parametrize("root_mode", [SINGLE, MULTIPLE])


def instances(name, root_mode, seed):
    """Models, and texts of one sentence with a part of a tree that its root mode allows."""
    rng = np.random.default_rng(seed)
    for n, count in EXAMPLES.items():
        trees = trees_of_class(n, False, root_mode == SINGLE)
        for i in range(count):
            scale = (1, 1 / 32)[i % 2]  # small scores, so that labels change by less than a move
            model = random_model(name, root_mode, int(rng.integers(10**9)), scale)
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
def test_mst_finds_the_best_tree_with_the_given_heads_and_labels(root_mode):
    for model, text in instances("mst", root_mode, 1):
        trees, options = possible_trees(model, text)
        scores = masked(dense_scores(model, text), options)
        heads, labels = unpruned(model, text)
        assert heads in trees
        best = max(oracle.best_over_labels(scores, tree) for tree in trees)
        assert oracle.tree_total(scores, heads, labels) == best


@either_root_mode
def test_second_order_search_is_exact_for_given_arcs_of_a_projective_tree(root_mode):
    """Also, the approximation makes the moves that it would make if there were no other arcs."""
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
def test_given_arcs_of_no_projective_tree_enter_before_the_approximation(root_mode):
    n_crossing = 0
    for model, text in instances("carreras+npa", root_mode, 3):
        trees, options = possible_trees(model, text)
        if any(map(tree_oracle.is_projective, trees)):
            continue
        n_crossing += 1
        rank, scores = partial(ranked, arc_probabilities(model, text)), dense_scores(model, text)
        allowed = {arc for arc, labels in options.items() if labels}
        size = len(text.head)
        projective = trees_of_class(size - 1, True, root_mode == SINGLE)
        most = max(projective, key=partial(rank, allowed))
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
        start = max(trees, key=partial(rank, {*arcs(first.tolist())}))
        scores = masked(scores, options)
        labels = [-1, *(best_label(scores, start, m) for m in range(1, size))]
        assert unpruned(model, text, npa=False) == (start, labels)
        assert unpruned(model, text) == climbed(model, text, scores, start, labels)
    assert n_crossing > 15


def ranked(probable, preferred, heads):
    return len({*arcs(heads)} & preferred), sum(probable[arc] for arc in arcs(heads))


def best_label(scores, heads, m):
    totals = [oracle.arc_total(scores, heads, m, label) for label in range(len(LABELS))]
    return int(np.argmax(totals))


@cache
def texts():
    """Trees with one root each: the others depend on the first."""
    made = made_treebank(50)
    head = made.head.copy()
    for s, first in enumerate(made.start[:-1].tolist()):
        roots = np.flatnonzero(made.heads(s) == 0)
        head[first + roots[1:]] = roots[0]
    data = render(made.with_trees(head, made.deprel))
    treebank = parse_treebank(data, "made.conllu")
    return treebank.select(range(35)), treebank.select(range(35, 50))


@cache
def trained(name, tags="given", root="auto"):
    if name.startswith("biaffine"):
        from nonproj.parsers.neural import training
        from nonproj.parsers.neural.settings import NeuralSettings

        small = NeuralSettings(
            word=8, least=2, character=4, character_hidden=4, hidden=8, arc=8, label=4, tagger=4,
            epochs=4, networks=2,
        )  # fmt: skip
        how = Training(root=root)
        return training.train(variant_named(name), texts()[0], how, settings=small)
    return train(variant_named(name), texts()[0], Training(tags=tags, root=root))


def bundled(*names, weights=Weights.EQ, tags="given"):
    return bundle([trained(name, tags) for name in names], weights)


def some_of(treebank, share, seed=1, labels_too=True):
    """The treebank with a random share of its heads, and with these labels or with others."""
    rng = np.random.default_rng(seed)
    kept = treebank.is_word & (rng.random(len(treebank.head)) < share)
    labelled = kept if labels_too else treebank.is_word & (rng.random(len(kept)) < share)
    heads = np.where(kept | ~treebank.is_word, treebank.head, MISSING_HEAD)
    strings = zip(treebank.deprel.strings(), labelled.tolist(), strict=True)
    return treebank.with_trees(heads, Column.of(s if s is None or k else NONE for s, k in strings))


def assert_kept(text, parsed):
    """The parse has trees with the heads and labels of the text."""
    given_heads = text.head >= 0
    assert (parsed.head == text.head)[given_heads].all()
    assert NONE not in parsed.deprel.values
    pairs = zip(text.deprel.strings(), parsed.deprel.strings(), strict=True)
    assert all(before in (NONE, after) for before, after in pairs)
    for s in range(text.n_sentences):
        assert tree_oracle.is_tree(tuple(parsed.heads(s).tolist()))


MODELS = {
    "mst": lambda: trained("mst"),
    "carreras+npa": lambda: trained("carreras+npa"),
    "biaffine": lambda: trained("biaffine"),
    "with a tagger": lambda: trained("carreras+npa", "predicted"),
    "bundle": lambda: bundled("mst", "carreras+npa"),
    "bundle with others": lambda: bundled("arc-standard+head", "mst", "eisner"),
}


@pytest.mark.parametrize("name", MODELS)
def test_parsers_keep_given_heads_and_labels_and_change_nothing_else(name):
    """On any number of threads; a sentence without given words is parsed as ever."""
    model, gold = MODELS[name](), texts()[1]
    for labels_too in (True, False):
        text = some_of(gold, 0.4, labels_too=labels_too)
        parsed = nonproj.parse(model, text, given=True)
        assert_kept(text, parsed)
        assert (n_roots(parsed) == 1).all()
        assert same_trees(nonproj.parse(model, text, threads=2, given=True), parsed)
    plain = nonproj.parse(model, gold)
    assert render(nonproj.parse(model, gold, given=True)) == render(gold)
    assert render(nonproj.parse(model, some_of(gold, 0.0), given=True)) == render(plain)
    half = np.arange(gold.n_sentences) % 2 == 1
    mixed = np.repeat(half, np.diff(gold.start)) & gold.is_word
    heads = np.where(mixed, MISSING_HEAD, gold.head)
    labels = zip(gold.deprel.strings(), mixed.tolist(), strict=True)
    text = gold.with_trees(heads, Column.of(NONE if open_ else s for s, open_ in labels))
    parsed = nonproj.parse(model, text, given=True)
    for s in range(gold.n_sentences):
        assert same_trees(parsed[s], plain[s] if half[s] else gold[s])


@pytest.mark.parametrize("name", ["mst", "carreras+npa"])
@given(tree=tree_oracle.trees(7, 16), seed=st.integers(0, 10**6), share=st.sampled_from([0.2, 0.6]))
@settings(max_examples=60)
def test_longer_sentences_get_trees_with_any_given_arcs(name, tree, seed, share):
    """With pruning; for spanning trees, no other head of a single word is better."""
    rng = np.random.default_rng(seed)
    model = replace(random_model(name, MULTIPLE, seed % 7), root_mode=MULTIPLE)
    text = with_some(random_text(rng, [len(tree) - 1]), tree, rng, share)
    parsed = nonproj.parse(model, text, given=True)
    assert_kept(text, parsed)
    if tree.count(0) == 1:
        single = nonproj.parse(replace(model, root_mode=SINGLE), text, given=True)
        assert_kept(text, single)
        assert n_roots(single).tolist() == [1]
    if name == "mst":
        arc = dense_scores(model, text)[0]
        options, heads = choices(model, text, True), parsed.head.tolist()
        best = {place: arc[place][labels].max() for place, labels in options.items() if labels}
        if any((h, m) not in best for h, m in arcs(heads)):
            return  # a label has no head under which it was seen
        for m in np.flatnonzero(text.head == MISSING_HEAD).tolist():
            for h in {*range(len(heads))} - {m}:
                other = (*heads[:m], h, *heads[m + 1 :])
                if (h, m) in best and tree_oracle.is_tree(other):
                    assert best[h, m] <= best[heads[m], m]


@either_root_mode
def test_biaffine_finds_the_best_tree_with_the_given_heads_and_labels(root_mode):
    """Sentences with and without given words are in one shard."""
    rng, lengths = np.random.default_rng(4), [1, 2, 3, 4, 4, 5, 5, 5]
    model = replace(trained("biaffine"), root_mode=root_mode)
    labels = model.network.labels
    text = random_text(rng, lengths)
    heads, strings = text.head.copy(), text.deprel.strings()
    for s, n in enumerate(lengths):
        trees = trees_of_class(n, False, root_mode == SINGLE)
        tree = trees[rng.integers(len(trees))]
        for m in range(1, n + 1):
            slot = text.start[s] + m
            heads[slot] = tree[m] if rng.random() < 0.4 else MISSING_HEAD
            strings[slot] = str(rng.choice(labels)) if rng.random() < 0.4 else NONE
    text = text.with_trees(heads, Column.of(strings))
    parsed = nonproj.parse(model, text, given=True)
    assert_kept(text, parsed)
    for s, (arc, label) in enumerate(log_probabilities(model, text)):
        sentence = text[s]
        wanted = [labels.index(x) if x in labels else -1 for x in sentence.deprel.strings()]

        def value(heads, wanted=wanted, arc=arc, label=label):
            return sum(
                arc[m, h] + (label[m, h, wanted[m]] if wanted[m] >= 0 else label[m, h].max())
                for h, m in arcs(heads)
            )

        trees = [
            tree
            for tree in trees_of_class(lengths[s], False, root_mode == SINGLE)
            if all(sentence.head[m] in (MISSING_HEAD, h) for h, m in arcs(tree))
        ]
        found = tuple(parsed.heads(s).tolist())
        assert found in trees
        assert value(found) == pytest.approx(max(map(value, trees)), abs=1e-4)
        of_label = parsed[s].deprel.strings()
        for h, m in arcs(found):
            if wanted[m] < 0:
                assert of_label[m] == labels[label[m, h].argmax()]


def log_probabilities(model, text):
    """For each sentence, log-probabilities [dependent, head] of heads, and of labels."""
    from nonproj.parsers.neural.encoder import encode
    from nonproj.parsers.neural.packing import pack

    network = model.network
    words = network.spelled(network.vocabulary.text(text))
    found = {}
    for packed in pack(words, range(len(text)), network.settings, model.character_rows):
        inputs, tables = network.inputs(packed.shard, words), []
        for weights in model.weights:
            vectors, _ = encode(weights["encoder"], inputs, network.settings)
            tables.append(network.scorer.tables(weights["parser"], vectors, inputs))
        arc, label = (np.mean([np.asarray(t[i]) for t in tables], 0) for i in (0, 1))
        for sentence, row, at in packed.members:
            places = slice(at, at + text.sentence_length[sentence] + 1)
            found[sentence] = arc[row, places, places], label[row, places, places]
    return [found[s] for s in range(len(text))]


@dataclass(frozen=True, repr=False)
class Fixed(ParserModel):
    """A parser that finds one tree."""

    tree: tuple
    variant = variant_named("mst")

    def predict(self, treebank, threads=1, fill=()):
        labels = Column.of([None, *"x" * treebank.n_words])
        return treebank.with_trees(np.array(self.tree), labels), {}

    def certainty(self, parsed, threads=1):
        raise NotImplementedError

    stored = property(certainty)


def test_a_bundle_finds_the_tree_with_the_given_heads_that_has_most_votes():
    """Also if other parsers have another root than the one that is given."""
    rng, n_moved = np.random.default_rng(6), 0
    for n in (1, *[4] * 150):
        trees = trees_of_class(n, False, True)
        found = [trees[i] for i in rng.integers(len(trees), size=4)]
        *others, kept = found
        text = random_text(rng, [n])
        some = text.with_trees(with_some(text, kept, rng).head, text.deprel)
        parser = ParserWithGiven(Fixed(kept), Fixed(kept), (), ())
        members = (*map(Fixed, others), parser)
        model = BundleWithGiven(members, Weights.EQ, tuple(equal_weights(4)), False)
        heads = tuple(model.predict(some)[0].head.tolist())
        own = some.head.tolist()
        changed = [
            (-1, *(o if o >= 0 else h for h, o in zip(t[1:], own[1:], strict=True))) for t in found
        ]
        votes = Counter((h, m) for tree in changed for h, m in arcs(tree))
        possible = [tree for tree in trees if all(arc in votes for arc in arcs(tree))]
        assert heads in possible
        assert sum(votes[a] for a in arcs(heads)) == max(
            sum(votes[a] for a in arcs(tree)) for tree in possible
        )
        n_moved += any(tree.count(0) != 1 for tree in changed)
    assert n_moved > 40


def test_a_given_label_that_the_model_does_not_know_is_kept():
    gold = texts()[1]
    text = some_of(gold, 0.3)
    strings = zip(positions(text).tolist(), text.deprel.strings(), strict=True)
    text = text.with_trees(text.head, Column.of("new" if p == 1 else s for p, s in strings))
    for name in ("mst", "carreras+npa"):
        assert_kept(text, nonproj.parse(trained(name), text, given=True))


@pytest.mark.parametrize(
    "name", ["arc-standard+head", "eisner", "carreras", "carreras+head", "mst+tau-c"]
)
def test_a_parser_that_cannot_keep_given_heads_refuses_with_those_that_can(name):
    able = "mst, carreras\\+npa and biaffine can, and bundles that contain one of them"
    model = trained(name)
    for each in (model, bundle([model])):
        message = f"{re.escape(each.variant.name)} cannot keep given heads; {able}$"
        with pytest.raises(NonprojError, match=message):
            nonproj.parse(each, texts()[1], given=True)


def test_two_given_roots_are_refused_if_the_model_allows_one():
    text = texts()[1]
    head = text.head.copy()
    head[[1, 2]] = 0
    text = text.with_trees(head, text.deprel)
    message = "^made.conllu:2: HEAD: 0; word 1 is given as a root, too, and the model allows one"
    for model in (trained("mst"), bundled("arc-standard+head", "mst")):
        with pytest.raises(NonprojError, match=message):
            nonproj.parse(model, text, given=True)
    parsed = nonproj.parse(trained("mst", root="multiple"), text, given=True)
    assert (parsed.head[[1, 2]] == 0).all()
    head[[1, 2]] = 2, 1
    with pytest.raises(NonprojError, match=r"^made.conllu:1: HEAD: cycle 1 → 2 → 1$"):
        nonproj.parse(trained("mst"), text.with_trees(head, text.deprel), given=True)


@pytest.mark.parametrize("others", [(), ("arc-standard+head",)])
def test_given_arcs_have_the_confidence_one(others):
    heldout, gold = texts()
    members = [calibrated(trained(name), heldout) for name in (*others, "mst", "carreras+npa")]
    model = calibrated(bundle(members, Weights.CONFIDENCE), heldout)
    text = some_of(gold, 0.4)
    for each in (members[-1], model):
        parse = parser_with_given(each, text).parse(text, confidence=True)
        assert (parse.confidence[text.head >= 0] == 1).all()
        assert (parse.confidence[text.head == MISSING_HEAD] < 1).mean() > 0.5
        assert_kept(text, parse.treebank)
        shown = nonproj.parse(each, text, given=True, confidence=True)
        assert b"HeadConf=1.00" in render(shown)


def test_parsing_with_given_heads_keeps_the_tags_that_a_word_has():
    """In FEATS, `_` beside a tag says that the word has no features."""
    model, gold = trained("mst", "predicted"), texts()[1]
    blank = positions(gold) % 2 == 1
    some = {c: masked_column(gold, c, blank) for c in ("upos", "xpos", "feats", "lemma")}
    text = replace(some_of(gold, 0.3), **some)
    parsed = nonproj.parse(model, text, given=True)
    predicted = nonproj.tag(model, text)
    for column in some:
        before, after, tags = (getattr(t, column).strings() for t in (text, parsed, predicted))
        for slot, missing in enumerate(blank.tolist()):
            assert after[slot] == (tags if missing and column in model.predicts else before)[slot]
    kept = nonproj.parse(model, text, tags="keep", given=True)
    assert kept.upos.strings() == text.upos.strings()
    replaced = nonproj.parse(model, text, tags="predict", given=True)
    assert replaced.upos.strings() == predicted.upos.strings()
    assert_kept(text, replaced)
    bare = without(text, "upos", "xpos", "feats", "lemma")
    alike = nonproj.parse(model, bare, given=True)
    assert alike.upos.strings() == nonproj.tag(model, bare).upos.strings()


def masked_column(treebank, name, blank):
    strings = zip(getattr(treebank, name).strings(), blank.tolist(), strict=True)
    return Column.of(NONE if gone and s is not None else s for s, gone in strings)
