"""Feature models are read strictly, and the extractor agrees with a slow one."""

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import yaml

from conftest import ROOT
from nonproj.data.yaml_files import read_yaml
from nonproj.errors import NonprojError
from nonproj.parsers.transition.extraction import distance_code, extract, merge_key
from nonproj.parsers.transition.feature_files import FEATURE_MODELS
from nonproj.parsers.transition.features import Attribute, FeatureModel, feature_model_of
from nonproj.parsers.transition.symbols import (
    TransitionVocabulary,
    compile_templates,
    max_features,
    template_of_ids,
)
from nonproj.systems.dispatch import apply, legal
from nonproj.systems.moves import N_MOVES, NO_LABEL, has_label
from nonproj.systems.registry import SYSTEM_ROWS, system_named
from samples.configurations import begun
from samples.treebanks import made_treebank, without

FILES = sorted(path.stem for path in Path(FEATURE_MODELS).glob("*.yaml"))
SYSTEMS = ("arc-standard", "arc-eager", "attardi", "swap-eager", "covington-dinf", "mh4-greedy",
           "2-planar")  # fmt: skip
EVERYTHING = {
    "description": "every kind of feature",
    "nodes": {
        "s0": ["form", "lemma", "upos", "xpos", "feats", "morphology", "deprel", "n-left"],
        "b0": ["morphology", "upos"],
        "b9": ["form"],
        "k0": ["lemma"],
        "x0": ["upos"],
        "head(s0)": ["deprel", "n-right"],
        "lc2(head(s1))": ["upos"],
        "rc(lc(rc2(s0)))": ["form"],
    },
    "merges": ["s0.upos + b0.upos", "s0.form + lc(s0).deprel + rc(b0).n-left"],
    "distances": ["s0 b0", "s1 s0"],
}


def test_every_feature_file_is_read_and_every_system_has_one():
    for name in FILES:
        model = feature_model_of(name)
        assert (
            FeatureModel.of(yaml.safe_load((FEATURE_MODELS / f"{name}.yaml").read_text())) == model
        )
    for row in SYSTEM_ROWS:
        system = system_named(f"{row.name}-dinf" if row.takes_degree else row.name)
        assert feature_model_of(system.features).singles
    assert len(feature_model_of("nivre-2007").singles) == 22
    with pytest.raises(NonprojError, match="expected one of 2-planar, arc-eager, "):
        feature_model_of("arc-standrad")


def test_a_feature_model_reads_the_columns_of_nodes_and_merges():
    nodes = {"s0": ["form", "deprel", "morphology"], "b0": ["form", "upos"]}
    content = {"description": "small", "nodes": nodes, "merges": ["s0.lemma + b0.form"]}
    assert FeatureModel.of(content).columns == ["lemma", "upos", "feats"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "colour: 'red'; expected one of description, nodes"),
        ({"nodes": {"s0": ["upos", "case"]}}, "nodes.s0.1: 'case'; expected 'form', 'lemma'"),
        ({"nodes": {"z0": ["upos"]}}, "address 'z0'"),
        ({"nodes": {"x1": ["upos"]}}, "address 'x1'"),
        ({"nodes": {"up(s0)": ["upos"]}}, "step 'up'"),
        ({"nodes": {"head(lc(rc(lc(s0))))": ["upos"]}}, "at most 3"),
        ({"nodes": {"s0": ["upos", "upos"]}}, "a feature occurs twice"),
        ({"merges": ["s0.upos + b0.upos + b1.upos + b2.upos"]}, "has 4 parts"),
        ({"merges": ["s0.upos"]}, "has 1 parts"),
        ({"merges": ["s0.morphology + b0.upos"]}, "cannot be merged"),
        ({"merges": ["s0.colour + b0.upos"]}, "feature 's0.colour'"),
        ({"distances": ["s0"]}, "expected two addresses"),
        ({"nodes": {}}, "nodes"),
        ({"nodes": 3}, "nodes: 3; expected an object"),
    ],
)
def test_mistakes_in_a_feature_model_are_named(change, message):
    with pytest.raises(NonprojError, match=re.escape(message)):
        FeatureModel.of({**EVERYTHING, **change}, "file.yaml")


LISTS = {"s": 0, "b": 1, "k": 2, "x": 3}
LINKS = {"head": 0, "lc": 2, "lc2": 3, "rc": 4, "rc2": 5}


