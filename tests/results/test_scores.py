"""Attachment scores against the CoNLL-X scorer's rules and the CoNLL 2018 scorer."""

import io
import random
import re
from itertools import pairwise

import pytest

from nonproj.data.conll import render
from nonproj.errors import NonprojError
from nonproj.results.option_names import Punctuation
from nonproj.results.punctuation import scored_words
from nonproj.results.scores import Attachment, evaluate
from oracles import evaluation as oracle
from oracles.evaluation import made
from samples.sentences import treebank

TEXTS = {
    "gold": made(
        "She/PRON|2|nsubj reads/VERB|0|root old/ADJ|4|amod books/NOUN|2|obj ./PUNCT|2|punct",
        "«/PUNCT|2|punct Yes/INTJ|0|root »/PUNCT|2|punct",
    ),
    "clauses": made(
        "is/AUX|2|cop here/ADV|0|root ,/PUNCT|5|punct and/CCONJ|5|cc stays/VERB|2|conj"
    ),
    "subtypes": made("was/AUX|2|aux:pass seen/VERB|0|root by/ADP|4|case all/PRON|2|obl:agent"),
    "money": made("$/SYM|2|nmod 5/NUM|0|root %/SYM|2|dep ..../X|2|dep 's/PART|2|dep ’s/PART|2|dep"),
    "arabic": made("كتاب/NOUN|0|root ،/PUNCT|1|punct ٪/SYM|1|dep ـ/X|1|dep ۔/PUNCT|1|punct"),
    "bare": made("?!/PUNCT|0|root", "go/VERB|0|root"),
    "one": made("Go/VERB|0|root"),
    "brackets": made("-LRB-/PUNCT|3|punct (/X|3|punct in/ADP|0|root )/X|3|punct _/X|3|dep"),
    "dashes": made(
        "a/X|0|root –/X|1|punct —/X|1|punct -/X|1|punct +/X|1|punct =/X|1|punct ~/X|1|dep"
    ),
    "long": made(
        "a/X|2|det b/X|5|nsubj c/X|4|det d/X|2|nmod e/X|0|root f/X|7|case g/X|5|obl h/X|7|flat"
    ),
}
GOLD, BARE, LONG = (TEXTS[name] for name in ("gold", "bare", "long"))


def changed(sentences, changes):
    """The sentences with changes `S.I HEAD LABEL, …` of word I of sentence S (1 if not given)."""
    copy = [list(words) for words in sentences]
    for change in filter(None, changes.split(", ")):
        place, head, label = change.split()
        s, i = (int(number) - 1 for number in f"1.{place}".split(".")[-2:])
        copy[s][i] = (*copy[s][i][:2], int(head), label)
    return copy


# What distinguishes a case, a text, counts by hand over all words (words, head, label, both) and
# without punctuation by form, then what udtools 0.2.9 counts (words, UAS, LAS: load_conllu +
# evaluate of udtools.udeval, Score.aligned_total and Score.correct), and the changes of the parse
TABLE = """
no fault         | gold     | 8 8 8 8 | 5 5 5 5 | 8 8 8 |
head             | gold     | 8 7 8 7 | 5 4 5 4 | 8 7 7 | 3 2 amod
label            | gold     | 8 8 7 7 | 5 5 4 4 | 8 8 7 | 4 2 iobj
punctuation      | gold     | 8 7 7 6 | 5 5 5 5 | 8 7 6 | 5 4 punct, 2.1 2 dep
another root     | clauses  | 5 2 3 2 | 4 1 2 1 | 5 2 2 | 2 5 advmod, 5 0 root, 1 5 cop
subtypes         | subtypes | 4 4 2 2 | 4 4 2 2 | 4 4 4 | 1 2 aux, 4 2 obl:tmod:x
subtype's head   | subtypes | 4 2 2 2 | 4 2 2 2 | 4 2 2 | 1 4 aux, 3 2 case:x
clitics          | money    | 6 3 6 3 | 4 2 4 2 | 6 3 3 | 1 3 nmod, 4 3 dep, 6 5 dep
Arabic           | arabic   | 5 3 3 2 | 2 1 2 1 | 5 3 2 | 2 3 x, 4 5 dep, 5 1 x
only punctuation | bare     | 2 2 2 2 | 1 1 1 1 | 2 2 2 |
wrong mark       | bare     | 2 2 1 1 | 1 1 1 1 | 2 2 1 | 1 0 x
one word         | one      | 1 1 0 0 | 1 1 0 0 | 1 1 0 | 1 0 dep
brackets         | brackets | 5 5 2 2 | 2 2 1 1 | 5 5 2 | 1 3 x, 2 3 x, 5 3 x
dashes           | dashes   | 7 7 1 1 | 4 4 1 1 | 7 7 1 | 2 1 y, 3 1 y, 4 1 y, 5 1 y, 6 1 y, 7 1 y
long             | long     | 8 6 6 5 | 8 6 6 5 | 8 6 5 | 4 5 nmod, 7 5 obj, 8 5 flat:name
"""
ROWS = [re.split(r" *[|] *", row) for row in TABLE.strip().split("\n")]
CASES = {name: cells for name, *cells in ROWS}


