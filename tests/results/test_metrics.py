"""Metrics over the frame of words against their definitions, counted over lists of words."""

import random
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.results.formulas import error_reduction
from nonproj.results.metrics import METRICS, count, require_metric
from nonproj.results.scores import by_projectivity, evaluate
from nonproj.results.settings import SETTINGS, Question, UnansweredError, require_setting
from nonproj.results.words import Fold, parsed
from oracles import evaluation as oracle
from samples.constructions import bank
from samples.sentences import random_heads, treebank

pytestmark = pytest.mark.kernels

EXAMPLE = "+++--++-++"  # Nilsson (2009), 4.2.1


def ask(gold, system, *items, **others):
    """Ask about a parse, given as sentences of words; `others` are further parses."""
    others = {name: words(gold, parse) for name, parse in others.items()}
    return Question(words(gold, system), items, others)


def words(gold, system):
    return parsed([Fold(treebank(gold), treebank(system))])


def random_sentence(rng, n):
    """A random tree with three labels, in which one word in six is punctuation."""
    heads = random_heads(rng, n)
    return [(rng.choice("wwwww,"), "X", head, rng.choice("abc")) for head in heads]


def disturbed(rng, gold):
    """Some words keep their arc, which need not leave a tree; then the sentence is drawn anew."""
    for _ in range(20):
        other = random_sentence(rng, len(gold))
        mixed = [
            (g[0], *(g if rng.random() < 0.6 else o)[1:]) for g, o in zip(gold, other, strict=True)
        ]
        if oracle.is_tree(oracle.heads(mixed)):
            return mixed
    return [(g[0], *o[1:]) for g, o in zip(gold, other, strict=True)]


def random_corpus(seed, sentences=200, longest=20):
    rng = random.Random(seed)
    gold = [random_sentence(rng, rng.randint(1, longest)) for _ in range(sentences)]
    return gold, [disturbed(rng, sentence) for sentence in gold]


@pytest.fixture(scope="module")
def corpus():
    return random_corpus(1)


def arc_length(words, i):
    """0 for arcs of node 0, which are a class of their own."""
    return abs(words[i - 1][2] - i) if words[i - 1][2] else 0


def crossing_for_malteval(words, i):
    """MaltEval skips the word before a dependent that follows its head."""
    heads = [0, *(word[2] for word in words)]
    head = heads[i]

    def dominated(node):
        while node and node != head:
            node = heads[node]
        return node == head

    between = range(head + 1, i - 1) if head < i else range(i + 1, head)
    return not all(map(dominated, between))


CLASSES = {
    "arcs=all": lambda w, i: True,
    "arcs=proj": lambda w, i: not oracle.nonprojective(w, i),
    "arcs=nonproj": oracle.nonprojective,
    "arcs=nonproj-malteval": crossing_for_malteval,
    "arcs=root": lambda w, i: w[i - 1][2] == 0,
    "arcs=non-root": lambda w, i: w[i - 1][2] != 0,
    "length=root": lambda w, i: w[i - 1][2] == 0,
    "length=1": lambda w, i: arc_length(w, i) == 1,
    "length=3-6": lambda w, i: 3 <= arc_length(w, i) <= 6,
    "length=>6": lambda w, i: arc_length(w, i) > 6,
    "depth=0": lambda w, i: oracle.depth(w, i) == 0,
    "depth=0-2": lambda w, i: oracle.depth(w, i) <= 2,
    "depth=>4": lambda w, i: oracle.depth(w, i) > 4,
    "position=6-10": lambda w, i: 6 <= i <= 10,
    "position=>10": lambda w, i: i > 10,
}
SENTENCES = {
    "": lambda words: True,
    "sentences=all": lambda words: True,
    "sentences=projective": oracle.sentence_is_projective,
    "sentences=nonprojective": lambda words: not oracle.sentence_is_projective(words),
}


@pytest.mark.parametrize("kind", ["labelled", "unlabelled"])
@pytest.mark.parametrize("item", CLASSES)
def test_precision_and_recall_of_a_class_of_arcs_equal_their_definition(corpus, item, kind):
    gold, system = corpus
    for sentences, inside in SENTENCES.items():
        items = [item, kind, *filter(None, [sentences])]
        question = ask(gold, system, *items)
        expected = oracle.precision_recall(gold, system, CLASSES[item], kind == "labelled", inside)
        assert (count("precision", question), count("recall", question)) == expected


