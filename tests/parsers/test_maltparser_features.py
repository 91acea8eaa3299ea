"""data/maltparser: the features of arc-standard as MaltParser names them."""

from xml.etree import ElementTree

from nonproj.data.yaml_files import read_yaml
from oracles.published_claims import ROOT

COLUMNS = {
    "form": "InputColumn(FORM, {})",
    "lemma": "InputColumn(LEMMA, {})",
    "upos": "InputColumn(CPOSTAG, {})",
    "xpos": "InputColumn(POSTAG, {})",
    "feats": "InputColumn(FEATS, {})",
    "morphology": r"Split(InputColumn(FEATS, {}), \|)",
    "deprel": "OutputColumn(DEPREL, {})",
}
NODES = {
    **{f"s{i}": f"Stack[{i}]" for i in range(3)},
    **{f"b{i}": f"Lookahead[{i}]" for i in range(3)},
    **{
        f"{ours}(s{i})": f"{theirs}(Stack[{i}])"
        for ours, theirs in (("lc", "ldep"), ("rc", "rdep"))
        for i in range(2)
    },
}


def test_maltparser_gets_the_features_of_arc_standard():
    model = read_yaml(ROOT / "src/nonproj/parsers/transition/feature_models/arc-standard.yaml")
    expected = [
        COLUMNS[attribute].format(NODES[node])
        for node, attributes in model["nodes"].items()
        for attribute in attributes
    ]
    assert model["distances"] == ["s1 s0"]
    assert "merges" not in model
    root = ElementTree.parse(ROOT / "data/maltparser/arc-standard.xml")
    *found, distance = [feature.text for feature in root.iter("feature")]
    assert found == expected
    assert distance.startswith("Distance(Stack[0], Stack[1], 0|1|")


def test_the_peers_are_of_a_suite():
    peers = read_yaml(ROOT / "data/maltparser/peers.yaml")
    assert peers["suite"] in read_yaml(ROOT / "config.yaml")["suites"]
    assert {*peers["peers"]} == {
        "maltparser-liblinear",
        "maltparser-liblinear-features",
        "maltparser-libsvm-features",
    }
