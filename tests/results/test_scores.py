"""Attachment scores against the CoNLL-X scorer's rules and the CoNLL 2018 scorer."""

import io
import random

import pytest

from nonproj.data.conll import render
from nonproj.errors import NonprojError
from nonproj.results.options import Labels, Punctuation
from nonproj.results.punctuation import scored_words
from nonproj.results.scores import Attachment, evaluate
from oracles import evaluation as oracle
from oracles.evaluation import made
from samples.sentences import treebank

GOLD = made(
    "She/PRON|2|nsubj reads/VERB|0|root old/ADJ|4|amod books/NOUN|2|obj ./PUNCT|2|punct",
    "«/PUNCT|2|punct Yes/INTJ|0|root »/PUNCT|2|punct",
)
COORDINATION = made("is/AUX|2|cop here/ADV|0|root ,/PUNCT|5|punct and/CCONJ|5|cc stays/VERB|2|conj")
SUBTYPES = made("was/AUX|2|aux:pass seen/VERB|0|root by/ADP|4|case all/PRON|2|obl:agent")
MONEY = made("$/SYM|2|nmod 5/NUM|0|root %/SYM|2|dep ..../X|2|dep 's/PART|2|dep ’s/PART|2|dep")
ARABIC = made("كتاب/NOUN|0|root ،/PUNCT|1|punct ٪/SYM|1|dep ـ/X|1|dep ۔/PUNCT|1|punct")
BARE = made("?!/PUNCT|0|root", "go/VERB|0|root")
ONE = made("Go/VERB|0|root")
BRACKETS = made("-LRB-/PUNCT|3|punct (/X|3|punct in/ADP|0|root )/X|3|punct _/X|3|dep")
DASHES = made("a/X|0|root –/X|1|punct —/X|1|punct -/X|1|punct +/X|1|punct =/X|1|punct ~/X|1|dep")
LONG = made("a/X|2|det b/X|5|nsubj c/X|4|det d/X|2|nmod e/X|0|root f/X|7|case g/X|5|obl h/X|7|flat")


def changed(sentences, *changes):
    """Word i of sentence s (both from 1) gets another head and label."""
    copy = [list(words) for words in sentences]
    for s, i, head, label in changes:
        form, tag, _, _ = copy[s - 1][i - 1]
        copy[s - 1][i - 1] = (form, tag, head, label)
    return copy


# name: gold, system, counts by hand over all words (words, head, label, both), then without
# punctuation by form, then what udtools 0.2.9 counts (words, UAS, LAS):
#   load_conllu + evaluate of udtools.udeval, Score.aligned_total and Score.correct
CASES = {
    "faultless": (GOLD, GOLD, (8, 8, 8, 8), (5, 5, 5, 5), (8, 8, 8)),
    "head": (GOLD, changed(GOLD, (1, 3, 2, "amod")), (8, 7, 8, 7), (5, 4, 5, 4), (8, 7, 7)),
    "label": (GOLD, changed(GOLD, (1, 4, 2, "iobj")), (8, 8, 7, 7), (5, 5, 4, 4), (8, 8, 7)),
    "punctuation": (
        GOLD,
        changed(GOLD, (1, 5, 4, "punct"), (2, 1, 2, "dep")),
        (8, 7, 7, 6),
        (5, 5, 5, 5),
        (8, 7, 6),
    ),
    "another root": (
        COORDINATION,
        changed(COORDINATION, (1, 2, 5, "advmod"), (1, 5, 0, "root"), (1, 1, 5, "cop")),
        (5, 2, 3, 2),
        (4, 1, 2, 1),
        (5, 2, 2),
    ),
    "subtypes": (
        SUBTYPES,
        changed(SUBTYPES, (1, 1, 2, "aux"), (1, 4, 2, "obl:tmod:x")),
        (4, 4, 2, 2),
        (4, 4, 2, 2),
        (4, 4, 4),
    ),
    "head under a subtype": (
        SUBTYPES,
        changed(SUBTYPES, (1, 1, 4, "aux"), (1, 3, 2, "case:x")),
        (4, 2, 2, 2),
        (4, 2, 2, 2),
        (4, 2, 2),
    ),
    "symbols and clitics": (
        MONEY,
        changed(MONEY, (1, 1, 3, "nmod"), (1, 4, 3, "dep"), (1, 6, 5, "dep")),
        (6, 3, 6, 3),
        (4, 2, 4, 2),
        (6, 3, 3),
    ),
    "Arabic punctuation": (
        ARABIC,
        changed(ARABIC, (1, 2, 3, "x"), (1, 4, 5, "dep"), (1, 5, 1, "x")),
        (5, 3, 3, 2),
        (2, 1, 2, 1),
        (5, 3, 2),
    ),
    "only punctuation": (BARE, BARE, (2, 2, 2, 2), (1, 1, 1, 1), (2, 2, 2)),
    "one word": (ONE, changed(ONE, (1, 1, 0, "dep")), (1, 1, 0, 0), (1, 1, 0, 0), (1, 1, 0)),
    "brackets": (
        BRACKETS,
        changed(BRACKETS, (1, 1, 3, "x"), (1, 2, 3, "x"), (1, 5, 3, "x")),
        (5, 5, 2, 2),
        (2, 2, 1, 1),
        (5, 5, 2),
    ),
    "dashes": (
        DASHES,
        changed(DASHES, *((1, i, 1, "y") for i in range(2, 8))),
        (7, 7, 1, 1),
        (4, 4, 1, 1),
        (7, 7, 1),
    ),
    "long": (
        LONG,
        changed(LONG, (1, 4, 5, "nmod"), (1, 7, 5, "obj"), (1, 8, 5, "flat:name")),
        (8, 6, 6, 5),
        (8, 6, 6, 5),
        (8, 6, 5),
    ),
}


