"""Models that earlier releases saved are read, and parse as they did."""

import re
import tarfile

import pytest

import nonproj
from conftest import ROOT
from nonproj.data.conll import parse_treebank, render
from nonproj.parsers.families import FAMILIES

ARCHIVES = sorted(ROOT.glob("tests/data/models-*.tar.xz"))


@pytest.fixture(params=ARCHIVES, ids=lambda path: path.name)
def kept(request, tmp_path):
    """The models of a release by name, each with its parse, as a file."""
    with tarfile.open(request.param) as archive:
        archive.extractall(tmp_path, filter="data")
    text = request.param.with_name(request.param.name.replace("tar.xz", "conll"))
    found = re.split("^# model = (.*)\n", text.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {
        name: (nonproj.load(tmp_path / f"{name}.npz"), parse)
        for name, parse in zip(found[1::2], found[2::2], strict=True)
    }


def test_models_of_earlier_releases_parse_as_they_did(kept):
    for name, (model, parse) in kept.items():
        text = parse_treebank(parse.encode(), f"{name}.conll")
        assert render(model.parse(text, tags="predict").treebank).decode() == parse, name


def test_each_release_has_a_model_of_each_family(kept):
    families = {model.variant.family for name, (model, _) in kept.items() if name != "bundle"}
    assert families == {family.name for family in FAMILIES}