@pytest.mark.parametrize(
    ("heads", "definition", "malteval"),
    [((2, 0, 1), 1, 0), ((3, 0, 2), 1, 1), ((3, 3, 0), 0, 0), ((0, 4, 4, 1), 0, 0)],
)
def test_the_setting_of_malteval_overlooks_the_arcs_that_malteval_does(heads, definition, malteval):
    """The first two: as MaltEval 1.0 (2008-11-19) counts non-projective arcs of these trees."""
    tree = [[("w", "X", head, "a") for head in heads]]
    assert count("recall", ask(tree, tree, "arcs=nonproj")).denominator == definition
    assert count("recall", ask(tree, tree, "arcs=nonproj-malteval")).denominator == malteval


def test_classes_of_an_item_of_a_setting_partition_the_words(corpus):
    gold, system = corpus
    for item in ("length", "depth", "position", "bin"):
        for metric in ("recall", "precision"):
            found = [
                count(metric, ask(gold, system, "labelled", f"{item}={c}"))
                for c in SETTINGS[item].classes
            ]
            whole = count("las", ask(gold, system))
            assert tuple(map(sum, zip(*found, strict=True))) == whole, (item, metric)


def test_recall_by_number_of_lifts_equals_that_by_hand():
    """3 -> 1 is lifted once, to 4; 6 -> 2 by way of 5 to 4. The parse has 3 -> 1 only."""
    trees = (3, 6, 4, 0, 4, 5), (3, 4, 4, 0, 4, 5)
    gold, parse = ([("w", "X", h, "a") for h in heads] for heads in trees)
    found = [
        count("recall", ask([gold], [parse], "arcs=nonproj", "labelled", f"lifts={n}"))
        for n in SETTINGS["lifts"].classes
    ]
    assert found == [(0, 0), (1, 1), (0, 1), (0, 0), (0, 0)]


def test_precision_of_lifted_arcs_counts_words_whose_label_said_so(corpus):
    gold, system = map(treebank, corpus)
    marked = (np.arange(len(gold.head)) % 7 == 3) & gold.is_word
    question = Question(parsed([Fold(gold, system, marked)]), ["arcs=lifted"])
    right = gold.head[marked] == system.head[marked]
    assert count("precision", question) == (right.sum(), marked.sum())
    assert count("recall", question) == count("recall", ask(*corpus, "arcs=nonproj"))
    partly = parsed([Fold(gold, system, marked), Fold(gold, system)])
    with pytest.raises(UnansweredError):
        count("precision", Question(partly, ["arcs=lifted"]))


def test_precision_and_recall_of_constructions_equal_those_by_hand():
    """Of one the parse has another label, of one another head."""
    texts = (
        "A N 2 Sb_Co\nand J 4 Coord\nB N 2 Sb_Co\nrun V 0 Pred\nwill V 4 AuxV",
        "A N 2 Sb_Co\nand J 4 Coord\nB N 4 Obj\nrun V 0 Pred\nwill V 2 AuxV",
    )
    parse = parsed([Fold(*map(bank, texts))])
    found = [
        count(metric, Question(parse, [f"tokens={role}"]))
        for role in ("conjuncts", "auxiliaries")
        for metric in ("precision", "recall")
    ]
    assert found == [(1, 1), (1, 2), (0, 0), (0, 1)]
    other = "A N 2 conj\nand J 4 cc\nB N 2 conj\nrun V 0 root\nwill V 4 aux"
    parse = parsed([Fold(*map(bank, (texts[0], other)))])
    assert count("precision", Question(parse, ["tokens=conjuncts"])) == (0, 0), "in the gold style"


def test_uas_is_recall_weighted_by_class_on_a_real_treebank(real_treebank):
    """The check that fixed the columns of KN T5; precision of P0 on projective arcs is its UAS."""
    gold = real_treebank("got", "dev")
    head = gold.head.copy()
    head[gold.is_word & (np.arange(len(head)) % 9 == 0)] = 0
    system = gold.with_trees(head, gold.deprel)
    table, uas = by_projectivity(gold, system), evaluate(gold, system)["uas"]
    for side in ("recall", "precision"):
        parts = [getattr(table[f"arcs={a};sentences=all"], side) for a in ("proj", "nonproj")]
        assert parts[0] + parts[1] == uas


def marks(gold, system, labelled=True, punctuation=True):
    """Of each sentence: + and - for scored words."""
    return [
        "".join(
            "+" if g[2] == p[2] and (g[3] == p[3] or not labelled) else "-"
            for g, p in zip(words, arcs, strict=True)
            if punctuation or g[0] != ","
        )
        for words, arcs in zip(gold, system, strict=True)
    ]


