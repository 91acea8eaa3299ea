"""Precision and recall by class against their definitions, on random pairs of trees."""

import json
import random

import numpy as np
import pytest

from nonproj.errors import NonprojError
from nonproj.evaluation.breakdowns import (
    as_dict,
    by_depth,
    by_length,
    by_lifts,
    by_position,
    by_projectivity,
    by_role,
    by_root,
    lifted_arcs,
    malteval_arcs,
    precision_recall,
)
from nonproj.evaluation.outcomes import outcomes_of
from nonproj.evaluation.scores import Attachment, evaluate
from nonproj.trees.projectivity import nonprojective_arcs
from oracles import evaluation as oracle
from samples.constructions import bank
from samples.sentences import random_heads, treebank

pytestmark = pytest.mark.kernels


def random_sentence(rng, n):
    """A random tree whose labels are out of three."""
    return [("w", "X", head, rng.choice("abc")) for head in random_heads(rng, n)]


def disturbed(rng, words):
    """Some words keep their arc, which need not leave a tree; then the sentence is drawn anew."""
    for _ in range(20):
        other = random_sentence(rng, len(words))
        mixed = [a if rng.random() < 0.6 else b for a, b in zip(words, other, strict=True)]
        if oracle.is_tree(oracle.heads(mixed)):
            return mixed
    return other


@pytest.fixture(scope="module")
def corpus():
    rng = random.Random(1)
    gold = [random_sentence(rng, rng.randint(1, 14)) for _ in range(300)]
    system = [disturbed(rng, words) for words in gold]
    return gold, system, outcomes_of(treebank(gold), treebank(system))


def counts(pair):
    """As the oracle writes them: precision, recall, each (right, all)."""
    both = (pair.precision, pair.recall)
    return tuple((attachment.correct, attachment.total) for attachment in both)


@pytest.mark.parametrize("labelled", [False, True])
def test_by_projectivity(corpus, labelled):
    gold, system, outcomes = corpus
    table = by_projectivity(outcomes, labelled)
    arcs = {
        "proj": lambda words, i: not oracle.nonprojective(words, i),
        "nonproj": oracle.nonprojective,
    }
    sentences = {
        "all": lambda words: True,
        "projective": oracle.sentence_is_projective,
        "nonprojective": lambda words: not oracle.sentence_is_projective(words),
    }
    assert table.keys() == {f"arcs={a};sentences={s}" for a in arcs for s in sentences}
    for a, in_class in arcs.items():
        for s, inside in sentences.items():
            expected = oracle.precision_recall(gold, system, in_class, labelled, inside)
            assert counts(table[f"arcs={a};sentences={s}"]) == expected


def test_projective_sentences_have_no_gold_nonprojective_arc(corpus):
    table = by_projectivity(corpus[2])
    assert table["arcs=nonproj;sentences=projective"].recall.total == 0
    assert table["arcs=nonproj;sentences=projective"].precision.total > 0


def test_a_nonprojective_arc_may_be_found_by_a_projective_one():
    """Recall of non-projective arcs is not zero for a projective parser (KN, P0)."""
    gold = [[("a", "X", 3, "x"), ("b", "X", 4, "x"), ("c", "X", 0, "r"), ("d", "X", 3, "x")]]
    system = [[gold[0][0], ("b", "X", 4, "x"), ("c", "X", 4, "x"), ("d", "X", 0, "r")]]
    assert oracle.nonprojective(gold[0], 2)
    table = by_projectivity(outcomes_of(treebank(gold), treebank(system)))
    assert table["arcs=nonproj;sentences=all"].recall == Attachment(1, 1)
    assert table["arcs=nonproj;sentences=all"].precision.total == 1  # c -> a, over b


ROOT = -1  # in no class by length


