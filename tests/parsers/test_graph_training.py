"""Features of graph-based parsers, and what training does with them."""

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank
from nonproj.decoders.carreras_factors import candidate_of, tree_score
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.features import (
    ARC_TABLE,
    N_CHILD,
    PAIR_TABLE,
    TRIPLE_TABLE,
    arc_places,
    child_places,
    most_places,
    new_sentence,
)
from nonproj.parsers.graph.label_filter import candidates, filter_tags, label_filter
from nonproj.parsers.graph.model import search_of
from nonproj.parsers.graph.pruning import MARGIN, NO_PRUNER, UNPRUNED, kept_arcs
from nonproj.parsers.graph.scores import GraphScorer, score_arcs, score_factors
from nonproj.parsers.graph.seen import keep_seen, mark_seen, none_seen
from nonproj.parsers.graph.sentences import score_sentence, sentence_of
from nonproj.parsers.graph.symbols import words_of
from nonproj.parsers.graph.templates import ARC, PAIR, TRIPLE, number_of
from nonproj.parsers.graph.training import GraphSettings
from nonproj.parsers.graph.training import train as train_graph
from nonproj.parsers.graph.updates import add_cost, add_step, loss_of, step_of, tree_places
from nonproj.parsers.interface import Training
from oracles.charts import arc_sum
from oracles.trees import all_trees, trees_of_class
from samples.factors import factors_of
from samples.treebanks import made_treebank

pytestmark = pytest.mark.kernels

ROWS = """\
1\tgrete\tgrete\tPROPN\tNE\tCase=Nom|Number=Sing\t3\tnsubj\t_\t_
2\tnicht\t_\tPART\t_\t_\t3\tadvmod\t_\t_
3\tsieht\tsehen\tVERB\tVV\tNumber=Sing\t0\troot\t_\t_
4\tden\tder\tDET\tART\tCase=Acc\t5\tdet\t_\t_
5\thund\thund\tNOUN\tNN\tCase=Acc|Number=Sing\t3\tobj\t_\t_

1\tsieht\tsehen\tVERB\tVV\tNumber=Plur\t0\troot\t_\t_
2\tgrete\tgrete\tPROPN\tNE\tCase=Nom\t1\tobj\t_\t_

"""
SHIFT = np.uint64(64 - 16)
TREEBANK = parse_treebank(ROWS.encode(), name="sample.conllu")


def words_and_tags(text):
    treebank = parse_treebank(text.encode(), name="other.conllu")
    return words_of(treebank), filter_tags(treebank, treebank.upos.values)


WORDS, TAGS = words_and_tags(ROWS)


def every_arc(n):
    """No arc is pruned."""
    return np.ones((n + 1, n + 1), np.bool_)


def codes_of_arc(words, sentence, h, m):
    """All 64 bits, so that no two features meet by chance."""
    out = np.empty(most_places(words), np.uint64)
    return out[: arc_places(words, sentence, np.uint64(0), h, m, out)]


