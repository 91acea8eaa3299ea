"""Parsers with taggers: from forms alone to trees, in one file."""

from functools import cache

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank, render, write_treebank
from nonproj.errors import NonprojError
from nonproj.parsers import tagged
from nonproj.parsers.families import load_model, train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.tagger_files import load_tagger, save_tagger
from nonproj.tagging.columns import TAGGED_COLUMNS
from nonproj.tagging.jackknife import train_and_tag
from nonproj.tagging.taggers import train_taggers
from samples.treebanks import labelled_score, made_treebank, saved, without

SIZE = 150


@cache
def trained(name):
    return train(variant_named(name), made_treebank(SIZE), Training(tags="predicted"))


@pytest.fixture(params=["arc-standard+head", "eisner"])
def model(request):
    return trained(request.param)


def test_a_parser_with_a_tagger_tags_and_parses_forms_alone(model):
    gold = made_treebank(40, seed=2)
    forms = without(gold, *TAGGED_COLUMNS)
    parsed = model.parse(forms).treebank
    by_gold_tags = model.parse(gold).treebank
    blind = model.parse(forms, tags="keep").treebank
    assert labelled_score(gold, blind) + 0.05 < labelled_score(gold, parsed)
    assert labelled_score(gold, parsed) <= labelled_score(gold, by_gold_tags)
    words = gold.is_word
    for name in TAGGED_COLUMNS:
        known = getattr(gold, name)
        same = getattr(parsed, name).recoded(known.values, unknown=-9) == known.codes
        assert same[words].mean() > 0.5
    again = parse_treebank(render(parsed))
    assert (again.head == parsed.head).all()
    assert again.upos.strings() == parsed.upos.strings()


def test_a_stored_tagger_and_the_text_that_it_tagged_give_the_same_model(tmp_path):
    tagger, text = train_and_tag(made_treebank(SIZE))
    save_tagger(tmp_path / "tagger.npz", tagger)
    write_treebank(text, tmp_path / "tagged.conllu")
    how = Training(tags="predicted", tagging=(tmp_path / "tagger.npz", tmp_path / "tagged.conllu"))
    again = train(variant_named("eisner"), made_treebank(SIZE), how)
    assert saved(again, tmp_path / "two.npz") == saved(trained("eisner"), tmp_path / "one.npz")
    with pytest.raises(NonprojError, match=r"one\.npz: header"):
        load_tagger(tmp_path / "one.npz")


def test_a_parser_with_a_tagger_fills_only_missing_tags(model):
    gold = made_treebank(10, seed=2)
    half = without(gold, "xpos", "lemma")
    assert model.to_fill(gold) == ()
    assert model.to_fill(half) == ("xpos", "lemma")
    assert model.to_fill(half, "keep") == ()
    assert {*model.to_fill(gold, "predict")} == {*TAGGED_COLUMNS}
    parsed = model.parse(half).treebank
    assert parsed.upos is half.upos
    tagged = model.tag(gold)
    assert parsed.xpos.strings() == tagged.xpos.strings()
    assert tagged.head is gold.head
    assert tagged.deprel is gold.deprel
    assert tagged.feats.strings() == model.parse(gold, tags="predict").treebank.feats.strings()


def test_a_parser_is_saved_in_one_file_with_its_taggers(model, tmp_path):
    text = without(made_treebank(10, seed=2), *TAGGED_COLUMNS)
    data, loaded = saved(model, tmp_path / "m.npz"), load_model(tmp_path / "m.npz")
    assert render(loaded.parse(text, threads=2).treebank) == render(model.parse(text).treebank)
    assert saved(loaded, tmp_path / "again.npz") == data


def test_a_parser_learns_from_tags_predicted_by_jackknifing():
    treebank, seen = made_treebank(23), []

    def train_parser(variant, tagged, how, prepared):
        seen.append((tagged, how))
        return train(variant, tagged, how)

    how = Training(tags="predicted", dev=made_treebank(5, seed=3))
    tagged.train(train_parser, variant_named("arc-standard"), treebank, how)
    [(learnt, used)] = seen
    own = train_taggers(treebank).tag(treebank)
    assert used.tags == "given"
    gold, words = treebank.feats, treebank.is_word

    def right(text):
        return np.mean((text.feats.recoded(gold.values, unknown=-9) == gold.codes)[words])

    assert right(learnt) < right(own)
    assert used.dev.feats.strings() == train_taggers(treebank).tag(how.dev).feats.strings()


def test_a_parser_without_a_tagger_cannot_tag():
    model = train(variant_named("arc-standard"), made_treebank(20), Training())
    text = without(made_treebank(5, seed=2), *TAGGED_COLUMNS)
    assert not model.predicts
    assert model.to_fill(text) == ()
    assert model.lacking(text)
