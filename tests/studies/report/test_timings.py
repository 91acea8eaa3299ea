"""How fast parsers are: folds and seeds together, by the keys of their scores."""

import json
from pathlib import Path
from types import SimpleNamespace

from inventions import measured
from nonproj.combination.schemes import Weights
from nonproj.results.values import Key, Values, items_of
from studies.plan.study.blends import Blend
from studies.report.findings.parsers import parsers_of
from studies.report.timings import Speed, collect_speeds, read_speeds


def blend(name, *parsers):
    return Blend(system=name, weights=Weights.EQ, parsers=parsers)


def with_blends(*blends):
    variants = [parser for blend in blends for parser in blend.parsers]
    return SimpleNamespace(runs=[SimpleNamespace(variants=variants, blends=blends)])


def parse_that_took(folder, words, seconds) -> str:
    (folder / "raw").mkdir(parents=True)
    about = {"words": words, "seconds": seconds, "counts": {}}
    (folder / "raw" / "dev.json").write_text(json.dumps(about), encoding="utf-8")
    return f"{folder}/dev.conll"


def test_speeds_of_folds_add_up(tmp_path):
    files = []
    for i, seconds in enumerate((1.5, 2.5, 4.0)):
        files.append(parse_that_took(tmp_path / f"{i}", 100, seconds))
    labels = ("mine", "test", "train=90%")
    logs = [str(tmp_path / f"{name}.log") for name in ("first", "second", "never")]
    for path, seconds in zip(logs[:2], (30.25, 12.5), strict=True):
        Path(path).write_text(f"seed: 1\nprocessor seconds: {seconds}\n", encoding="utf-8")
    rows = [
        (*labels, parser, file, [("trees", log)])
        for parser, file, log in zip(("mst", "mst", "attardi"), files, logs, strict=True)
    ]
    path = tmp_path / "speeds.csv"
    path.write_text(collect_speeds(rows), encoding="utf-8")
    first, second = read_speeds(path)
    assert first == (Key("mine", "test", "mst", items_of("train=90%")), 200, 4.0, 42.75)
    assert (second.words, second.seconds, second.training) == (100, 4.0, None)


def test_a_shared_model_takes_what_its_training_took(tmp_path):
    trees = [tmp_path / name for name in ("whole", "same", "other")]
    for path, text in zip(trees, ("a", "a", "b"), strict=True):
        path.write_text(text, encoding="utf-8")
    whole, own = tmp_path / "whole.log", tmp_path / "own.log"
    for path, seconds in ((whole, 40), (own, 1)):
        path.write_text(f"processor seconds: {seconds}\n", encoding="utf-8")
    parse = parse_that_took(tmp_path, 9, 1)
    rows = [
        ("mine", "dev", "", path.name, parse, [(path, own), (trees[0], whole)])
        for path in trees[1:]
    ]
    file = tmp_path / "speeds.csv"
    file.write_text(collect_speeds(rows), encoding="utf-8")
    assert [speed.training for speed in read_speeds(file)] == [40, 1]


def test_a_blend_takes_what_its_parsers_take_on_the_same_text():
    speeds = [
        Speed(Key("mine", split, parser), 1000, 2.0, training)
        for split in ("dev", "test")
        for parser, training in (("mst", 30.0), ("attardi", 12.0), ("swap-lazy", None))
    ]
    values = Values(
        measured("mine", "dev", parser, "", "las", "percent", 80, 100)
        for parser in ("mst", "attardi", "swap-lazy", "two", "all")
    )
    blends = [blend("two", "mst", "attardi"), blend("all", "mst", "swap-lazy")]
    found = parsers_of([with_blends(*blends)], values, speeds, ["mine"])
    assert [*found.parser] == ["mst", "attardi", "swap-lazy", "two", "all"]
    assert {*found.split} == {"dev"}, "nothing was scored on the test set"
    assert [*found.speed[:2]] == [500, 500]
    assert found.training[3] == 42
    assert found.training.isna().tolist() == [False, False, True, False, True]


def test_a_blend_parses_as_fast_as_its_parsers_one_after_the_other():
    values = Values(
        measured("mine", "test", parser, "train=90%", "las", "percent", las, 100)
        for parser, las in (("mst", 80), ("attardi", 70), ("both", 85))
    )
    speeds = [
        Speed(Key("mine", "test", parser, items_of("train=90%")), 1000, seconds, 10.0)
        for parser, seconds in (("mst", 2.0), ("attardi", 3.0))
    ]
    own = with_blends(blend("both", "mst", "attardi"))
    other = with_blends(blend("both", "mst", "swap-lazy"))
    for studies in ([own, other], [other, own]):
        found = parsers_of(studies, values, speeds, ["mine"])
        [both] = found[found.parser == "both"].itertuples()
        assert (both.las, both.training, both.speed) == (85, 20, 200)
    assert parsers_of([own], values, speeds[:1], ["mine"]).speed.isna().tolist() == [0, 1, 1]