@pytest.mark.parametrize(
    ("heads", "definition", "malteval"),
    [((2, 0, 1), 1, 0), ((3, 0, 2), 1, 1), ((3, 3, 0), 0, 0), ((0, 4, 4, 1), 0, 0)],
)
def test_arcs_that_malteval_overlooks(heads, definition, malteval):
    """The first two: as MaltEval 1.0 (2008-11-19) counts non-projective arcs of these trees."""
    words = [("w", "X", head, "a") for head in heads]
    outcomes = outcomes_of(treebank([words]), treebank([words]))
    table = by_projectivity(outcomes)
    assert table["arcs=nonproj;sentences=all"].recall.total == definition
    assert malteval_arcs(outcomes).recall.total == malteval


def test_malteval_overlooks_the_word_before_a_right_dependent_and_no_other(corpus):
    gold, system, outcomes = corpus

    def overlooked(words, i):
        heads = [0, *(word[2] for word in words)]
        head = heads[i]
        between = range(head + 1, i - 1) if head < i else range(i + 1, head)

        def dominated(node):
            while node and node != head:
                node = heads[node]
            return node == head

        return not all(map(dominated, between))

    for labelled in (False, True):
        expected = oracle.precision_recall(gold, system, overlooked, labelled)
        assert counts(malteval_arcs(outcomes, labelled)) == expected


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize(
    ("breakdown", "value", "first", "last"),
    [
        (by_length, lambda words, i: abs(words[i - 1][2] - i) if words[i - 1][2] else ROOT, 1, 5),
        (by_depth, oracle.depth, 0, 4),
    ],
)
def test_by_number(corpus, breakdown, value, first, last, labelled):
    gold, system, outcomes = corpus
    table = breakdown(outcomes, labelled, last=last)
    roots = ["bin=root"] if breakdown is by_length else []
    assert list(table) == [*(f"bin={i}" for i in range(first, last + 1)), f"bin=>{last}", *roots]
    if roots:
        assert table.pop("bin=root") == by_root(outcomes, labelled)["arcs=root"]
    for name, pair in table.items():
        if name.startswith("bin=>"):
            expected = oracle.precision_recall(
                gold, system, lambda words, i: value(words, i) > last, labelled
            )
        else:
            number = int(name.removeprefix("bin="))
            expected = oracle.precision_recall(
                gold, system, lambda words, i, number=number: value(words, i) == number, labelled
            )
        assert counts(pair) == expected


@pytest.mark.parametrize("labelled", [False, True])
def test_by_root(corpus, labelled):
    gold, system, outcomes = corpus
    table = by_root(outcomes, labelled)
    for name, wanted in (("arcs=root", True), ("arcs=non-root", False)):
        expected = oracle.precision_recall(
            gold,
            system,
            lambda words, i, wanted=wanted: (words[i - 1][2] == 0) is wanted,
            labelled,
        )
        assert counts(table[name]) == expected
    assert table["arcs=root"] == by_depth(outcomes, labelled)["bin=0"]


def test_by_position(corpus):
    gold, system, outcomes = corpus
    table = by_position(outcomes, width=5, last=10)
    assert list(table) == ["1-5", "6-10", ">10"]
    for name, positions in (("1-5", range(1, 6)), ("6-10", range(6, 11)), (">10", range(11, 99))):
        _, (correct, total) = oracle.precision_recall(
            gold, system, lambda words, i, positions=positions: i in positions, True
        )
        assert table[name] == Attachment(correct, total)


def test_positions_beyond_the_last_full_bin_are_refused(corpus):
    with pytest.raises(NonprojError, match="last position 12 is no multiple of the bins' width, 5"):
        by_position(corpus[2], last=12)


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize("breakdown", [by_length, by_depth, by_root])
def test_every_scored_word_is_in_one_class(corpus, breakdown, labelled):
    _, _, outcomes = corpus
    score = evaluate(outcomes.gold, outcomes.system)["las" if labelled else "uas"]
    pairs = list(breakdown(outcomes, labelled).values())
    total = sum(pairs[1:], pairs[0])
    assert total.precision == total.recall == score
    bins = list(by_position(outcomes, labelled).values())
    assert sum(bins[1:], bins[0]) == score


