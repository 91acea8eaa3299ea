"""The tagger learns from spelling and context; jackknifing never shows a tagger its own answer."""

import numpy as np
import pytest

from nonproj.errors import NonprojError
from nonproj.tagging import jackknife as jackknifing
from nonproj.tagging.jackknife import jackknife, tag_with
from nonproj.tagging.tagger import train_tagger
from samples.treebanks import made_treebank


def accuracy(gold, predicted, name):
    words = gold.is_word
    codes = getattr(predicted, name).recoded(getattr(gold, name).values, unknown=-9)
    return np.mean(codes[words] == getattr(gold, name).codes[words])


def test_tags_of_unseen_sentences():
    train, test = made_treebank(200), made_treebank(60, seed=2)
    predicted = tag_with(train, test, ("upos", "feats"))
    assert accuracy(test, predicted, "upos") > 0.9
    assert accuracy(test, predicted, "feats") > 0.6
    assert predicted.xpos is test.xpos
    assert (predicted.upos.codes[~test.is_word] == -1).all()


def test_same_seed_same_tags():
    train = made_treebank(50)
    first, second = (train_tagger(train, "upos", seed=3).weights for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_jackknife_trains_without_the_fold_it_tags(monkeypatch):
    treebank, seen = made_treebank(23), []

    class Recorder:
        def __init__(self, part):
            self.forms = part.form.strings()

        def tag(self, part):
            seen.append((self.forms.count(None), part.n_sentences))
            return part.upos

    monkeypatch.setattr(jackknifing, "train_tagger", lambda part, name, seed: Recorder(part))
    tagged = jackknife(treebank, 5, ("upos",))
    assert [held for _, held in seen] == [4, 5, 5, 5, 4]
    assert all(trained + held == 23 for trained, held in seen)
    np.testing.assert_array_equal(tagged.upos.codes, treebank.upos.codes)


def test_jackknifed_tags_have_errors():
    treebank = made_treebank(100)
    share = accuracy(treebank, jackknife(treebank, 5, ("upos",)), "upos")
    assert 0.85 < share < 1.0


@pytest.mark.parametrize("folds", [1, 11])
def test_folds_must_fit(folds):
    with pytest.raises(NonprojError, match=f"{folds} folds of 10 sentences"):
        jackknife(made_treebank(10), folds)
