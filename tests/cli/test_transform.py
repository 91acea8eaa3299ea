"""`nonproj transform`: there and back, the report, and what is refused."""

import pytest

from command_line import nonproj, succeeded

COORDINATION = """\
1\tboth\t_\tJ\tJ\t_\t3\tAuxY\t_\tx=1
2\tA\t_\tN\tN\t_\t3\tSb_Co\t_\t_
3\tand\t_\tJ\tJ\t_\t5\tCoord\t_\t_
4\tB\t_\tN\tN\t_\t3\tSb_Co\t_\t_
5\trun\t_\tV\tV\t_\t0\tPred\t_\t_

"""


@pytest.fixture
def given(tmp_path):
    path = tmp_path / "given.conllx"
    path.write_text(COORDINATION)
    return path


def test_transform_inverse_restores_the_transformed_trees(given, tmp_path):
    there, back = tmp_path / "there", tmp_path / "back"
    names = ("--scheme", "tau-v,tau-c-plus,childswap:Coord")
    done = succeeded("transform", *names, "--report", given, "-o", there)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert {"tau-c-plus: found 1", "tau-c-plus: changed 1"} <= set(lines)
    assert "childswap:Coord: left alone, no child to the left 1" in lines
    assert there.read_text().splitlines()[0] == "1\tboth\t_\tJ\tJ\t_\t2\tAuxY+\t_\tx=1"
    done = succeeded("transform", *names, "--inverse", there, "-o", back)
    assert back.read_bytes() == given.read_bytes()


def test_the_inverse_of_parentswap_needs_training_trees(given, tmp_path):
    there, names = tmp_path / "there", ("--scheme", "parentswap:Coord")
    assert nonproj("transform", *names, given, "-o", there).returncode == 0
    done = nonproj("transform", *names, "--inverse", there, "-o", "-")
    assert done.returncode == 2
    assert "fitted on training trees" in done.stderr
    done = nonproj("transform", *names, "--inverse", "--fit", given, there, "-o", "-")
    assert done.stdout == given.read_text()


def test_transform_inverse_restores_universal_dependencies(tmp_path):
    given, there, back = (tmp_path / name for name in ("given", "there", "back"))
    rows = [("A", 5, "nsubj"), ("and", 1, "cc"), ("B", 1, "conj"), ("here", 3, "advmod"),
            ("run", 0, "root")]  # fmt: skip
    lines = (f"{i}\t{w}\t_\tX\t_\t_\t{h}\t{d}\t_\t_\n" for i, (w, h, d) in enumerate(rows, 1))
    given.write_text("# UD 1: and hangs on A\n" + "".join(lines) + "\n")
    names = ("--scheme", "ps", "--style", "ud")
    done = nonproj("transform", *names, "--report", given, "-o", there)
    assert "ps: changed 1" in " ".join(done.stdout.split())
    heads = [line.split("\t")[6] for line in there.read_text().splitlines()[1:-1]]
    assert heads == ["2", "5", "2", "3", "0"]
    done = succeeded("transform", *names, "--inverse", "--fit", given, there, "-o", back)
    assert back.read_bytes() == given.read_bytes()
    done = nonproj("transform", *names, "--inverse", there, "-o", "-")
    assert "\t3\tcc" in done.stdout  # without the training trees, as in UD 2
    assert "assumed to attach to the next conjunct, as in UD 2" in done.stderr
    done = nonproj("transform", "--scheme", "cs", "--style", "ud", given, "-o", there)
    assert there.read_bytes() == given.read_bytes()
    assert "the trees are the same before and after" in done.stderr
    done = nonproj("transform", "--scheme", "tau-c", given, "-o", there)
    assert "style ud, not prague: add --style ud" in done.stderr
    assert there.read_bytes() == given.read_bytes()


def test_draw_shows_a_tree_before_and_after_a_transformation(given, tmp_path):
    drawn = tmp_path / "drawn.svg"
    succeeded("draw", given, "--sentence", "1", "--scheme", "tau-c", "-o", drawn)
    svg = drawn.read_text()
    assert svg.count(">and</text>") == 2
    assert svg.count("dasharray") == 3  # both on A, A on run, and on A