def texts_of(case):
    """Gold sentences and parsed ones."""
    name, *_, changes = CASES[case]
    return TEXTS[name], changed(TEXTS[name], changes)


def counts_of(evaluation):
    metrics = ("uas", "label-accuracy", "las")
    return (evaluation["las"].total, *(evaluation[metric].correct for metric in metrics))


def assert_follows_eval_pl(gold, system):
    """gold and system: lists of sentences of the oracle."""
    found = []
    for punctuation in ("include", "exclude"):
        ours = evaluate(treebank(gold), treebank(system), punctuation)
        theirs = oracle.eval_pl(gold, system, punctuation == "include")
        found.append(tuple(theirs[name] for name in ("words", "head", "label", "both")))
        assert counts_of(ours) == found[-1]
        assert ours["lem"] == Attachment(theirs["lem"], theirs["sentences"])
        assert ours["uem"] == Attachment(theirs["uem"], theirs["sentences"])
    return found


@pytest.mark.parametrize("case", CASES)
def test_counts_equal_the_counts_by_hand_and_of_eval_pl(case):
    gold, system = texts_of(case)
    found = assert_follows_eval_pl(gold, system)
    assert [" ".join(map(str, counts)) for counts in found] == CASES[case][1:3]
    assert_follows_eval_pl(gold + LONG + BARE, system + LONG + BARE)


def sentences_of(treebank):
    columns = (treebank.form.strings(), treebank.upos.strings(), treebank.deprel.strings())
    for a, b in pairwise(treebank.start.tolist()):
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
def test_scores_of_real_treebanks_follow_both_scorers(real_treebank, code, seed):
    """Multiword tokens, comments and spaces in forms included."""
    gold = real_treebank(code, "dev").select(range(150))
    words = list(sentences_of(gold))
    changed_words = list(disturbed(words, seed))
    assert_follows_eval_pl(words, changed_words)
    changes = treebank(changed_words)
    system = gold.with_trees(changes.head, changes.deprel)
    theirs = udtools_counts(render(gold).decode(), render(system).decode())
    assert universal_counts(gold, system) == theirs


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
    """Compared with what was noted, too, as the scorer may not be installed."""
    gold, system = texts_of(case)
    counted = tuple(map(int, CASES[case][3].split()))
    assert universal_counts(treebank(gold), treebank(system)) == counted
    assert udtools_counts(oracle.conll(gold), oracle.conll(system)) == counted


def test_exact_match_counts_sentences_without_an_error():
    gold = GOLD + TEXTS["subtypes"] + LONG
    system = treebank(changed(gold, "4 2 iobj, 3.1 2 aux, 4.1 5 det"))
    scores = evaluate(treebank(gold), system)
    assert (scores["lem"], scores["uem"]) == (Attachment(1, 4), Attachment(3, 4))
    assert evaluate(treebank(gold), system, labels="universal")["lem"] == Attachment(2, 4)


def test_punctuation_is_excluded_by_tag_or_by_form():
    words = made("a/X|0|root ./X|1|p ,/PUNCT|1|p x/PUNCT|1|p")
    gold, system = treebank(words), treebank(words)
    assert [evaluate(gold, system, p)["las"].total for p in Punctuation] == [4, 2, 2]
    assert scored_words(gold, Punctuation.EXCLUDE).tolist() == [0, 1, 0, 0, 1]
    assert scored_words(gold, Punctuation.EXCLUDE_UPOS).tolist() == [0, 1, 1, 0, 0]


def test_tags_of_the_gold_standard_decide_which_words_are_punctuation():
    gold, system = made("a/X|0|root b/PUNCT|1|p"), made("a/PUNCT|0|root b/X|0|p")
    found = evaluate(treebank(gold), treebank(system), "exclude-upos")
    assert found["uas"] == Attachment(1, 1)


def test_evaluate_refuses_unknown_options():
    for option, message in (
        ({"punctuation": "no"}, "punctuation 'no'; expected one of include, exclude"),
        ({"labels": "ud"}, "labels 'ud'; expected one of full, universal"),
    ):
        with pytest.raises(NonprojError, match=message):
            evaluate(treebank(GOLD), treebank(GOLD), **option)