def counts_of(evaluation):
    metrics = ("uas", "label-accuracy", "las")
    return (evaluation["las"].total, *(evaluation[metric].correct for metric in metrics))


@pytest.mark.parametrize("case", CASES)
def test_counts_by_hand(case):
    gold, system, all_words, without_punctuation, _ = CASES[case]
    gold, system = treebank(gold), treebank(system)
    assert counts_of(evaluate(gold, system)) == all_words
    assert counts_of(evaluate(gold, system, punctuation="exclude")) == without_punctuation


def assert_follows_eval_pl(gold, system):
    """gold and system: lists of sentences of the oracle."""
    for punctuation in ("include", "exclude"):
        ours = evaluate(treebank(gold), treebank(system), punctuation)
        theirs = oracle.eval_pl(gold, system, punctuation == "include")
        names = ("words", "head", "label", "both")
        assert counts_of(ours) == tuple(theirs[name] for name in names)
        assert ours["lem"] == Attachment(theirs["lem"], theirs["sentences"])
        assert ours["uem"] == Attachment(theirs["uem"], theirs["sentences"])


@pytest.mark.parametrize("case", CASES)
def test_follows_eval_pl_on_made_treebanks(case):
    gold, system, *_ = CASES[case]
    assert_follows_eval_pl(gold, system)
    assert_follows_eval_pl(gold + LONG + BARE, system + LONG + BARE)


def sentences_of(treebank, limit):
    columns = (treebank.form.strings(), treebank.upos.strings(), treebank.deprel.strings())
    for s in range(min(limit, treebank.n_sentences)):
        a, b = int(treebank.start[s]), int(treebank.start[s + 1])
        forms, tags, labels = (column[a + 1 : b] for column in columns)
        yield list(zip(forms, tags, treebank.head[a + 1 : b].tolist(), labels, strict=True))


def disturbed(sentences, seed):
    """A tenth of the words gets another head that is not below it, a tenth another label."""
    rng = random.Random(seed)
    labels = sorted({word[3] for words in sentences for word in words})
    for words in sentences:
        copy = list(words)
        for i in range(1, len(words) + 1):
            form, tag, head, label = copy[i - 1]
            if head != 0 and rng.random() < 0.1:
                head = rng.choice([h for h in range(1, len(words) + 1) if not below(copy, h, i)])
            if rng.random() < 0.1:
                label = rng.choice([label.split(":")[0], label + ":x", rng.choice(labels)])
            copy[i - 1] = (form, tag, head, label)
        yield copy


def below(words, node, i):
    while node not in (0, i):
        node = words[node - 1][2]
    return node == i


REAL = [(code, seed) for code in ("got", "hu", "el", "tr", "en") for seed in (1, 2)]


@pytest.mark.parametrize(("code", "seed"), REAL)
def test_follows_eval_pl_on_real_treebanks(real_treebank, code, seed):
    gold = list(sentences_of(real_treebank(code, "dev"), 150))
    assert_follows_eval_pl(gold, list(disturbed(gold, seed)))


