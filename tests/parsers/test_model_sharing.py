"""Variants that are trained on the same trees share a model."""

import pytest

from nonproj.data.conll import write_treebank
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.model_sharing import train_or_share
from nonproj.parsers.steps import prepared
from samples.treebanks import made_treebank, saved


@pytest.mark.parametrize("before", ["", "parentswap:nsubj+"])
@pytest.mark.parametrize(("cap", "shared"), [(500, True), (1, False)])
def test_a_model_is_shared_where_labels_are_fewer_than_the_cap(tmp_path, cap, shared, before):
    treebank, steps = made_treebank(30), f"{before}head-cap{cap}"
    how = Training(seed=2, tags="given" if before else "predicted")
    files = [tmp_path / name for name in ("capped.conll", "uncapped.conll")]
    for file, names in zip(files, (steps, f"{before}head"), strict=True):
        write_treebank(prepared(names, treebank), file)
    other = train(variant_named(f"arc-standard+{before}head"), treebank, how)
    other.save(tmp_path / "other.npz")
    name = f"arc-standard+{steps}"
    found = train_or_share(name, treebank, files[0], how, [files[1], tmp_path / "other.npz"])
    assert found.variant == variant_named(name).fitted(treebank)
    assert (files[0].read_bytes() == files[1].read_bytes()) == shared
    assert found.parse(treebank).treebank.n_words == treebank.n_words
    alone = train_or_share(name, treebank, files[0], how)
    assert saved(found, tmp_path / "found.npz") == saved(alone, tmp_path / "trained.npz")