class SlowExtractor:
    """Features as sets of strings, node by node."""

    def __init__(self, content, treebank, config, sentence):
        self.content, self.config = content, config
        first, last = treebank.start[sentence : sentence + 2]
        names = ("form", "lemma", "upos", "xpos", "feats")
        self.columns = {n: getattr(treebank, n).strings()[first:last] for n in names}
        self.labels = treebank.deprel.values

    def node(self, address):
        if "(" in address:
            step, rest = address[:-1].split("(", 1)
            inner = self.node(rest)
            return None if inner is None else self.found(self.config.nodes[inner, LINKS[step]])
        row, depth = LISTS[address[0]], int(address[1:])
        content = self.config.lists[row, : self.config.state[row]].tolist()[::-1]
        return content[depth] if depth < len(content) else None

    @staticmethod
    def found(node):
        return None if node < 0 else int(node)

    def value(self, address, attribute):
        node = self.node(address)
        if node is None:
            return "(none)"
        if attribute == "deprel":
            label = int(self.config.nodes[node, 1])
            return "(root)" if label < 0 else self.labels[label]
        if attribute in ("n-left", "n-right"):
            return min(3, int(self.config.nodes[node, 6 if attribute == "n-left" else 7]))
        return "(root)" if node == 0 else self.columns[attribute][node]

    def features(self):
        found, silent = set(), set()
        for address, attributes in self.content["nodes"].items():
            for attribute in attributes:
                if attribute == "morphology":
                    node = self.node(address)
                    items = self.columns["feats"][node].split("|") if node else []
                    found |= {(address, "morphology", item) for item in items if item != "_"}
                elif self.node(address) is not None or address not in silent:
                    found.add((address, attribute, self.value(address, attribute)))
                    silent.add(address)
        for pair in self.content["distances"]:
            a, b = map(self.node, pair.split())
            if a is not None and b is not None and a != b:
                found.add((pair, "distance", self.bin(b - a)))
        return found

    @staticmethod
    def bin(length):
        bounds = [1, 2, 3, 4, 6, 10]
        return (length > 0, sum(abs(length) > bound for bound in bounds))

    def merges(self):
        split = [
            [part.strip().rsplit(".", 1) for part in m.split("+")] for m in self.content["merges"]
        ]
        return [tuple(self.value(*part) for part in parts) for parts in split]


def walk(system, treebank, sentence, rng):
    """Configurations along random legal transitions."""
    config = begun(system, int(treebank.sentence_length[sentence]))
    while mask := legal(system.code, config):
        yield config
        moves = [m for m in range(N_MOVES) if mask >> m & 1]
        move = int(rng.choice(moves))
        label = int(rng.integers(len(treebank.deprel.values))) if has_label(move) else NO_LABEL
        apply(system.code, config, move, label)


def extraction_from(treebank):
    """What features of every kind are extracted with."""
    vocabulary = TransitionVocabulary.of(treebank)
    labels = np.arange(len(vocabulary.labels), dtype=np.int32)
    templates = compile_templates(FeatureModel.of(EVERYTHING), vocabulary, labels)
    symbols = vocabulary.encode(treebank)
    places = np.zeros(len(templates.addresses), np.int32)
    return vocabulary, templates, symbols, places, np.zeros(max_features(templates, symbols), "i4")


@pytest.mark.parametrize("name", SYSTEMS)
def test_extracted_features_equal_those_of_a_slow_extractor(name):
    treebank, rng = made_treebank(40), np.random.default_rng(5)
    _, templates, symbols, places, out = extraction_from(treebank)
    name_of, id_of, merge_of = {}, {}, {}
    for sentence in range(treebank.n_sentences):
        first = int(treebank.start[sentence])
        for config in walk(system_named(name), treebank, sentence, rng):
            slow = SlowExtractor(EVERYTHING, treebank, config, sentence)
            n = extract(templates, symbols, config, first, places, out)
            expected = slow.features()
            assert n == len(set(out[:n].tolist())) == len(expected)
            # Ids and names must be in one-to-one correspondence over all configurations.
            for feature in expected:
                id_of.setdefault(feature, set(out[:n].tolist()))
                id_of[feature] &= set(out[:n].tolist())
            for number in out[:n].tolist():
                name_of.setdefault(number, set(expected))
                name_of[number] &= expected
            for merge, values in enumerate(slow.merges()):
                key = int(merge_key(templates, symbols, config, first, places, merge))
                assert merge_of.setdefault((merge, values), key) == key
    assert all(id_of.values())
    assert all(name_of.values())
    assert len(name_of) == len(id_of) > 100
    assert len(set(merge_of.values())) == len(merge_of) > 20


