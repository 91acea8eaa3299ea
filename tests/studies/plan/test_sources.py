"""Where treebanks come from, as the configuration says."""

import json
import re

import pytest

from committed import ROOT
from nonproj.data.declared import as_declared
from nonproj.data.yaml_files import read_declared, read_yaml
from nonproj.errors import NonprojError
from studies.plan.treebanks.config import Config
from studies.plan.treebanks.sources import Sources


def config(*treebanks, own=None):
    suite = {"title": "T", "missing": "fail", "ten_folds_below": 0, "treebanks": list(treebanks)}
    rest = {"treebanks": own or {}, "suites": {"s": suite}}
    return {"suite": "s", "seed": 4, "mirror": "m"} | rest


def test_a_treebank_of_a_suite_is_own_public_or_embedded():
    own = {"mine": {"dev": "b.conllu", "train": "a.conllu"}}
    sources = Sources(config("mine", "ud20-got", "short-frequent", own=own), ROOT)
    assert list(sources.treebanks.values()) == ["own", "public", "embedded"]
    assert sources.public == ["ud20-got"]
    assert sources.local_splits["mine"] == {"train": "a.conllu", "dev": "b.conllu"}
    assert list(sources.local_splits["short-frequent"].values()) == [None, None, None]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (config("nope"), "suites: s: treebank 'nope' is unknown"),
        (
            config("short-frequent", own={"short-frequent": {"train": "a"}}),
            "'short-frequent' is the name of another treebank",
        ),
        (config("short-frequent") | {"suite": "elsewhere"}, "'elsewhere'; expected one of s"),
    ],
)
def test_a_configuration_with_unknown_or_ambiguous_treebanks_is_refused(wrong, message):
    with pytest.raises(NonprojError, match=message):
        Sources(wrong, ROOT)


def test_the_environment_overrides_the_mirror_of_the_configuration(monkeypatch):
    monkeypatch.delenv("NONPROJ_MIRROR", raising=False)
    sources = Sources(config("short-frequent"), ROOT)
    assert sources.mirror == "m"
    monkeypatch.setenv("NONPROJ_MIRROR", "/elsewhere")
    assert sources.mirror == "/elsewhere"


def test_each_artificial_split_is_drawn_from_a_seed_of_its_own():
    sources = Sources(config("short-frequent"), ROOT)
    other = Sources(config("short-frequent") | {"seed": 5}, ROOT)
    seeds = [s.seed_of(split) for s in (sources, other) for split in ("train", "dev", "test")]
    assert len({*seeds}) == 6


def test_a_missing_file_of_the_user_is_named(tmp_path):
    there, absent = tmp_path / "there.conllu", tmp_path / "absent.conllu"
    there.touch()
    files = {"mine": {"train": str(absent), "dev": str(there)}, "other": {"dev": str(absent)}}
    sources = Sources(config("mine", own=files), ROOT)
    with pytest.raises(NonprojError) as caught:
        sources.require_own_files()
    assert caught.value.args == (f"config: treebanks.mine.train: no such file: {absent}",)
    sources = Sources(config("mine-jackknifed", own={"mine": {"dev": str(there)}}), ROOT)
    with pytest.raises(NonprojError, match=r"treebanks\.mine has no train"):
        sources.require_own_files()


def test_available_treebanks_keep_the_order_of_the_suite(tmp_path):
    path = tmp_path / "availability.json"
    found = {"ud20-hu": {"splits": ["dev"]}, "short-frequent": {"splits": ["train", "dev"]}}
    path.write_text(json.dumps(found))
    sources = Sources(config("short-frequent", "ud20-hu"), ROOT)
    assert [*sources.found(path).items()] == [(name, found[name]) for name in sources.treebanks]
    artificial = Sources(config("short-frequent"), ROOT).found(None)["short-frequent"]
    assert (artificial["splits"], artificial["missing"]) == (["train", "dev", "test"], {})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "config: colour: 'red'; expected one of suite, seed, mirror"),
        ({"seed": -1}, "seed: -1; expected greater than or equal to 0"),
        (
            {"embedded": {"train": 0, "dev": 1, "test": 1}},
            "embedded.train: 0; expected greater than or equal to 1",
        ),
        ({"treebanks": {"mine": {}}}, "treebanks.mine: no file"),
        ({"treebanks": {"mine-jackknifed": {"train": "a"}}}, "stand for predicted tags"),
        ({"treebanks": {"my own": {"dev": "a"}}}, "'my own'; String should match pattern"),
        ({"suites": {"s": {"missing": "skip"}}}, "suites.s: 'title' is missing"),
        (
            {"suites": {"s": {"missing": "\ud800"}}, "x": 1},
            r""""missing": "\ud800' cannot be encoded in UTF-8""",
        ),
    ],
)
def test_a_configuration_with_a_mistake_is_refused_with_its_place(change, message):
    content = read_yaml(ROOT / "config.yaml") | change
    with pytest.raises(NonprojError, match=re.escape(message)):
        as_declared(content, Config, "config")


def test_a_configuration_with_braces_or_odd_names_of_suites_is_refused(tmp_path):
    whole = read_yaml(ROOT / "config.yaml")
    assert "papers" in read_declared(ROOT / "config.yaml", Config).suites
    with pytest.raises(NonprojError, match=r"mine: .*braces stand for wildcards"):
        as_declared(whole | {"treebanks": {"mine": {"train": "a{b}.conllu"}}}, Config, "config")
    suites = whole["suites"]
    for name in ("../x", "a\n", "", "a/b"):
        with pytest.raises(NonprojError, match="should match pattern"):
            as_declared(whole | {"suites": suites | {name: suites["mine"]}}, Config, "config")


@pytest.mark.parametrize("drawn", ["short-frequent", "ud20-got-jackknifed"])
def test_scores_of_another_seed_are_refused_if_the_seed_draws_the_texts(drawn):
    Sources(config("ud20-got"), ROOT).require_one_text()
    with pytest.raises(NonprojError, match=f"suites.s: {drawn}: made anew from each seed"):
        Sources(config("ud20-got", drawn), ROOT).require_one_text()