def marked(sentence, label_only):
    """A chain of words whose parse is right (+) or wrong (-)."""
    gold = [("w", "X", i, "a") for i in range(len(sentence))]
    head = 0 if label_only else 1  # of a wrong word
    parse = [
        word if mark == "+" else (*word[:2], word[2] if label_only else word[2] - head, "b")
        for word, mark in zip(gold, sentence, strict=True)
    ]
    return [gold], [parse]


@pytest.mark.parametrize("label_only", [False, True])
def test_pre_and_post_rates_equal_those_of_the_example_in_the_thesis(label_only):
    texts = marked(EXAMPLE, label_only)
    counts = {m: count(m, ask(*texts, "labelled")) for m in METRICS if m.startswith(("pre", "post"))
              and METRICS[m].marks and "reduction" not in m and m != "precision"}  # fmt: skip
    assert counts == {
        "pre-error-rate": (1, 4), "post-error-rate": (2, 6),
        "pre-accuracy": (3, 4), "post-accuracy": (4, 6),
        "pre-token-share": (4, 10), "post-token-share": (6, 10),
    }  # fmt: skip
    bins = [count("error-rate", ask(*texts, "labelled", f"bin={i}")) for i in (1, 2, 3, 4, "1-2")]
    assert bins == [(1, 4), (0, 3), (1, 2), (1, 1), (1, 7)]
    assert count("error-rate", ask(*texts, "unlabelled")) == (0 if label_only else 3, 10)


@pytest.mark.parametrize("kind", ["labelled", "unlabelled"])
@pytest.mark.parametrize("setting", [(), ("punctuation=exclude",)])
def test_pre_and_post_rates_equal_their_definition(corpus, kind, setting):
    """Words that are not scored are deleted before words are counted."""
    gold, system = corpus
    other = disturbed_all(gold)
    parts = [
        oracle.pre_post([m for m in marks(gold, parse, kind == "labelled", not setting) if m])
        for parse in (system, other)
    ]
    errors, scored = map(sum, zip(*parts[0], strict=True))
    question = ask(gold, system, kind, *setting)
    assert count("error-rate", question) == (errors, scored)
    for name, own, baseline in zip(("pre", "post"), *parts, strict=True):
        assert count(f"{name}-error-rate", question) == own
        assert count(f"{name}-token-share", question) == (own[1], scored)
        norm = Fraction(*count(f"norm-{name}-error-rate", question))
        assert norm == Fraction(*own) / Fraction(errors, scored)
        compared = ask(gold, system, kind, "baseline=mst", *setting, mst=other)
        reduction = Fraction(*count(f"{name}-error-reduction", compared))
        assert reduction == 1 - Fraction(*own) / Fraction(*baseline)


def disturbed_all(gold):
    rng = random.Random(9)
    return [disturbed(rng, sentence) for sentence in gold]


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_rates_by_distance_to_the_latest_error_equal_their_definition(seed):
    gold, system = random_corpus(seed, sentences=5, longest=25)
    found = oracle.clusters(marks(gold, system))
    spans = {str(i): range(i, i + 1) for i in range(1, 8)}
    spans |= {">7": range(8, 99), "1-2": range(1, 3), "3-7": range(3, 8)}
    total = sum(map(len, gold))
    rate = Fraction(sum(errors for errors, _ in found.values()), total)
    for name, distances in spans.items():
        inside = [counts for distance, counts in found.items() if distance in distances]
        errors, all_ = (sum(counts[side] for counts in inside) for side in (0, 1))
        question = ask(gold, system, "labelled", f"bin={name}")
        assert count("error-rate", question) == (errors, all_)
        assert count("token-share", question) == (all_, total)
        norm = count("norm-error-rate", question)
        expected = Fraction(errors, all_) / rate if all_ and rate else None
        assert (Fraction(*norm) if norm.denominator else None) == expected


def test_rates_of_parses_without_errors_have_denominator_zero():
    gold = [[("w", "X", 0, "a"), ("w", "X", 1, "a")]]
    question = ask(gold, gold, "labelled", "baseline=mst", mst=gold)
    assert count("norm-pre-error-rate", question.without("baseline")).denominator == 0
    assert count("post-error-rate", question.without("baseline")) == (0, 0)
    assert count("pre-error-reduction", question).denominator == 0


