"""Parses in the files of the workflow are made again only when they must be."""

import pytest

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.evaluation.parse_files import parse_if_changed
from nonproj.parsers.families import train, variant_named
from samples.treebanks import made_treebank


@pytest.fixture
def files(tmp_path):
    text, model = tmp_path / "text.conll", tmp_path / "model.npz"
    write_treebank(made_treebank(20, profile="cross-serial"), text)
    train(variant_named("arc-eager+head"), read_treebank(text)).save(model)
    return tmp_path / "parses" / "dev", model, text


def parsed(files, variant="arc-eager+head", code="c"):
    """The digest of the parse, and whether it was made again."""
    parse, model, text = files
    written = parse.with_name("dev.conll")
    before = written.stat().st_mtime_ns if written.exists() else None
    digest = parse_if_changed(parse, variant, str(model), str(text), code, 1)
    return digest, written.stat().st_mtime_ns != before


def test_only_what_changed_is_parsed_again(files):
    first, made = parsed(files)
    assert made
    assert parsed(files) == (first, False)
    assert parsed(files, code="other") == (first, True)
    files[2].write_text(files[2].read_text().split("\n\n")[0] + "\n\n")
    other, made = parsed(files, code="other")
    assert made
    assert other != first


def test_an_interrupted_parse_is_made_again(files):
    first, _ = parsed(files)
    files[0].with_name("dev.json").unlink()
    assert parsed(files) == (first, True)
