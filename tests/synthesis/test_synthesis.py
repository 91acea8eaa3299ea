"""The artificial language: what it promises, and that it is drawn alike everywhere."""

import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from conftest import ROOT
from nonproj.data.yaml_files import read_yaml
from nonproj.synthesis import Stream, inflect, synthesize

GRAMMAR = ROOT / "data" / "embedded" / "short-frequent.yaml"
MOVEMENTS = read_yaml(GRAMMAR)["movements"]


def drawn(sentences, seed, **changes):
    """Rows of strings, straight from the bytes."""
    text = synthesize(GRAMMAR, sentences, seed, **changes).decode()
    return [[line.split("\t") for line in s.split("\n")] for s in text.strip().split("\n\n")]


@pytest.fixture(scope="module")
def language():
    return drawn(2000, 1)


def heads_and_labels(sentence):
    return [0, *(int(row[6]) for row in sentence)], [None, *(row[7] for row in sentence)]


def nonprojective_dependents(heads):
    def dominates(ancestor, node):
        while node not in (0, ancestor):
            node = heads[node]
        return node == ancestor

    def between(a, b):
        return range(min(a, b) + 1, max(a, b))

    words = range(1, len(heads))
    return [d for d in words if not all(dominates(heads[d], k) for k in between(heads[d], d))]


def test_short_arcs_cross_in_every_fourth_sentence(language):
    trees = [heads_and_labels(sentence)[0] for sentence in language]
    crossing = [nonprojective_dependents(heads) for heads in trees]
    lengths = [abs(h[d] - d) for h, found in zip(trees, crossing, strict=True) for d in found]
    assert 0.015 <= len(lengths) / sum(map(len, language)) <= 0.025
    assert 0.21 <= np.mean([bool(found) for found in crossing]) <= 0.29
    assert 4 <= np.mean(lengths) <= 6


def test_sentences_and_words_look_like_a_treebank(language):
    lengths = np.array([*map(len, language)])
    assert 14 <= lengths.mean() <= 18
    assert 7 <= lengths.std() <= 11
    assert 5 <= lengths.min() < lengths.max() <= 60
    counts = Counter(row[1] for sentence in language for row in sentence)
    frequencies = sorted(counts.values(), reverse=True)[:1000]
    assert -1.3 <= np.polyfit(np.log(range(1, 1001)), np.log(frequencies), 1)[0] <= -0.8
    unknown = [row[1] not in counts for sentence in drawn(400, 2) for row in sentence]
    assert 0.03 <= np.mean(unknown) <= 0.15


def members_of(conjunction, heads, labels):
    """Dependents with the suffix; for AuxP and AuxC it is at their dependents."""

    def is_member(node):
        if labels[node] in ("AuxP", "AuxC"):
            return any(is_member(d) for d in range(1, len(heads)) if heads[d] == node)
        return labels[node].endswith("_Co")

    return [d for d in range(1, len(heads)) if heads[d] == conjunction and is_member(d)]


def test_coordinations_of_the_artificial_language_are_in_prague_style(language):
    seen = Counter()
    for sentence in language:
        heads, labels = heads_and_labels(sentence)
        for node in (n for n in range(1, len(heads)) if labels[n] in ("Coord", "Coord_Co")):
            members = members_of(node, heads, labels)
            others = {d for d in range(1, len(heads)) if heads[d] == node} - {*members}
            commas = [d for d in others if labels[d] == "AuxX"]
            assert sum(member < node for member in members) == len(members) - 1 >= 1
            assert all(members[0] < comma < members[-1] for comma in commas)
            found = {labels[d] for d in others}
            seen["coordination"] += 1
            seen["nested"] += labels[node] == "Coord_Co"
            seen["comma"] += len(commas) > 0
            seen["announced"] += "AuxY" in found
            seen["shared"] += bool(found & {"Sb", "Atr", "Adv"})
    assert seen["coordination"] > 500
    assert min(seen.values()) > 20, seen


