"""Variants that are trained on the same trees share a model."""

import pytest

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.parsers.implied_steps import prepared
from nonproj.parsers.model_sharing import fit_or_share, uncapped
from nonproj.parsers.parser import train, variant_named
from nonproj.parsers.roots import root_mode_of
from samples.treebanks import made_treebank


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("carreras+head-cap30", "carreras+head"),
        ("arc-eager+headpath-cap5@maxent", "arc-eager+headpath@maxent"),
        ("carreras+head", None),
        ("carreras+npa", None),
    ],
)
def test_uncapped(name, twin):
    assert uncapped(name) == twin


@pytest.mark.parametrize(("cap", "shared"), [(500, True), (1, False)])
def test_a_model_is_shared_where_the_cap_caps_nothing(tmp_path, cap, shared):
    treebank, steps = made_treebank(30), f"head-cap{cap}"
    files = [tmp_path / name for name in ("capped.conll", "uncapped.conll")]
    for file, names in zip(files, (steps, "head"), strict=True):
        write_treebank(prepared(names, treebank), file)
    other = train(variant_named("arc-standard+head"), treebank, seed=2)
    other.save(tmp_path / "twin.npz")
    name, trees = f"arc-standard+{steps}", (files[0], read_treebank(files[0]))
    root_mode = root_mode_of(treebank)
    found = fit_or_share(name, trees, root_mode, 2, 1, [files[1], tmp_path / "twin.npz"])
    assert found.variant == variant_named(name)
    assert (files[0].read_bytes() == files[1].read_bytes()) == shared
    found.save(tmp_path / "found.npz")
    fit_or_share(name, trees, root_mode, 2, 1).save(tmp_path / "trained.npz")
    assert (tmp_path / "found.npz").read_bytes() == (tmp_path / "trained.npz").read_bytes()
