"""Parses with other sentences, tokens or words are scored as in the CoNLL 2018 shared task."""

import json
import sys
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonproj
from command_line import nonproj as command
from command_line import succeeded
from nonproj.cli.output.wording import SHARED_TASK_MEASURES
from nonproj.errors import NonprojError
from nonproj.results.shared_task import MEASURES
from release import project

pytest.importorskip("udtools.udeval")
# Two sentences, `damu` is two words; one sentence, `damu` is one word, which is not aligned.
GOLD = """\
# text = Zela damu! Ne
1	Zela	zela	N	n	Case=Nom|Own=Yes	0	root	_	_
2-3	damu	_	_	_	_	_	_	_	SpaceAfter=No
2	da	da	V	v	_	1	nsubj:x	_	_
3	mu	mu	V	v	_	1	obj	_	_
4	!	!	P	p	_	1	punct	_	_

1	Ne	ne	N	n	_	0	root	_	_
1.1	empty	_	_	_	_	_	_	0:root	_

"""
OTHER = """\
# sent_id = other-1
1	Zela	zela	N	m	Case=Nom|Own=No	0	root	_	_
2	damu	damu	V	v	_	1	nsubj	9:no	SpaceAfter=No
3	!	!	P	p	_	1	punct	_	_
4	Ne	mu	N	n	_	1	obj	_	_

"""


def read(text):
    return nonproj.read(text.encode(), format="conllu")


def test_counts_follow_from_the_rules_of_the_shared_task():
    """Correct, in the gold standard, in the parse, aligned: Zela, ! and Ne are aligned."""
    found = nonproj.evaluate_text(read(GOLD), read(OTHER))
    assert {name: tuple(vars(score).values()) for name, score in found.items()} == {
        "tokens": (4, 4, 4, None),
        "sentences": (0, 2, 1, None),
        "words": (3, 5, 4, None),
        "upos": (3, 5, 4, 3),
        "xpos": (2, 5, 4, 3),
        "ufeats": (3, 5, 4, 3),
        "alltags": (2, 5, 4, 3),
        "lemmas": (2, 5, 4, 3),
        "uas": (2, 5, 4, 3),
        "las": (2, 5, 4, 3),
        "clas": (1, 4, 3, 2),
        "mlas": (1, 4, 3, 2),
        "blex": (1, 4, 3, 2),
    }
    las = found["las"]
    both = las.precision, las.recall, las.f1, las.of_aligned
    assert [(score.correct, score.total) for score in both] == [(2, 4), (2, 5), (4, 9), (2, 3)]


def conllu_of(text, token_ends, sentence_ends):
    lines, i = [], 0
    for begin, end in pairwise(sorted({0, *token_ends, len(text)})):
        i = 1 if begin in sentence_ends or not begin else i + 1
        lines += [""] if begin in sentence_ends else []
        lines.append(f"{i}\t{text[begin:end]}" + 4 * "\t_" + f"\t{i - 1}\tdep\t_\t_")
    return "\n".join([*lines, "", ""])


def spans(ends, size):
    return {*pairwise(sorted({0, *ends, size}))}


ends = st.sets(st.integers(1, 11), max_size=11)


@given(ends, ends, ends, ends)
@settings(max_examples=50)
def test_a_unit_is_right_if_it_begins_and_ends_as_in_the_gold_standard(a, b, c, d):
    text = "aábc漢d1.efg-"
    both = [(a, a & c), (b, b & d)]
    found = nonproj.evaluate_text(*(read(conllu_of(text, *each)) for each in both))
    for name, (gold, system) in {"words": (a, b), "sentences": (a & c, b & d)}.items():
        wanted = spans(gold, len(text)), spans(system, len(text))
        score = found[name]
        counts = (score.correct, score.gold, score.system)
        assert counts == (len(wanted[0] & wanted[1]), *map(len, wanted))