def test_the_score_of_a_tree_is_the_sum_of_weights_at_its_places():
    """For every tree and random weights, whichever way the factors were summed; features that
    training has not met count for nothing, nor do their weights with a label."""
    n_labels, n, shift = len(TREEBANK.deprel.values), 4, SHIFT
    table = np.random.default_rng(1).normal(size=(1 << 16) + n_labels + 1).astype(np.float32)
    every_label = label_filter(TREEBANK)
    seen = np.random.default_rng(2).integers(0, 1 << 64, 1 << 10, np.uint64, endpoint=False)
    scorer = GraphScorer(table, seen, NO_PRUNER, shift, every_label, n_labels, most_places(WORDS))
    sentence = new_sentence(WORDS, TAGS, 0, n)
    arcs = candidates(every_label, TAGS[: n + 1], every_arc(n))
    factors = score_factors(sentence, scorer, arcs, score_arcs(WORDS, sentence, scorer, arcs))
    out = np.empty(100_000, np.uint64)
    nowhere = np.full((2, n + 1), -1, np.int32)
    for heads in all_trees(n)[::7]:
        heads = np.array(heads, np.int32)
        first = [factors.label[factors.into[m, heads[m]]] for m in range(1, n + 1)]
        labels = np.array([-1, *first], np.int32)
        trees = heads, labels, *nowhere
        count = tree_places(WORDS, sentence, shift, trees, True, most_places(WORDS), out)
        features = out[:count].reshape(-1, 2)
        met = [seen[place // 64] >> (place % 64) & 1 == 1 for place in features[:, 0]]
        assert 0 < sum(met) < len(met)
        assert tree_score(factors, heads, labels) == pytest.approx(
            table[features[met]].sum(dtype=np.float64), abs=1e-3
        )


def test_the_difference_of_two_trees_leaves_out_shared_features():
    """gold minus guess, factor by factor, is the difference of all their places."""
    sentence, width = new_sentence(WORDS, TAGS, 0, 5), most_places(WORDS)
    gold = TREEBANK.heads(0), TREEBANK.deprel.codes[:6]
    guess = np.array([-1, 3, 3, 0, 5, 2], np.int32), gold[1]
    nowhere = np.full((2, 6), -1, np.int32)

    def counts(tree, other):
        out = np.empty(100_000, np.uint64)
        n = tree_places(WORDS, sentence, SHIFT, (*tree, *other), True, width, out)
        return np.bincount(out[:n].astype(np.int64), minlength=1 << 17), n

    everything = counts(gold, nowhere)[0] - counts(guess, nowhere)[0]
    difference = counts(gold, guess)[0] - counts(guess, gold)[0]
    assert (everything == difference).all()
    assert difference.any()
    assert counts(gold, guess)[1] < counts(gold, nowhere)[1]
    assert counts(gold, gold)[1] == 0


def test_features_of_an_arc_tell_direction_distance_and_words_between():
    sentence = new_sentence(WORDS, TAGS, 0, 5)
    rightwards, leftwards = (set(codes_of_arc(WORDS, sentence, *arc)) for arc in [(3, 5), (5, 3)])
    assert not rightwards & leftwards
    assert len(rightwards) == len(codes_of_arc(WORDS, sentence, 3, 5))
    # Agreement: Number=Sing on both of 3 and 5; one tag between; items: 1 of 3, 2 of 5.
    assert len(rightwards) == len(ARC) + 1 + 2 * (1 + 2) + 1 * 2 + 1


def test_up_to_63_tags_between_two_words_have_different_features():
    """Of 50 tags, more than any tagset of the studies has; from 63 on they share a place."""
    rows = (f"{i}\tw\tw\tT{i}\t_\t_\t{i - 1}\td\t_\t_\n" for i in range(1, 81))
    words, tags = words_and_tags("".join([*rows, "\n"]))
    sentence = new_sentence(words, tags, 0, 80)
    between = [len(codes_of_arc(words, sentence, 1, 1 + d)) - len(ARC) for d in (1, 2, 51, 79)]
    assert between == [0, 1, 50, 62]


def test_a_feature_depends_on_its_parts_only():
    """The same template over the same values has the same code in any sentence, others differ."""
    swapped = ROWS.replace("den\tder", "das\tdas")
    codes = []
    for text in (ROWS, swapped):
        words, tags = words_and_tags(text)
        sentence = new_sentence(words, tags, 0, 5)
        codes.append(codes_of_arc(words, sentence, 3, 5)[: len(ARC)])
    with_lemma_between = [i for i, t in enumerate(ARC) if {"M-1.lemma", "H+1.lemma"} & {*t.split()}]
    changed = np.flatnonzero(codes[0] != codes[1])
    assert changed.tolist() == with_lemma_between


def test_second_order_features_tell_kind_and_side_of_a_child():
    """No two of sibling, inside, outside and no child share a place."""
    sentence = new_sentence(WORDS, TAGS, 0, 5)
    seen = set()
    for kind in range(3):
        for h, m in ((3, 5), (5, 3)):
            for child in (4, sentence.n + 1):
                out = np.empty(N_CHILD, np.uint64)
                child_places(sentence, np.uint64(0), kind, h, m, child, out)
                assert len(set(out.tolist())) == N_CHILD
                assert not seen & set(out.tolist())
                seen |= set(out.tolist())


def test_templates_are_different_and_their_tables_complete():
    for templates, table in ((ARC, ARC_TABLE), (PAIR, PAIR_TABLE), (TRIPLE, TRIPLE_TABLE)):
        assert len(set(templates)) == len(templates)
        n_parts = sum(word != "D" for t in templates for word in t.split())
        assert table.parts.shape == (n_parts, 4)
        assert (table.weight % 2 == 1).all()
        for t, template in enumerate(templates):
            n_distances = len(np.unique(table.relation[0, :, t]))
            assert n_distances == (7 if "D" in template.split() else 1)


def test_the_number_of_a_feature_is_the_one_that_stored_models_use():
    assert number_of("form", "hund") == 14207775396688245917


def test_a_missing_lemma_or_fine_tag_is_replaced_by_form_or_coarse_tag():
    lemma, form = WORDS.attributes[2, 1], WORDS.attributes[2, 0]
    assert lemma == form
    assert WORDS.attributes[2, 3] == WORDS.attributes[2, 2]
    assert WORDS.attributes[1, 1] != WORDS.attributes[1, 0]
    sizes = np.diff(WORDS.items_start)
    assert sizes.tolist() == [0, 2, 0, 1, 1, 2, 0, 1, 1, 0]
    first = WORDS.items[: sizes[1]].tolist()
    assert first == [number_of("item", "Case=Nom"), number_of("item", "Number=Sing")]
    assert WORDS.keys[0] == number_of("key", "Case")


def test_the_label_filter_has_the_labels_of_training_and_one_label_for_unseen_arcs():
    filter_ = label_filter(TREEBANK)
    into, _, labels = candidates(filter_, TAGS[:6], every_arc(5))
    after_the_verb = candidates(filter_, TAGS[6:], every_arc(2))[2][1:2]

    def allowed(h, m):
        return [TREEBANK.deprel.values[k] for k in labels[into[m, h] : into[m, h + 1]]]

    assert allowed(3, 1) == ["nsubj"]  # a name before the verb, in the first sentence
    assert [TREEBANK.deprel.values[k] for k in after_the_verb] == ["obj"]  # and after it
    assert allowed(3, 5) == ["obj"]
    assert allowed(1, 5) == ["obj"]  # unseen: the usual one of a noun
    assert allowed(0, 3) == ["root"]
    assert allowed(0, 1) == ["root"]  # unseen: the usual one below node 0
    assert allowed(3, 3) == allowed(3, 0) == []


def test_a_tag_not_seen_in_training_has_a_number_of_its_own():
    other = parse_treebank(ROWS.replace("DET", "X").encode(), name="other.conllu")
    tags = filter_tags(other, TREEBANK.upos.values)
    assert tags[4] == len(TREEBANK.upos.values) + 1
    assert tags[0] == 0
    into, _, _ = candidates(label_filter(TREEBANK), tags[:6], every_arc(5))
    assert np.diff(into[4])[[0, 1, 2, 3, 5]].tolist() == [1] * 5


SIZE = 32


@pytest.mark.parametrize("single_root", [False, True])
def test_pruning_keeps_probable_and_given_arcs_and_a_best_projective_tree(single_root):
    """And no other arc; the tree is a best one of all."""
    rng = np.random.default_rng(1)
    for n in (1, 2, 3, 4, 5) * 4:
        scores = rng.integers(-640, 640, (n + 1, n + 1)) / 64
        np.fill_diagonal(scores, -np.inf)
        heads = np.array(all_trees(n)[rng.integers(len(all_trees(n)))], np.int32)
        kept = kept_arcs(scores, 3.0, single_root, heads)
        trees = np.array(trees_of_class(n, True, single_root))
        best = trees[np.argmax(arc_sum(scores, trees))]
        for m in range(1, n + 1):
            for h in range(n + 1):
                probable = scores[h, m] >= scores[:, m].max() - 3.0
                expected = h != m and (probable or h in (best[m], heads[m]))
                assert kept[h, m] == expected, (n, h, m)


def test_pruning_does_not_change_the_scores_of_kept_factors():
    """To the last bit, for the gold tree of every sentence."""
    treebank, settings = made_treebank(120), GraphSettings(iterations=2, bits=18)
    model = train_graph(variant_named("carreras+npa"), treebank, Training(), settings=settings)
    (corpus, scorer), search = model.on(treebank), search_of(model.variant, model.root_mode)
    assert search.margin == MARGIN
    labels, n_kept, n_all = treebank.deprel.recoded(model.labels).astype(np.int32), 0, 0
    for s in range(treebank.n_sentences):
        heads, own = treebank.heads(s), labels[treebank.start[s] : treebank.start[s + 1]]
        pruned, every = (
            score_sentence(corpus, scorer, each, sentence_of(corpus, s), heads)
            for each in (search, search._replace(margin=UNPRUNED))
        )
        assert all(candidate_of(pruned, heads[m], m, own[m]) >= 0 for m in range(1, len(heads)))
        assert tree_score(pruned, heads, own) == tree_score(every, heads, own) > -np.inf
        n_kept, n_all = n_kept + len(pruned.arc), n_all + len(every.arc)
    assert 0 < n_kept < n_all / 2


def fresh():
    return np.zeros(SIZE, np.float32), np.zeros(SIZE, np.float32)


def random_lesson(rng):
    n_gold, n = rng.integers(1, 8), 12
    return rng.integers(0, SIZE, n).astype(np.uint64), n_gold, float(rng.integers(1, 5))


def test_an_update_takes_the_smallest_step_to_a_margin_of_the_loss():
    """The step is along gold minus guess, and just as long as needed (Crammer et al. 2006, 3)."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        table, scratch = fresh()
        table[:] = rng.normal(size=SIZE)
        before = table.copy()
        places, n_gold, loss = random_lesson(rng)
        gold = np.bincount(places[:n_gold].astype(int), minlength=SIZE)
        guess = np.bincount(places[n_gold:].astype(int), minlength=SIZE)
        direction = (gold - guess).astype(float)
        add_step(table, places, n_gold, step_of(table, scratch, places, n_gold, loss))
        expected = max(0.0, loss - direction @ before) / (direction @ direction)
        assert table - before == pytest.approx(expected * direction, abs=1e-5)
        assert direction @ table >= loss - 1e-4
        assert not scratch.any()


def test_an_update_leaves_weights_if_the_margin_suffices_or_trees_are_equal():
    for weights, places in ((9.0, [1, 2]), (0.0, [3, 3])):
        table, scratch = fresh()
        table[1] = weights
        assert step_of(table, scratch, np.array(places, np.uint64), 1, 2.0) == 0.0
        assert not scratch.any()


def test_the_costs_of_arcs_add_up_to_the_loss_of_their_tree():
    rng = np.random.default_rng(3)
    arc = np.zeros((4, 4, 2))
    factors = factors_of(arc, *np.zeros((2, 4, 4, 2, 4)))
    gold, labels = np.array([-1, 2, 0, 2], np.int32), np.array([-1, 0, 1, 1], np.int32)
    add_cost(factors, gold, labels)
    for _ in range(30):
        guess = np.array([-1, *(rng.choice([h for h in range(4) if h != m]) for m in (1, 2, 3))])
        guess_labels = np.array([-1, *rng.integers(0, 2, 3)])
        chosen = [factors.into[m, guess[m]] + guess_labels[m] for m in (1, 2, 3)]
        loss = loss_of(gold, labels, guess, guess_labels)
        assert factors.arc[chosen].sum() == loss
    assert loss_of(gold, labels, gold, labels) == 0.0
    assert loss_of(gold, labels, gold, 1 - labels) == 1.5


def test_keep_seen_keeps_marked_features_in_order():
    bits, rng = 7, np.random.default_rng(1)
    table = np.zeros(1 << bits, np.float32)  # looked at by the processor only
    seen, known = none_seen(bits), set()
    for _ in range(4):
        update = rng.integers(0, 1 << bits, 20).astype(np.uint64)
        mark_seen(seen, update)
        known.update(update[::2].tolist())  # the others are weights of labels
        places = rng.integers(0, 1 << bits, 200).astype(np.uint64)
        expected = [place for place in places.tolist() if place in known]
        count = keep_seen(seen, table, places)
        assert places[:count].tolist() == expected
    assert 0 < len(known) < 1 << bits