def udtools_counts(gold, system):
    udeval = pytest.importorskip("udtools.udeval")
    loaded = [
        udeval.load_conllu(io.StringIO(text), path, {})
        for text, path in ((gold, "gold"), (system, "system"))
    ]
    scores = udeval.evaluate(*loaded)
    return (scores["LAS"].aligned_total, scores["UAS"].correct, scores["LAS"].correct)


def universal_counts(gold, system):
    ours = evaluate(gold, system, labels="universal")
    return (ours["las"].total, ours["uas"].correct, ours["las"].correct)


@pytest.mark.parametrize("case", CASES)
def test_universal_labels_agree_with_the_conll_2018_scorer(case):
    gold, system, _, _, counted = CASES[case]
    assert universal_counts(treebank(gold), treebank(system)) == counted


@pytest.mark.parametrize("case", CASES)
def test_the_conll_2018_scorer_counts_as_noted(case):
    gold, system, _, _, counted = CASES[case]
    assert udtools_counts(oracle.conll(gold), oracle.conll(system)) == counted


@pytest.mark.parametrize(("code", "seed"), REAL)
def test_universal_labels_agree_with_the_conll_2018_scorer_on_real_treebanks(
    real_treebank, code, seed
):
    """Multiword tokens, comments and spaces in forms included."""
    gold = real_treebank(code, "dev")
    gold = gold.select(range(150))
    words = list(disturbed(list(sentences_of(gold, 150)), seed))
    changes = treebank(words)
    system = gold.with_trees(changes.head, changes.deprel)
    theirs = udtools_counts(render(gold).decode(), render(system).decode())
    assert universal_counts(gold, system) == theirs


def test_exact_match_counts_sentences():
    gold = GOLD + SUBTYPES + LONG
    system = changed(gold, (1, 4, 2, "iobj"), (3, 1, 2, "aux"), (4, 1, 5, "det"))
    scores = evaluate(treebank(gold), treebank(system))
    assert scores["lem"] == Attachment(1, 4)
    assert scores["uem"] == Attachment(3, 4)
    universal = evaluate(treebank(gold), treebank(system), labels=Labels.UNIVERSAL)
    assert universal["lem"] == Attachment(2, 4)


def test_a_sentence_without_scored_words_is_not_counted():
    system = treebank(changed(BARE, (1, 1, 0, "x")))
    assert evaluate(treebank(BARE), system)["lem"] == Attachment(1, 2)
    assert evaluate(treebank(BARE), system, punctuation="exclude")["lem"] == Attachment(1, 1)


def test_punctuation_by_tag_or_by_form():
    words = made("a/X|0|root ./X|1|p ,/PUNCT|1|p x/PUNCT|1|p")
    gold, system = treebank(words), treebank(words)
    assert [evaluate(gold, system, p)["las"].total for p in Punctuation] == [4, 2, 2]
    assert scored_words(gold, Punctuation.EXCLUDE).tolist() == [0, 1, 0, 0, 1]
    assert scored_words(gold, Punctuation.EXCLUDE_UPOS).tolist() == [0, 1, 1, 0, 0]


def test_the_gold_standard_decides_what_punctuation_is():
    gold, system = made("a/X|0|root b/PUNCT|1|p"), made("a/PUNCT|0|root b/X|0|p")
    found = evaluate(treebank(gold), treebank(system), "exclude-upos")
    assert found["uas"] == Attachment(1, 1)


def test_concatenation_adds_counts():
    cases = [case[:2] for case in CASES.values()]
    parts = [evaluate(treebank(gold), treebank(system)) for gold, system in cases]
    whole = evaluate(
        treebank([s for gold, _ in cases for s in gold]),
        treebank([s for _, system in cases for s in system]),
    )
    empty = Attachment(0, 0)
    assert whole == {metric: sum((part[metric] for part in parts), empty) for metric in whole}


def test_counts_of_a_wrong_head():
    found = evaluate(treebank(GOLD), treebank(changed(GOLD, (1, 3, 2, "amod"))))
    assert {metric: score.as_dict() for metric, score in found.items()} == {
        "las": {"correct": 7, "total": 8},
        "uas": {"correct": 7, "total": 8},
        "label-accuracy": {"correct": 8, "total": 8},
        "lem": {"correct": 1, "total": 2},
        "uem": {"correct": 1, "total": 2},
    }


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"punctuation": "no"}, "punctuation 'no'; expected one of include, exclude"),
        ({"labels": "ud"}, "labels 'ud'; expected one of full, universal"),
    ],
)
def test_unknown_options_are_refused(option, message):
    gold = treebank(GOLD)
    with pytest.raises(NonprojError, match=message):
        evaluate(gold, gold, **option)
