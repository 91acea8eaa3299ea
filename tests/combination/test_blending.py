"""Blending against enumeration of all trees of the proposed arcs."""

import random
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from nonproj.combination.blending import blend
from nonproj.combination.weights import Weights
from nonproj.data.conll import parse_treebank, render
from nonproj.data.treebank import Column
from nonproj.errors import NonprojError
from nonproj.parsers.voting.weights import FULL_VOTE
from oracles import evaluation as oracle
from oracles.trees import is_tree
from samples.sentences import random_heads, treebank

pytestmark = pytest.mark.kernels

TAGS = ("NOUN", "VERB", "ADP")


def random_arcs(rng, n, labels):
    return [(head, rng.choice(labels)) for head in random_heads(rng, n)]


def texts(rng, n_sentences, longest):
    """Sentences of (form, tag)."""
    return [
        [(f"w{rng.randint(0, 9)}", rng.choice(TAGS)) for _ in range(rng.randint(1, longest))]
        for _ in range(n_sentences)
    ]


def parsed(rng, text, labels="abc"):
    """A random parse of the text."""
    drawn = [random_arcs(rng, len(words), labels) for words in text]
    return [
        [(*word, *arc) for word, arc in zip(words, own, strict=True)]
        for words, own in zip(text, drawn, strict=True)
    ]


def arcs(sentences):
    return [[word[2:] for word in words] for words in sentences]


def blended_arcs(blended):
    labels, heads = blended.deprel.strings(), blended.head.tolist()
    bounds = zip(blended.start[:-1].tolist(), blended.start[1:].tolist(), strict=True)
    return [list(zip(heads[a + 1 : b], labels[a + 1 : b], strict=True)) for a, b in bounds]


def expected_blend(parses, weight_of, **options):
    """weight_of(parser, word) for every word (form, tag, head, label)."""
    result = []
    for words_of_parsers in zip(*parses, strict=True):
        weights = [[weight_of(i, word) for word in ws] for i, ws in enumerate(words_of_parsers)]
        result.append(oracle.blend(arcs(words_of_parsers), weights, **options))
    return result


ACCUMULATE = [{"accumulate": False}, {"accumulate": True}]


@pytest.mark.parametrize("options", ACCUMULATE)
@pytest.mark.parametrize("n_parsers", [1, 2, 3, 6])
def test_equal_votes_give_the_best_tree_in_the_stated_order(n_parsers, options):
    """Ties abound: heads and labels are those of the stated order."""
    rng = random.Random(n_parsers)
    text = texts(rng, 60, 5)
    parses = [parsed(rng, text) for _ in range(n_parsers)]
    treebanks = [treebank(parse) for parse in parses]
    blended = blend(treebanks, **options)
    assert blended_arcs(blended) == expected_blend(parses, lambda i, word: 1, **options)
    assert [arcs(parse) for parse in parses] == [*map(blended_arcs, treebanks)], "left as they were"


def grid(correct, total):
    """A share as votes hold it, rounded, halves upwards."""
    return (Fraction(correct, total) * FULL_VOTE + Fraction(1, 2)).__floor__()