def test_unscored_words_are_in_no_class():
    gold = [[("a", "X", 0, "r"), (".", "PUNCT", 1, "p"), ("b", "X", 1, "d")]]
    outcomes = outcomes_of(treebank(gold), treebank(gold), "exclude")
    assert counts(by_root(outcomes)["arcs=non-root"]) == ((1, 1), (1, 1))
    assert by_position(outcomes)["1-5"] == Attachment(2, 2)
    assert counts(by_length(outcomes)["bin=2"]) == ((1, 1), (1, 1))


def test_lifted_arcs(corpus):
    """Precision over what the parser marked as lifted, recall over gold non-projective arcs."""
    _, _, outcomes = corpus
    marked = np.arange(len(outcomes.scored)) % 7 == 3
    pair = lifted_arcs(outcomes, marked)
    inside = marked & outcomes.gold.is_word
    assert pair.precision == Attachment(int(outcomes.head[inside].sum()), int(inside.sum()))
    assert pair.recall == by_projectivity(outcomes)["arcs=nonproj;sentences=all"].recall


def test_any_class_of_words(corpus):
    """As for conjuncts and auxiliaries (Nilsson 2009, T6.5): the class is given as a mask."""
    gold, system, outcomes = corpus
    label = [t.deprel.codes == t.deprel.index["b"] for t in (outcomes.gold, outcomes.system)]
    expected = oracle.precision_recall(gold, system, lambda words, i: words[i - 1][3] == "b", True)
    assert counts(precision_recall(outcomes, *label, labelled=True)) == expected


def test_counts_as_json(corpus):
    text = json.dumps(as_dict(by_projectivity(corpus[2]) | by_position(corpus[2])))
    read = json.loads(text)
    assert read["1-5"].keys() == {"correct", "total"}
    assert read["arcs=proj;sentences=all"].keys() == {"precision", "recall"}


def test_uas_is_recall_weighted_by_class_on_a_real_treebank(real_treebank):
    """The check that fixed the columns of KN T5; precision of P0 on projective arcs is its UAS."""
    gold = real_treebank("got", "dev")
    head = gold.head.copy()
    wrong = gold.is_word & (np.arange(len(head)) % 9 == 0)
    head[wrong] = 0
    system = gold.with_trees(head, gold.deprel)
    table = by_projectivity(outcomes_of(gold, system))
    uas = evaluate(gold, system)["uas"]
    for side in ("recall", "precision"):
        parts = [getattr(table[f"arcs={a};sentences=all"], side) for a in ("proj", "nonproj")]
        assert parts[0] + parts[1] == uas
    predicted = int(nonprojective_arcs(gold.start, system.head).sum())
    assert table["arcs=nonproj;sentences=all"].precision.total == predicted


def test_by_lifts():
    """3 -> 1 is lifted once, to 4; 6 -> 2 by way of 5 to 4. The parse has 3 -> 1 only."""
    trees = (3, 6, 4, 0, 4, 5), (3, 4, 4, 0, 4, 5)
    gold, parse = ([("w", "X", h, "a") for h in heads] for heads in trees)
    table = by_lifts(outcomes_of(treebank([gold]), treebank([parse])))
    found = {name.rpartition("lifts=")[2]: (a.correct, a.total) for name, a in table.items()}
    assert found == {"0": (0, 0), "1": (1, 1), "2": (0, 1), "3": (0, 0), ">3": (0, 0)}


def test_words_of_constructions_by_hand():
    """Of one the parse has another label, of one another head."""
    texts = (
        "A N 2 Sb_Co\nand J 4 Coord\nB N 2 Sb_Co\nrun V 0 Pred\nwill V 4 AuxV",
        "A N 2 Sb_Co\nand J 4 Coord\nB N 4 Obj\nrun V 0 Pred\nwill V 2 AuxV",
    )
    found = by_role(outcomes_of(*map(bank, texts)))
    assert {name: counts(pair) for name, pair in found.items()} == {
        "tokens=conjuncts": ((1, 1), (1, 2)),
        "tokens=auxiliaries": ((0, 0), (0, 1)),
    }