@pytest.mark.parametrize(
    ("gold", "other", "message"),
    [
        (GOLD, OTHER.replace("Ne", "No"), "o:5: 'o'; expected 'e', as in g:8"),
        (GOLD, OTHER[: OTHER.index("4\t")] + "\n", "o:4: the end of the text; expected 'Ne', as"),
        (OTHER, GOLD + GOLD, "o:12: 'Zeladamu!Ne'; expected the end of the text, as in g:5"),
        (GOLD, OTHER.replace("Zela", "Ze\u0301la"), r"o:2: '\u0301ladamu!Ne'; expected 'ladamu"),
        (
            GOLD.replace("Ne", "N\xe9"),
            OTHER.replace("Ne", "Ne\u0301"),
            r"'e\u0301'; expected '\xe9",
        ),
    ],
)
def test_evaluate_text_names_the_first_place_where_texts_differ(gold, other, message, tmp_path):
    (tmp_path / "g").write_text(gold)
    (tmp_path / "o").write_text(other)
    with pytest.raises(NonprojError) as caught:
        nonproj.evaluate_text(*(nonproj.read(tmp_path / n, format="conllu") for n in "go"))
    assert message in str(caught.value).replace(f"{tmp_path}/", "")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("changed", [
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "\ufeff" + text.replace("\n", "\r"),
    lambda text: "\n\n" + text.rstrip("\n"),
    lambda text: text.replace("damu", "da\xa0mu"),
])  # fmt: skip
@pytest.mark.filterwarnings("ignore")
def test_odd_line_ends_and_spaces_in_forms_do_not_change_counts(changed):
    assert nonproj.evaluate_text(read(GOLD), read(changed(OTHER))) == nonproj.evaluate_text(
        read(GOLD), read(OTHER)
    )


def test_evaluate_text_follows_chains_of_4000_heads():
    text = "".join("ab"[i % 2] for i in range(4000))
    every = read(conllu_of(text, set(range(4000)), set()))
    limit = sys.getrecursionlimit()
    found = nonproj.evaluate_text(every, read(conllu_of(text, set(range(4000)), {2000})))
    assert (found["uas"].correct, found["uas"].gold) == (3999, 4000)
    assert sys.getrecursionlimit() == limit


def test_evaluate_says_that_it_uses_the_scorer_of_the_shared_task(tmp_path):
    gold, other = tmp_path / "gold.conllu", tmp_path / "other.conllu"
    gold.write_text(GOLD)
    other.write_text(OTHER)
    done = succeeded("evaluate", gold, other)
    first, scorer, _, heads, *rows = done.stdout.splitlines()
    assert first == "The parse has other sentences or words than the gold standard."
    assert scorer.startswith("Scorer: CoNLL 2018 shared task")
    assert heads.split() == ["precision", "recall", "F1", "aligned"]
    assert " ".join(rows[9].split()) == (
        "Labelled attachment (LAS) 50.00 % 40.00 % 44.44 % 66.67 %"
    )
    counts = json.loads(succeeded("evaluate", gold, other, "--json").stdout)
    assert (counts.pop("segmentation"), counts.pop("scorer")) == ("different", "conll18")
    assert [*counts] == [*SHARED_TASK_MEASURES] == [name.lower() for name in MEASURES]
    assert counts["las"] == {"correct": 2, "gold": 5, "system": 4, "aligned": 3}
    done = command("evaluate", gold, other, "--punctuation", "exclude")
    assert done.returncode == 2
    assert done.stderr.startswith("nonproj: --punctuation exclude: ")


def test_evaluate_scores_equal_sentences_and_words_without_that_scorer(tmp_path):
    """Multiword tokens do not count; in CoNLL-X, another text is refused."""
    gold, other = tmp_path / "gold.conllu", tmp_path / "other.conllu"
    gold.write_text(GOLD)
    other.write_text(GOLD.replace("2-3\tdamu", "2-3\tdammu").replace("\t1\tobj", "\t2\tobj"))
    assert "Scorer" not in succeeded("evaluate", gold, other).stdout
    assert json.loads(succeeded("evaluate", gold, other, "--json").stdout)["uas"]["total"] == 5
    for path, text in ((gold, GOLD), (other, OTHER)):
        rows = [row for row in text.split("\n") if row[:1] != "#" and row[1:2] not in ("-", ".")]
        path.with_suffix(".conll").write_text("\n".join(rows))
    both = [path.with_suffix(".conll") for path in (gold, other)]
    assert "contain different texts" in command("evaluate", *both).stderr
    with pytest.raises(NonprojError, match=r"gold\.conll: conllx; expected conllu$"):
        nonproj.evaluate_text(*map(nonproj.read, both))


def test_the_smaller_extra_with_the_scorer_is_declared_first():
    extras = project()["optional-dependencies"]
    having = [name for name in extras if any(line.startswith("udtools") for line in extras[name])]
    assert having == ["raw", "workflow"]
    assert len({line for name in having for line in extras[name] if "udtools" in line}) == 1