def multiple(correct, total):
    """The same where all parsers share the total."""
    return correct * (FULL_VOTE // total)


def heldout_weights(gold, heldout, kind, hold):
    """(weight by kind of word, weight otherwise) of one parser."""
    seen, right, all_right, n = {}, {}, 0, 0
    for gold_words, words in zip(gold, heldout, strict=True):
        for gold_word, word in zip(gold_words, words, strict=True):
            correct = gold_word[2:] == word[2:]
            seen[kind(word)] = seen.get(kind(word), 0) + 1
            right[kind(word)] = right.get(kind(word), 0) + correct
            all_right, n = all_right + correct, n + 1
    return {k: hold(right[k], seen[k]) for k in seen}, multiple(all_right, n)


KINDS = {"acc": lambda word: None, "typeacc": lambda word: word[3], "posacc": lambda word: word[1]}


@pytest.mark.parametrize("options", ACCUMULATE)
@pytest.mark.parametrize("weights", KINDS)
def test_votes_weighted_by_heldout_accuracy_give_the_best_tree(weights, options):
    """Held-out data lack a tag and a label, whose words have the overall weight."""
    rng = random.Random(5)
    text, other = texts(rng, 40, 5), texts(rng, 30, 8)
    other = [[(form, tag.replace("ADP", "VERB")) for form, tag in words] for words in other]
    parses = [parsed(rng, text) for _ in range(4)]
    gold = parsed(rng, other, "ab")
    heldout = [
        [[a if rng.random() < share else (*a[:2], 0, "a") for a in words] for words in gold]
        for share in (0.9, 0.7, 0.6, 0.4)
    ]
    hold = grid if weights == "typeacc" else multiple
    tables = [heldout_weights(gold, parse, KINDS[weights], hold) for parse in heldout]
    blended = blend(
        [treebank(parse) for parse in parses],
        weights,
        treebank(gold),
        [treebank(parse) for parse in heldout],
        **options,
    )
    expected = expected_blend(
        parses, lambda i, word: tables[i][0].get(KINDS[weights](word), tables[i][1]), **options
    )
    assert blended_arcs(blended) == expected


@pytest.mark.parametrize("weights", ["acc", "posacc"])
def test_a_tie_of_shares_goes_to_the_earlier_parser_whatever_their_rounding(weights):
    """3/23 + 1/23 = 4/23: as many votes for y as for z, which 2 ** -30 is too coarse to say."""
    gold = treebank([[("w", "X", 0, "a")] * 23])
    heldout = [
        treebank([[("w", "X", 0, "a" if i < right else "b") for i in range(23)]])
        for right in (3, 1, 4)
    ]
    parses = [treebank([[("v", "X", 0, label)]]) for label in "yyz"]
    assert blended_arcs(blend(parses, weights, gold, heldout)) == [[(0, "y")]]
    last_first = blend(parses[::-1], weights, gold, heldout[::-1])
    assert blended_arcs(last_first) == [[(0, "z")]]


COMMENTED = b"""# sent_id = 1
1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_
1\tde\tde\tADP\tP\t_\t3\tcase\t_\tA=b
2\tle\tle\tDET\tD\tG=m\t3\tdet\t3:det\t_
3\tchat noir\tchat\tNOUN\tN\t_\t0\troot\t_\t_
3.1\tx\tx\tX\tX\t_\t_\t_\t0:x\t_

1\tOui\toui\tINTJ\tI\t_\t0\troot\t_\t_
2\tnon\tnon\tINTJ\tI\t_\t0\troot\t_\t_

"""


@pytest.mark.parametrize("root", ["auto", "multiple"])
@pytest.mark.parametrize("copies", [1, 2, 5])
def test_a_blend_of_copies_of_a_parse_has_the_bytes_of_the_parse(copies, root):
    """Comments, ranges and empty nodes included; so is a sentence with two roots."""
    parse = parse_treebank(COMMENTED, name="x.conllu")
    for weights in (w for w in Weights if w is not Weights.CONFIDENCE):
        heldout = [parse] * copies
        blended = blend([parse] * copies, weights, parse, heldout, root=root)
        assert render(blended) == COMMENTED


def test_arcs_without_a_tree_are_refused_unless_all_parses_are_copies():
    fine = [("a", "X", 0, "r"), ("b", "X", 1, "d")]
    parse = treebank([fine, fine], name="p.conll")
    heads = np.array([-1, 0, 1, -1, 2, 1])
    cyclic = [
        parse.with_trees(heads, Column.of([None, "r", "d", None, label, "d"])) for label in "xy"
    ]
    with pytest.raises(NonprojError, match=r"p\.conll: sentence 2: .* no tree"):
        blend(cyclic)
    for copies in (1, 3):
        found = blended_arcs(blend(cyclic[:1] * copies))
        assert found == [[(0, "r"), (1, "d")], [(2, "x"), (1, "d")]]


def all_trees(n, n_roots=None):
    """Every tree over n words, with as many roots as asked for."""
    trees = (t for t in product(range(n + 1), repeat=n) if is_tree((-1, *t)))
    return [t for t in trees if n_roots is None or t.count(0) == n_roots]


@pytest.mark.parametrize("accumulate", [False, True])
@pytest.mark.parametrize(("n", "n_parsers"), [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2)])
def test_every_set_of_single_rooted_parses_gives_the_best_single_rooted_tree(
    n, n_parsers, accumulate
):
    """All sets of single-rooted trees; the oracle searches all trees of the proposed arcs."""
    parses = list(product(all_trees(n, 1), repeat=n_parsers))
    labelled = [
        [[("w", "X", head, "ab"[(head + i) % 2]) for head in tree] for tree in trees]
        for i, trees in enumerate(zip(*parses, strict=True))
    ]
    blended = blend([treebank(parse) for parse in labelled], accumulate=accumulate, root="single")
    auto = blend([treebank(parse) for parse in labelled], accumulate=accumulate, root="auto")
    options = {"accumulate": accumulate, "single_root": True}
    assert blended_arcs(blended) == expected_blend(labelled, lambda i, word: 1, **options)
    assert blended_arcs(auto) == blended_arcs(blended)


