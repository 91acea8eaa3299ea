"""Which arcs cross what, on sentences whose answers are written out by hand."""

import json
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from command_line import nonproj
from nonproj.data.conll import parse_treebank
from nonproj.results.option_names import Grouping
from nonproj.results.treebanks.crossings import crossing_values, relations
from nonproj.trees.crossings import crossings_by_chance
from nonproj.trees.projectivity import nonprojective_arcs
from oracles import trees as oracle
from oracles.evaluation import conll

# Each word: form, tag, head, label.
QUESTION = [("What", "P", 4, "obj"), ("did", "V", 0, "root"), ("you", "P", 2, "nsubj"),
            ("see", "V", 2, "xcomp"), ("?", "Z", 2, "punct")]  # fmt: skip
CLAUSE = [("Men", "N", 2, "nsubj"), ("came", "V", 0, "root"), ("who", "P", 4, "nsubj"),
          ("sang", "V", 1, "acl"), (".", "Z", 1, "punct")]  # fmt: skip
CLITIC = [("big", "A", 3, "amod"), ("me", "P", 4, "obj"), ("dogs", "N", 4, "nsubj"),
          ("bite", "V", 0, "root")]  # fmt: skip
DASH = [("a", "N", 3, "flat"), ("-", "Z", 4, "punct"), ("b", "N", 4, "flat"),
        ("c", "N", 0, "root")]  # fmt: skip
COMMA = [("x", "N", 2, "conj"), (",", "Z", 0, "root"), ("y", "N", 2, "conj"),
         ("z", "N", 1, "nmod")]  # fmt: skip
SENTENCES = [QUESTION, CLAUSE, CLITIC, DASH, COMMA]


def made(sentences):
    return parse_treebank(conll(sentences).encode(), name="made.conllu")


@pytest.fixture
def treebank():
    return made(SENTENCES)


def found(treebank, by, *names):
    return {row["group"]: tuple(row[n] for n in names) for row in relations(treebank, by)}


def test_relations_tell_how_often_and_what_they_cross(treebank):
    """The dash under `flat` is punctuation; the comma that heads a coordination is a word."""
    rows = found(treebank, Grouping.DEPREL, "arcs", "nonprojective", "punctuation", "gap")
    assert rows == {
        "acl": (1, 1, 0, {"root": 1}),
        "amod": (1, 1, 0, {"obj": 1}),
        "nmod": (1, 1, 0, {"root": 1}),
        "obj": (2, 1, 0, {"root": 1}),
        "flat": (2, 0, 1, {}),
        "punct": (None, 0, 1, {}),
        None: (19, 4, 2, {"root": 3, "obj": 1}),
    }
    assert [*rows] == ["acl", "amod", "nmod", "obj", "flat", "punct", None]


def test_relations_are_grouped_by_tag_or_construction(treebank):
    rows = found(treebank, Grouping.UPOS, "arcs", "labels", "gap", "total_length", "longest")
    assert rows["N"] == (8, {"nmod": 1}, {"Z": 1}, 3, 3)
    assert rows["P"] == (4, {"obj": 1}, {"V": 1}, 3, 3)
    assert rows[None][2:] == ({"P": 1, "V": 2, "Z": 1}, 11, 3)
    rows = found(treebank, Grouping.CONSTRUCTION, "nonprojective", "labels")
    assert rows["extraction to the left"] == (1, {"obj": 1})
    assert rows["extraction to the right"] == (2, {"acl": 1, "nmod": 1})
    assert rows["interruption to the left"] == (1, {"amod": 1})


def test_examples_of_a_relation_are_its_shortest_sentences(treebank):
    long = [*QUESTION, ("now", "D", 2, "advmod")]
    several = made([long, QUESTION, CLITIC, QUESTION])
    (row,) = [row for row in relations(several, Grouping.DEPREL, 2) if row["group"] == "obj"]
    assert [one["sentence"] for one in row["examples"]] == [2, 4]
    assert {"dependent": 1, "head": 4, "gap": [2]}.items() <= row["examples"][0].items()


def test_a_projective_treebank_has_no_crossing_relations():
    treebank = made([[("a", "N", 0, "root")]])
    (row,) = relations(treebank, Grouping.CONSTRUCTION, 3)
    assert (row["group"], row["arcs"], row["nonprojective"], row["examples"]) == (None, 1, 0, [])
    values = {value.key.metric: value for value in crossing_values(treebank, "made", "all")}
    assert values["z-of-crossings"].denominator == 0


@pytest.mark.parametrize("by", Grouping)
def test_every_nonprojective_arc_is_in_one_group(by):
    trees = oracle.all_trees(5)
    treebank = made([[("w", f"T{h}", h, f"l{d}") for d, h in enumerate(t[1:])] for t in trees])
    *rows, whole = relations(treebank, by)
    for name in ("nonprojective", "total_length"):
        assert sum(row[name] for row in rows) == whole[name]
    assert whole["nonprojective"] == nonprojective_arcs(treebank.start, treebank.head).sum()
    gaps = sum((Counter(row["gap"]) for row in rows), Counter())
    assert gaps == whole["gap"]


def test_crossings_of_a_treebank_are_compared_with_chance(treebank):
    """Arcs of the artificial root, which others cross in CLAUSE and COMMA, do not count."""
    values = {v.key.metric: v for v in crossing_values(treebank, "made", "all")}
    assert values["n-crossings"].row[-3:] == ("count", 3, 1)
    assert values["expected-crossings"].row[-3:] == ("ratio", 2 + 2 + 1 + 1 + 1, 3)
    variance = int(crossings_by_chance(treebank.start, treebank.head)[1].sum())
    assert values["variance-of-crossings"].row[-3:] == ("ratio", variance, 180)
    z = (3 - Fraction(7, 3)) / sqrt(Fraction(variance, 180))
    assert values["z-of-crossings"].row[-3:] == ("ratio", round(100 * z), 100)


@pytest.fixture
def path(tmp_path):
    (path := tmp_path / "made.conllu").write_text(conll(SENTENCES))
    return path


def test_stats_by_prints_relations_as_table_and_json(treebank, path):
    shown = nonproj("stats", "--by", "deprel", "--examples", 1, path)
    assert shown.returncode == 0, shown.stderr
    assert "obj, sentence 1: [What] *did* you {see} ?" in shown.stdout
    rows = [line.split() for line in shown.stdout.splitlines()]
    assert ["obj", "2", "1", "50.00", "0", "3.00", "3", "root", "1"] in rows
    content = json.loads(nonproj("stats", "--by", "deprel", "--json", path).stdout)[str(path)]
    assert content["by"] == "deprel"
    assert content["groups"] == relations(treebank, Grouping.DEPREL)
    plain = json.loads(nonproj("stats", "--json", path).stdout)[str(path)]
    assert content["values"] == plain


def test_stats_refuses_standard_output_or_an_input_as_place_of_its_page(path):
    for output, message in (("-", "name a file"), (path, "is also an input")):
        done = nonproj("stats", path, "--html", output)
        assert (done.returncode, message in done.stderr) == (2, True)
    assert path.read_text() == conll(SENTENCES)
