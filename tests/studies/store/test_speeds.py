"""How fast parsers are: folds and seeds together, by the keys of their scores."""

import json
from types import SimpleNamespace

from inventions import measured
from nonproj.combination.schemes import Weights
from nonproj.results.values import Key, Values, items_of
from studies.plan.study.blends import Blend
from studies.report.findings.parsers import parsers_of
from studies.store.speeds import Speed, collect_speeds, read_speeds


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


def log(path, seconds) -> str:
    said = f"seed: 1\nprocessor seconds: {seconds}\nmegabytes: {10 * seconds}\n"
    path.write_text(said, encoding="utf-8")
    return str(path)


def written(folder, rows) -> list[Speed]:
    """Speeds that are written to a file and read."""
    path = folder / "speeds.csv"
    path.write_text(collect_speeds(rows), encoding="utf-8")
    return read_speeds(path)


def test_words_and_seconds_of_folds_are_summed(tmp_path):
    files = [parse_that_took(tmp_path / str(s), 100, s) for s in (1.5, 2.5, 4.0)]
    labels = ("mine", "test", "train=90%")
    logs = [log(tmp_path / "first", 30.25), log(tmp_path / "second", 12.5), str(tmp_path / "never")]
    rows = [
        (*labels, parser, file, [("trees", log)])
        for parser, file, log in zip(("mst", "mst", "attardi"), files, logs, strict=True)
    ]
    first, second = written(tmp_path, rows)
    assert first == (Key("mine", "test", "mst", items_of("train=90%")), 200, 4.0, 42.75, 302)
    assert second[1:] == (100, 4.0, None, None)


def test_a_shared_model_has_the_training_time_of_the_one_it_shares(tmp_path):
    trees = [tmp_path / name for name in ("whole", "same", "other")]
    for path, text in zip(trees, ("a", "a", "b"), strict=True):
        path.write_text(text, encoding="utf-8")
    whole, own = log(tmp_path / "of-whole", 40), log(tmp_path / "own", 1)
    parse = parse_that_took(tmp_path, 9, 1)
    rows = [
        ("mine", "dev", "", path.name, parse, [(path, own), (trees[0], whole)])
        for path in trees[1:]
    ]
    assert [speed.training for speed in written(tmp_path, rows)] == [40, 1]


def test_a_blend_takes_the_training_time_of_all_its_parsers():
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
