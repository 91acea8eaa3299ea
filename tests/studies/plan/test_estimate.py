"""What a suite is expected to take before it runs."""

from pathlib import Path
from types import SimpleNamespace

from studies.plan.estimate import estimate
from studies.plan.plan import Plan
from studies.plan.runs import Runs
from studies.plan.study.pools import Generic
from studies.plan.study.study import Run
from studies.plan.treebanks.sources import Size

MISSING = {"train": "a train: http://x: expected b; found no file at c, no network connection"}


def estimated(variants, sizes, cores=2, advice=0, generic=None):
    runs = [Run("sets8", "heldout", variants)]
    study = SimpleNamespace(id="s", labels={}, runs=runs, selection=None, generic=generic)
    found = {
        name: {
            "splits": ["train", "test"] if size.words else [],
            "missing": MISSING,
            "words": size.words,
            "style": "ud",
        }
        for name, size in sizes.items()
    }
    return estimate(Plan(Runs([study], 1), found, 0), sizes, cores, advice)


def test_treebanks_parsers_and_time(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    text = estimated(("mst", "carreras"), {"mine": Size(20000, 1000), "other": Size(0, 0)})
    lines = text.splitlines()
    assert lines[1].split() == ["mine", "1,000", "20,000", "2", "train", "test"]
    assert lines[2].split(maxsplit=1)[1] == "not available: train: no network connection"
    assert lines[4] == "2 of 2 parsers remain to be trained, 2 parses are needed."
    assert "on 2 cores" in lines[5]


def test_a_suite_without_parsers_takes_as_long_as_its_measures(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    mine, other = Size(20000, 1000), Size(0, 0)
    assert "About a minute on 2 cores" in estimated((), {"mine": mine, "other": other})
    assert "About 2 minutes on 2 cores" in estimated((), dict.fromkeys(map(str, range(16)), mine))


def test_advice_takes_its_minutes_on_all_cores(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    sizes = {"mine": Size(20000, 1000), "none": Size(0, 0)}
    text = estimated((), sizes, cores=4, advice=10)
    assert "About 10 minutes on 4 cores (0.7 hours of processor time)" in text
    assert text.endswith("Up to 10 of these minutes go into advice on strategies.\n")
    assert "advice" not in estimated((), sizes)


def test_parsers_that_are_there_cost_nothing(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    model = Path("data/work/mine/sets8/seed1/mst/model.npz")
    model.parent.mkdir(parents=True)
    model.touch()
    assert "1 of 2 parsers" in estimated(("mst", "carreras"), {"mine": Size(20000, 1000)})


def test_each_move_of_each_label_is_a_parser(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    generic = Generic(
        parser="arc-eager+head", labels=3, few_labels=1, words_below=20001, target="test",
        weights="typeacc",
    )  # fmt: skip
    text = estimated(("mst",), {"mine": Size(20000, 1000)}, generic=generic)
    assert f"{1 + 1 + 4 * 3} of 14 parsers" in text
