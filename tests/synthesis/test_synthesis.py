"""The four artificial languages: what they promise and what they are made of."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank
from nonproj.errors import NonprojError
from nonproj.synthesis import load_profile, synthesize
from nonproj.synthesis.morphology import Inflection, Paradigm
from nonproj.synthesis.streams import Choice, Stream

EMBEDDED = Path(__file__).parent.parent.parent / "data" / "embedded"
NAMES = ("short-frequent", "long-frequent", "rare-long", "cross-serial")
# Percent of arcs, percent of sentences and mean length of non-projective arcs.
NONPROJECTIVITY = {
    "short-frequent": ((1.5, 2.5), (21, 29), (4, 6)),
    "long-frequent": ((1.8, 2.8), (24, 32), (9, 12.5)),
    "rare-long": ((0.25, 0.6), (4.5, 8.5), (6.5, 10)),
    "cross-serial": ((4.3, 6.2), (31, 41), (6, 10)),
}


class Language:
    """Samples of one embedded language, made once for all tests."""

    def __init__(self, name):
        self.profile = load_profile(EMBEDDED / f"{name}.yaml")
        self.data = synthesize(self.profile, 2000, 1)
        self.train = parse_treebank(self.data, name=name)
        self.dev = parse_treebank(synthesize(self.profile, 400, 2), name=name)
        self.sentences = sentences_of(self.data)


@pytest.fixture(scope="module")
def languages():
    return {name: Language(name) for name in NAMES}


@pytest.fixture(params=NAMES)
def language(request, languages):
    return languages[request.param]


def sentences_of(data):
    """Rows of strings, straight from the bytes."""
    return [
        [line.split("\t") for line in block.split("\n")]
        for block in data.decode("utf-8").strip().split("\n\n")
    ]


def heads_and_labels(sentence):
    return [0, *(int(row[6]) for row in sentence)], [None, *(row[7] for row in sentence)]


def nonprojective_dependents(heads):
    def dominates(ancestor, node):
        while node not in (0, ancestor):
            node = heads[node]
        return node == ancestor

    def between(a, b):
        return range(min(a, b) + 1, max(a, b))

    return [
        d
        for d in range(1, len(heads))
        if not all(dominates(heads[d], k) for k in between(heads[d], d))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_nonprojectivity_has_its_profile(name, languages):
    arcs = lengths = crossed = 0
    sentences = languages[name].sentences
    for sentence in sentences:
        heads, _ = heads_and_labels(sentence)
        found = nonprojective_dependents(heads)
        arcs += len(found)
        lengths += sum(abs(heads[d] - d) for d in found)
        crossed += bool(found)
    share, share_of_sentences, mean = NONPROJECTIVITY[name]
    assert share[0] <= 100 * arcs / sum(map(len, sentences)) <= share[1]
    assert share_of_sentences[0] <= 100 * crossed / len(sentences) <= share_of_sentences[1]
    assert mean[0] <= lengths / arcs <= mean[1]


def test_sentence_lengths_look_like_a_treebank(language):
    lengths = language.train.sentence_length
    assert 14 <= lengths.mean() <= 18
    assert 7 <= lengths.std() <= 11
    assert 0.005 <= np.mean(lengths >= 40) <= 0.06
    assert lengths.min() >= language.profile.grammar.length.least
    assert lengths.max() <= language.profile.grammar.length.most


def test_word_frequencies_are_zipfian(language):
    counts = np.sort(np.bincount(language.train.form.codes[language.train.is_word]))[::-1]
    ranks = np.arange(1, 1001)
    slope = np.polyfit(np.log(ranks), np.log(counts[:1000]), 1)[0]
    assert -1.3 <= slope <= -0.8


def test_unknown_words_in_dev(language):
    unknown = language.dev.form.recoded(language.train.form.values)[language.dev.is_word] < 0
    assert 0.03 <= unknown.mean() <= 0.15


def conjuncts_of(conjunction, heads, labels):
    """Dependents with the suffix; for AuxP and AuxC it sits on their dependents."""

    def is_member(node):
        if labels[node] in ("AuxP", "AuxC"):
            return any(is_member(d) for d in range(1, len(heads)) if heads[d] == node)
        return labels[node].endswith("_Co")

    return [d for d in range(1, len(heads)) if heads[d] == conjunction and is_member(d)]


def test_coordination_is_in_prague_style(language):
    seen = Counter()
    for sentence in language.sentences:
        heads, labels = heads_and_labels(sentence)
        accounted = set()
        for node in range(1, len(heads)):
            if labels[node] not in ("Coord", "Coord_Co"):
                continue
            conjuncts = conjuncts_of(node, heads, labels)
            dependents = [d for d in range(1, len(heads)) if heads[d] == node]
            commas = [d for d in dependents if labels[d] == "AuxX"]
            assert len([c for c in conjuncts if c < node]) == len(conjuncts) - 1 >= 1
            assert all(conjuncts[0] < comma < conjuncts[-1] for comma in commas)
            accounted.update(conjuncts)
            seen["coordination"] += 1
            seen["nested"] += labels[node] == "Coord_Co"
            seen["commas"] += len(commas)
            seen["more than two"] += len(conjuncts) > 2
            shared = set(dependents) - set(conjuncts) - set(commas)
            seen["announced"] += any(labels[d] == "AuxY" for d in shared)
            seen["shared"] += any(labels[d] in ("Sb", "Atr", "Adv") for d in shared)
        for node in range(1, len(heads)):
            if labels[node].endswith("_Co"):
                while labels[heads[node]] in ("AuxP", "AuxC"):
                    node = heads[node]
                assert node in accounted
    assert seen["coordination"] > 500
    assert min(seen.values()) > 20, seen


def test_function_words_and_punctuation_are_labelled_as_in_prague(language):
    labels_seen, several_roots = Counter(), 0
    for sentence in language.sentences:
        heads, labels = heads_and_labels(sentence)
        labels_seen.update(labels[1:])
        assert heads[-1] == 0
        assert labels[-1] == "AuxK"
        roots = [labels[d] for d in range(1, len(heads) - 1) if heads[d] == 0]
        several_roots += len(roots) > 1
        assert set(roots) <= {"Pred", "Coord", "ExD"}
        for node in range(1, len(heads)):
            assert labels[node] not in ("AuxP_Co", "AuxC_Co")
            if labels[node] in ("AuxP", "AuxC"):
                assert (
                    heads.count(node)
                    - [labels[d] for d in range(1, len(heads)) if heads[d] == node].count("AuxX")
                    == 1
                )
            if labels[node] == "AuxV" and not labels[heads[node]].startswith("Coord"):
                assert sentence[heads[node] - 1][3] == "V"
    total = sum(labels_seen.values())
    for label, least in {
        "AuxV": 0.02,
        "AuxP": 0.05,
        "AuxC": 0.008,
        "Adv": 0.1,
        "Obj": 0.05,
    }.items():
        assert labels_seen[label] / total >= least, label
    assert 0.01 <= several_roots / len(language.sentences) <= 0.08


def test_no_comma_is_idle(language):
    for sentence in language.sentences:
        tags = [row[7] in ("AuxX", "AuxK") for row in sentence]
        assert not tags[0]
        assert not any(a and b for a, b in pairwise(tags))


def test_finite_verbs_agree_with_their_subjects(language):
    """Coordinated subjects count as plural; few arcs are blurred by confused labels."""
    agree = total = 0
    for sentence in language.sentences:
        feats = [dict(f.split("=") for f in row[5].split("|") if f != "_") for row in sentence]
        for row, own in zip(sentence, feats, strict=True):
            verb = int(row[6]) - 1
            if row[7] == "Sb" and row[3] == "N" and sentence[verb][4].endswith("fin"):
                total += 1
                agree += own["num"] == feats[verb]["num"]
    assert total > 500
    assert agree / total > 0.97


def test_no_verb_has_two_subjects(language):
    """Subjects shared by conjuncts included; without confused labels."""
    grammar = language.profile.grammar
    grammar = replace(grammar, noise=replace(grammar.noise, labels={}))
    for sentence in sentences_of(synthesize(replace(language.profile, grammar=grammar), 400, 6)):
        heads, labels = heads_and_labels(sentence)
        own = Counter(heads[d] for d in range(1, len(heads)) if labels[d] == "Sb")
        for node in range(1, len(heads)):
            subjects = own[node]
            while labels[node].endswith("_Co"):
                node = heads[node]
                while labels[node] in ("AuxP", "AuxC"):
                    node = heads[node]
                subjects += own[node]
            assert subjects <= 1


def test_short_frequent_clitics_never_open_a_sentence(languages):
    clitics = [[row[4] in ("PH", "P7") for row in s] for s in languages["short-frequent"].sentences]
    assert not any(sentence[0] for sentence in clitics)
    assert sum(sentence[1] for sentence in clitics) > 100


def test_cross_serial_verbs_follow_their_objects_in_the_same_order(languages):
    """Two verbs of a chain, each with a noun of its own before both: N1 N2 V1 V2."""
    serial = nested = 0
    for sentence in languages["cross-serial"].sentences:
        heads, labels = heads_and_labels(sentence)
        objects = [
            d
            for d in range(1, len(heads))
            if labels[d] in ("Obj", "Sb") and sentence[d - 1][3] in ("N", "P") and heads[d] > d
        ]
        for a, b in combinations(objects, 2):
            if heads[heads[b]] == heads[a]:
                serial += b < heads[a] < heads[b]
            if heads[heads[a]] == heads[b]:
                nested += b < heads[a] < heads[b]
    assert serial > 200
    assert nested < serial / 10


@pytest.mark.parametrize("name", NAMES)
def test_only_movements_cross(name, languages):
    profile = languages[name].profile
    still = replace(profile, grammar=replace(profile.grammar, movements=()))
    for sentence in sentences_of(synthesize(still, 200, 5)):
        assert nonprojective_dependents(heads_and_labels(sentence)[0]) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_movement_crosses(name, languages):
    profile = languages[name].profile
    for movement in profile.grammar.movements:
        alone = (replace(movement, rate=1.0),)
        moved = replace(profile, grammar=replace(profile.grammar, movements=alone))
        drawn = sentences_of(synthesize(moved, 400, 5))
        crossed = [s for s in drawn if nonprojective_dependents(heads_and_labels(s)[0])]
        assert crossed, movement.name


# Determinism


@pytest.mark.parametrize("seed", ["1", "2"])
def test_other_processes_write_the_same_bytes(seed, languages):
    code = (
        "import sys; from nonproj.synthesis import load_profile, synthesize\n"
        "for path in sys.argv[1:]: sys.stdout.buffer.write(synthesize(load_profile(path), 40, 1))"
    )
    paths = [EMBEDDED / f"{name}.yaml" for name in NAMES]
    environment = os.environ | {"PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", code, *paths]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    first = [language.data.split(b"\n\n")[:40] for language in languages.values()]
    assert done.stdout == b"".join(b"\n\n".join([*sentences, b""]) for sentences in first)


def test_seeds_change_the_sentences_but_not_the_words(language):
    def prepositions(sentences):
        return {row[2] for sentence in sentences for row in sentence if row[7] == "AuxP"}

    other = synthesize(language.profile, 300, 2)
    assert not language.data.startswith(other[: other.index(b"\n\n")])
    assert prepositions(sentences_of(other)) <= prepositions(language.sentences)


def test_streams_are_told_apart_by_name():
    def draws(*name):
        stream = Stream(7, *name)
        return [stream.uniform() for _ in range(300)]

    assert draws("sentence", 1) == draws("sentence", 1)
    assert len({tuple(draws(*name)) for name in (("a",), ("b",), ("a", 0), ("a", 1))}) == 4


def test_choice_follows_its_weights():
    stream, choice = Stream(7, "test"), Choice({"a": 6, "b": 3, "c": 1})
    drawn = Counter(choice.draw(stream) for _ in range(20000))
    for value, share in {"a": 0.6, "b": 0.3, "c": 0.1}.items():
        assert abs(drawn[value] / 20000 - share) < 0.015  # more than four standard errors


def test_syncretic_forms_show_all_their_values():
    endings = {"sg": {"nom": "a", "acc": "u", "voc": "a"}, "pl": {"any": "i"}}
    paradigm = Paradigm("words.noun", Inflection(("num", "case"), endings))
    assert paradigm.inflect({"num": "sg", "case": "voc"}) == ("a", ("num=sg", "case=nom/voc"))
    assert paradigm.inflect({"num": "sg", "case": "acc"}) == ("u", ("num=sg", "case=acc"))
    assert paradigm.inflect({"num": "pl", "case": "acc"}) == ("i", ("num=pl",))
    with pytest.raises(NonprojError, match=r"words\.noun: no ending for num=du; expected sg, pl"):
        paradigm.inflect({"num": "du", "case": "nom"})


@pytest.mark.parametrize(("sentences", "seed", "message"), [(0, 1, "sentences 0"), (1, -1, "-1")])
def test_impossible_requests_are_refused(sentences, seed, message, languages):
    with pytest.raises(NonprojError, match=message):
        synthesize(languages["rare-long"].profile, sentences, seed)
