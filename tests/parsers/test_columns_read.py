"""Models say which of the columns that they learned to read a text leaves empty."""

import pytest

from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.transition.features import FeatureModel
from samples.treebanks import made_treebank, without


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("arc-standard", ["lemma", "upos", "xpos", "feats"]),
        ("arc-standard@tl-acc", ["lemma", "upos", "xpos", "feats"]),
        ("mst", ["upos"]),
    ],
)
def test_a_model_lacks_what_it_read_in_training_and_a_text_leaves_empty(name, read):
    full = made_treebank(30)
    bare, untagged = (
        without(full, *columns) for columns in (("lemma", "upos", "xpos", "feats"), ["upos"])
    )
    model = train(variant_named(name), full, Training())
    assert [model.lacking(text) for text in (full, untagged, bare)] == [[], ["upos"], read]
    assert model.tags_read == read
    untrained = train(variant_named(name), bare, Training())
    assert untrained.lacking(bare) == untrained.tags_read == []


def test_a_feature_model_reads_some_columns():
    nodes = {"s0": ["form", "deprel", "morphology"], "b0": ["form", "upos"]}
    model = FeatureModel.of(
        {"description": "small", "nodes": nodes, "merges": ["s0.lemma + b0.form"]}
    )
    assert model.columns == ["lemma", "upos", "feats"]