@pytest.mark.parametrize("n", [5, 6])
def test_weighted_votes_give_the_best_single_rooted_tree(n):
    rng = random.Random(n)
    trees = all_trees(n, 1)
    parses = [
        [[("w", "X", head, "r" if head == 0 else "d") for head in rng.choice(trees)]
         for _ in range(150)]
        for _ in range(4)
    ]  # fmt: skip
    weights = heldout_accuracies(rng, 4)
    blended = blend([treebank(p) for p in parses], "acc", *weights.files, root="single")
    expected = expected_blend(parses, lambda i, word: weights.of[i], single_root=True)
    assert blended_arcs(blended) == expected
    assert all(sum(head == 0 for head, _ in words) == 1 for words in blended_arcs(blended))


def heldout_accuracies(rng, n_parsers):
    """Held-out files, and the weights of parsers by their accuracy on these."""
    gold = [[(f"v{i}", "X", 0, "r") for i in range(40)]]
    parses = [[[(f, t, h, rng.choice("rs")) for f, t, h, _ in gold[0]]] for _ in range(n_parsers)]
    right = [sum(word[3] == "r" for word in parse[0]) for parse in parses]
    files = treebank(gold), [treebank(parse) for parse in parses]
    return SimpleNamespace(files=files, of=[grid(r, 40) for r in right])


def test_parses_in_different_formats_are_blended_in_the_format_of_the_first():
    parse = parse_treebank(COMMENTED, name="x.conllu")
    rows = [
        [("de", "X", 3, "case"), ("le", "X", 1, "det"), ("chat noir", "X", 0, "root")],
        [("Oui", "X", 0, "root"), ("non", "X", 1, "list")],
    ]
    other = treebank(rows)
    assert render(blend([parse, other])) == COMMENTED
    assert render(blend([other, parse, parse])).decode() == oracle.conll(
        [
            [("de", "X", 3, "case"), ("le", "X", 3, "det"), ("chat noir", "X", 0, "root")],
            [("Oui", "X", 0, "root"), ("non", "X", 0, "root")],
        ]
    )


def test_parses_that_do_not_belong_together_are_refused():
    one = treebank([[("a", "X", 0, "r")]], "one.conll")
    other = treebank([[("b", "X", 0, "r")]], "other.conll")
    with pytest.raises(NonprojError, match="no parse given"):
        blend([])
    with pytest.raises(NonprojError, match=r"one\.conll and other\.conll .* 'a' and 'b'"):
        blend([one, other])
    with pytest.raises(NonprojError, match="each of the 2 parsers, got 1"):
        blend([one, one], "acc", one, [one])
    with pytest.raises(NonprojError, match="weights 'las'; expected one of eq, acc"):
        blend([one], "las")
    with pytest.raises(NonprojError, match="'a' and 'b'"):
        blend([one], "acc", one, [other])