def test_function_words_and_punctuation_have_labels_of_prague_style(language):
    several = 0
    for sentence in language:
        heads, labels = heads_and_labels(sentence)
        assert (heads[-1], labels[-1]) == (0, "AuxK")
        marks = [label in ("AuxX", "AuxK") for label in labels]
        assert not any(a and b for a, b in pairwise(marks))
        assert not marks[1]
        roots = [labels[d] for d in range(1, len(heads) - 1) if heads[d] == 0]
        assert {*roots} <= {"Pred", "Coord", "ExD"}
        several += len(roots) > 1
        for node in (n for n in range(1, len(heads)) if labels[n] in ("AuxP", "AuxC")):
            assert sum(h == node and x != "AuxX" for h, x in zip(heads, labels, strict=True)) == 1
        assert not {"AuxP_Co", "AuxC_Co"} & {*labels}
    assert 0.01 <= several / len(language) <= 0.08


def test_verbs_have_one_subject_and_agree_with_it():
    """Without confused labels; subjects shared by conjuncts count for each of them."""
    agree = []
    for sentence in drawn(1000, 6, labels={}):
        heads, labels = heads_and_labels(sentence)
        number = {i: row[5].partition("num=")[2][:2] for i, row in enumerate(sentence, start=1)}
        subjects = Counter(h for h, label in zip(heads, labels, strict=True) if label == "Sb")
        for node in range(1, len(heads)):
            if labels[node] == "Sb" and sentence[heads[node] - 1][4] == "Vfin":
                agree.append(number[node] == number[heads[node]])
            found = subjects[node]
            while labels[node].endswith("_Co"):
                node = heads[node]
                while labels[node] in ("AuxP", "AuxC"):
                    node = heads[node]
                found += subjects[node]
            assert found <= 1
    assert len(agree) > 250
    assert all(agree)


def test_clitics_never_open_a_sentence(language):
    clitics = [[row[4] in ("PH", "P7") for row in sentence] for sentence in language]
    assert not any(sentence[0] for sentence in clitics)
    assert sum(sentence[1] for sentence in clitics) > 100


@pytest.mark.parametrize("name", [None, *MOVEMENTS])
def test_arcs_cross_only_by_movements_and_by_each_of_them(name):
    movements = {name: MOVEMENTS[name] | {"rate": 1.0}} if name else {}
    trees = [heads_and_labels(s)[0] for s in drawn(400, 5, movements=movements)]
    assert any(map(nonprojective_dependents, trees)) == bool(name)


@pytest.mark.parametrize("hashes", ["1", "2"])
def test_synthesize_writes_the_same_bytes_in_another_process(hashes):
    """Those of a file that was made with an earlier version."""
    code = "import sys; from nonproj.synthesis import synthesize as s\n"
    code += "sys.stdout.buffer.write(s(sys.argv[1], 40, 6))"
    environment = os.environ | {"PYTHONHASHSEED": hashes}
    command = [sys.executable, "-c", code, GRAMMAR]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert done.stdout == (ROOT / "tests" / "data" / "golden" / "gold.conllx").read_bytes()


def test_fewer_sentences_are_the_first_of_more_and_seeds_share_the_words():
    def prepositions(sentences):
        return {row[2] for sentence in sentences for row in sentence if row[3] == "R"}

    long, other = drawn(300, 1), drawn(300, 2)
    assert drawn(20, 1) == long[:20]
    assert not any(sentence in long for sentence in other)
    assert prepositions(other) == prepositions(long)


def test_streams_differ_by_name_and_draw_values_by_weight():
    names = ("a",), ("b",), ("a", 0), ("a", 1)
    draws = [[Stream(7, *name).uniform() for _ in range(3)] for name in (*names, ("a", 1))]
    assert len({*map(tuple, draws)}) == 4
    assert draws[3] == draws[4]
    stream, shares = Stream(7, "test"), {"a": 0.6, "b": 0.3, "c": 0.1}
    found = Counter(stream.draw({"a": 6, "b": 3, "c": 1}) for _ in range(20000))
    assert all(abs(found[value] / 20000 - share) < 0.015 for value, share in shares.items())


def test_a_syncretic_form_lists_all_values_of_its_case():
    endings = {"sg": {"nom": "a", "acc": "u", "voc": "a"}, "pl": {"any": "i"}}
    word = {"inflection": ["num", "case"], "endings": endings}
    assert inflect(word, {"num": "sg", "case": "voc"}) == ("a", ["num=sg", "case=nom/voc"])
    assert inflect(word, {"num": "sg", "case": "acc"}) == ("u", ["num=sg", "case=acc"])
    assert inflect(word, {"num": "pl", "case": "acc"}) == ("i", ["num=pl"])