def test_a_distance_feature_tells_bin_and_side():
    right = [distance_code(10, 10 + d) for d in range(1, 13)]
    assert right == [0, 1, 2, 3, 4, 4, 5, 5, 5, 5, 6, 6]
    assert [distance_code(20, 20 - d) for d in range(1, 13)] == [code + 7 for code in right]


@pytest.mark.parametrize("fine", [True, False])
def test_the_feature_pos_is_the_coarse_tag_where_training_has_no_fine_tags(fine):
    """POS is XPOS, or UPOS where training has no fine tags, in single features and in merges."""
    treebank = made_treebank(10)
    if not fine:
        treebank = without(treebank, "xpos")
    vocabulary = TransitionVocabulary.of(treebank)
    labels = np.arange(len(vocabulary.labels), dtype=np.int32)
    column = "xpos" if fine else "upos"
    asked, meant = (
        FeatureModel.of(
            {"description": "", "nodes": {"s0": [name]}, "merges": [f"s0.{name} + b0.form"]}
        )
        for name in ("pos", column)
    )
    for a, b in zip(
        *(compile_templates(m, vocabulary, labels) for m in (asked, meant)), strict=True
    ):
        np.testing.assert_array_equal(a, b)
    assert asked.columns == ["upos", "xpos"]


def test_a_value_not_seen_in_training_has_no_feature():
    known, unknown = made_treebank(40), made_treebank(40, seed=2)
    vocabulary = TransitionVocabulary.of(known)
    codes = vocabulary.encode(unknown).codes
    strings = unknown.form.strings()
    for slot, code in enumerate(codes[Attribute.FORM].tolist()):
        if strings[slot] is None:
            assert code == 1
        elif strings[slot] in known.form.index:
            assert vocabulary.columns[0][code - 2] == strings[slot]
        else:
            assert code == -1
    assert (codes[Attribute.FORM] == -1).any()


def test_templates_of_ids_are_disjoint_in_a_configuration():
    treebank, rng = made_treebank(20), np.random.default_rng(1)
    vocabulary, templates, symbols, places, out = extraction_from(treebank)
    template = template_of_ids(templates, vocabulary, np.array([0, 1, 1]))
    assert template[-3:].tolist() == [template.max() - 1, template.max(), template.max()]
    for config in walk(system_named("arc-eager"), treebank, 3, rng):
        n = extract(templates, symbols, config, int(treebank.start[3]), places, out)
        assert len(set(template[out[:n]].tolist())) == n


MALTPARSER_COLUMNS = {
    "form": "InputColumn(FORM, {})",
    "lemma": "InputColumn(LEMMA, {})",
    "upos": "InputColumn(CPOSTAG, {})",
    "xpos": "InputColumn(POSTAG, {})",
    "feats": "InputColumn(FEATS, {})",
    "morphology": r"Split(InputColumn(FEATS, {}), \|)",
    "deprel": "OutputColumn(DEPREL, {})",
}
MALTPARSER_NODES = {
    **{f"s{i}": f"Stack[{i}]" for i in range(3)},
    **{f"b{i}": f"Lookahead[{i}]" for i in range(3)},
    **{
        f"{ours}(s{i})": f"{theirs}(Stack[{i}])"
        for ours, theirs in (("lc", "ldep"), ("rc", "rdep"))
        for i in range(2)
    },
}


def test_the_features_given_to_maltparser_are_those_of_arc_standard():
    model = read_yaml(ROOT / "src/nonproj/parsers/transition/feature_models/arc-standard.yaml")
    expected = [
        MALTPARSER_COLUMNS[attribute].format(MALTPARSER_NODES[node])
        for node, attributes in model["nodes"].items()
        for attribute in attributes
    ]
    assert model["distances"] == ["s1 s0"]
    assert "merges" not in model
    root = ElementTree.parse(ROOT / "data/maltparser/arc-standard.xml")
    *found, distance = [feature.text for feature in root.iter("feature")]
    assert found == expected
    assert distance.startswith("Distance(Stack[0], Stack[1], 0|1|")


def test_peers_of_maltparser_belong_to_a_suite_of_the_configuration():
    peers = read_yaml(ROOT / "data/maltparser/peers.yaml")
    assert peers["suite"] in read_yaml(ROOT / "config.yaml")["suites"]
    assert {*peers["peers"]} == {
        "maltparser-liblinear",
        "maltparser-liblinear-features",
        "maltparser-libsvm-features",
    }