@pytest.mark.parametrize(
    ("baseline", "other", "printed"),
    [
        # Nilsson 2009, T8.2 and T8.3; chinese: (84.67 - 83.51) / (100 - 84.67) = 7.6 %
        ((8351, 10000), (8467, 10000), (7.03, 7.57)),
        ((8805, 10000), (8867, 10000), (5.19, 5.47)),
        ((7533, 10000), (15544, 20000), (9.69, 10.73)),
    ],
)
def test_error_reductions_equal_the_printed_ones(baseline, other, printed):
    found = (error_reduction(other, baseline, of_remaining) for of_remaining in (False, True))
    assert tuple(round(100 * float(Fraction(*counts)), 2) for counts in found) == printed


def test_differences_and_error_reductions_equal_those_by_hand():
    gold = [[("a", "X", 0, "r"), ("b", "X", 1, "x"), ("c", "X", 1, "y"), ("d", "X", 3, "x")]]
    own = [[*gold[0][:3], ("d", "X", 1, "x")]]
    worse = [[*gold[0][:2], ("c", "X", 2, "y"), ("d", "X", 2, "x")]]

    def found(metric, *items):
        return count(metric, ask(gold, own, "baseline=mst", *items, mst=worse))

    assert found("difference", "of=uas") == (1, 4)
    assert found("error-reduction", "of=uas") == (1, 2)
    assert found("error-reduction", "of=uas", "per=remaining") == (1, 1)
    for items in (["baseline=swap", "of=uas"], ["baseline=mst", "of=las-p"], ["of=uas"]):
        with pytest.raises(UnansweredError):
            count("difference", ask(gold, own, *items, mst=worse))


def test_means_over_folds_equal_the_means_by_hand():
    """1/2, 3/4 and 9/10 right: mean 0.716667, deviation 0.202073, error 0.116667."""
    gold = [[("w", "X", min(i, 1), "a") for i in range(n)] for n in (2, 4, 10)]
    system = [[(*sentence[0][:3], "b"), *sentence[1:]] for sentence in gold]

    def folds(texts, decisions, labels):
        return [
            Fold(treebank([g]), treebank([t]), counts={"decisions": decisions, "labels": n})
            for g, t, n in zip(gold, texts, labels, strict=True)
        ]

    own = parsed(folds(system, 20, (3, 4, 5)))
    others = {"covington-dinf": parsed(folds(gold, 40, (1, 1, 1)))}

    def found(metric, *items):
        return count(metric, Question(own, items, others))

    assert (found("las"), found("lem")) == ((13, 16), (0, 3))
    assert found("las", "over=folds") == (716667, 10**6)
    assert found("las-sd") == found("las-sd", "over=folds") == (202073, 10**6)
    assert found("las-se") == (116667, 10**6)
    assert (found("n-decisions"), found("n-labels")) == ((60, 1), (12, 3))
    saved = "baseline=covington-dinf", "of=n-decisions"
    assert found("decision-reduction", *saved) == (60, 120)
    for metric, *items in (["n-factors"], ["recall", "over=folds", "arcs=nonproj"]):
        with pytest.raises(UnansweredError):
            found(metric, *items)
    uncounted = Fold(treebank(gold), treebank(system))
    with pytest.raises(UnansweredError):
        count("n-labels", Question(parsed([*folds(system, 1, (1, 1, 1)), uncounted])))


def test_words_of_folds_are_counted_together():
    gold, system = random_corpus(6, sentences=40)
    parts = [(gold[a:b], system[a:b]) for a, b in ((0, 15), (15, 40))]
    halves = parsed([Fold(*map(treebank, part)) for part in parts])
    for metric in ("las", "lem", "pre-accuracy", "precision", "n-nonproj-arcs"):
        for items in (["labelled"], ["arcs=nonproj", "sentences=nonprojective"]):
            whole = count(metric, ask(gold, system, *items))
            assert count(metric, Question(halves, items)) == whole


def test_nonprojective_arcs_of_a_parse_are_counted(corpus):
    counts = [
        sum(oracle.nonprojective(words, i) for words in text for i in range(1, len(words) + 1))
        for text in reversed(corpus)
    ]
    assert count("n-nonproj-arcs", ask(*corpus)) == (counts[0], 1)
    assert count("n-nonproj-arcs", ask(*corpus, "of=gold")) == tuple(counts)


@pytest.mark.parametrize(
    ("require", "name", "message"),
    [
        (require_metric, "lsa", "metric 'lsa' is not known; did you mean las"),
        (require_setting, ["oracel"], "'oracel' is not known; did you mean oracle"),
        (require_setting, ["arcs=noproj"], "expected arcs=nonproj|"),
        (require_setting, ["labelled=yes"], "expected labelled alone"),
        (require_setting, ["train=90"], r"expected train=\d+%"),
    ],
)
def test_unknown_metrics_and_settings_are_refused(require, name, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        require(name)
