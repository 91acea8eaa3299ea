"""How fast parsers are: folds and seeds together, by the keys of their scores."""

import json

from nonproj.evaluation.values import Key, items_of
from nonproj.reporting.timings import collect_speeds, read_speeds


def test_speeds_of_folds_add_up(tmp_path):
    files = []
    for i, seconds in enumerate((1.5, 2.5, 4.0)):
        files.append(str(tmp_path / f"parse{i}"))
        about = {"words": 100, "seconds": seconds, "origin": "", "counts": {}}
        (tmp_path / f"parse{i}.json").write_text(json.dumps(about), encoding="utf-8")
    labels = ("mine", "test", "train=90%")
    rows = [(*labels, "mst", files[0]), (*labels, "mst", files[1]), (*labels, "attardi", files[2])]
    path = tmp_path / "speeds.csv"
    path.write_text(collect_speeds(rows), encoding="utf-8")
    first, second = read_speeds(path)
    assert first == (Key("mine", "test", "mst", items_of("train=90%")), 200, 4.0)
    assert (second.words, second.seconds) == (100, 4.0)
