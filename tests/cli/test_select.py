"""Choosing parses to blend from the command line."""

import json

import pytest

from command_line import TREES, nonproj, succeeded
from nonproj.data.conll import read_treebank, render
from nonproj.results.scores import evaluate


@pytest.fixture
def files(tmp_path):
    """Three parses, each wrong at another word, so that two of three outvote each error."""
    wrong = (("3\tobj", "2\tobj"), ("2\tnsubj", "3\tnsubj"), ("2\txcomp", "4\txcomp"))
    (tmp_path / "gold.conll").write_text(TREES * 4)
    for name, (right, other) in zip("abc", wrong, strict=True):
        (tmp_path / f"{name}.conll").write_text((TREES.replace(right, other)) * 4)
    return tmp_path


def heldout(folder, names="abc"):
    parses = (part for name in names for part in ("--heldout", folder / f"{name}.conll"))
    return ("--heldout-gold", folder / "gold.conll", *parses)


def test_select_blends_three_parses_that_correct_each_other(files):
    out = files / "out.conll"
    systems = [files / f"{name}.conll" for name in "abc"]
    done = succeeded("select", *heldout(files), *systems, "-o", out)
    assert done.stdout.splitlines()[-1] == "Blend 3 of 3: a.conll, b.conll, c.conll"
    assert out.read_text() == TREES * 4
    found = json.loads(nonproj("select", *heldout(files), "--json").stdout)
    assert set(found["orders"]) == {"descending", "ascending", "diverse", "greedy"}
    assert found["orders"]["greedy"][-1]["las"] == {"correct": 20, "total": 20}


def test_select_blends_single_rooted_parses_as_the_command_blend_does(tmp_path):
    """The votes alone would give two roots."""
    for name, heads in {"gold": "011", "a": "201", "b": "011", "c": "031"}.items():
        lines = [f"{i}\tw\tw\tX\tX\t_\t{head}\tl\t_\t_" for i, head in enumerate(heads, 1)]
        (tmp_path / f"{name}.conll").write_text("\n".join(lines) + "\n\n")
    systems, out = [tmp_path / f"{name}.conll" for name in "abc"], tmp_path / "out.conll"
    blended = nonproj("blend", *systems).stdout
    succeeded("select", *heldout(tmp_path), *systems, "-o", out)
    found = json.loads(nonproj("select", *heldout(tmp_path), "--json").stdout)
    assert [row.split("\t")[6] for row in blended.splitlines()[:3]] == ["0", "1", "1"]
    assert {steps[-1]["las"]["correct"] for steps in found["orders"].values()} == {3}


@pytest.mark.parametrize("weights", ["eq", "acc"])
def test_the_most_accurate_parse_comes_first_whatever_the_order_of_the_files(files, weights):
    options = (*heldout(files, ["a", "gold", "b"]), "--weights", weights)
    found = json.loads(nonproj("select", *options, "--json").stdout)
    assert found["best"]["parses"] == [str(files / "gold.conll")]
    for steps in found["orders"].values():
        assert steps[0]["joins"] == str(files / "gold.conll")
    out = files / "out.conll"
    nonproj("select", *options, *[files / f"{n}.conll" for n in "abc"], "-o", out)
    expected = render(read_treebank(files / "b.conll"))
    assert out.read_bytes() == expected  # the parse in the place of the one that was chosen
    gold = read_treebank(files / "gold.conll")
    assert evaluate(gold, read_treebank(out))["las"].correct == 16
