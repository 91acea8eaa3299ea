"""`nonproj parse --given` from the command line."""

import pytest

from command_line import nonproj, succeeded
from nonproj.data.conll import render
from samples.treebanks import made_treebank

PARSERS = ("mst", "arc-standard+head")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with models; that of `one` allows one root."""
    path = tmp_path_factory.mktemp("given")
    (path / "train.conllu").write_bytes(render(made_treebank(40)))
    for name in PARSERS:
        succeeded("train", "--variant", name, path / "train.conllu", "-o", path / f"{name}.npz")
    (path / "one.conllu").write_text(SENTENCE.format("0\tPred", "1\tObj", "2\tAtr"))
    succeeded("train", "--variant", "mst", path / "one.conllu", "-o", path / "one.npz")
    return path


SENTENCE = """\
# newdoc
# text = a b c
1\ta\ta\tN\tN\t_\t{}\t_\t_
2-3\tbc\t_\t_\t_\t_\t_\t_\t_\t_
2\tb\tb\tV\tV\t_\t{}\t_\tNote=x
3\tc\tc\tN\tN\t_\t{}\t_\t_

"""


def parsed(folder, *arcs, model="one", options=()):
    path = folder / "text.conllu"
    path.write_text(SENTENCE.format(*arcs))
    return nonproj("parse", "--model", folder / f"{model}.npz", "--given", *options, path)


def test_parse_given_keeps_heads_and_labels_of_the_text(folder):
    arcs = "_\t_", "3\t_", "_\tnew"
    done = parsed(folder, *arcs, options=("--threads", 2))
    assert (done.returncode, done.stdout) == (0, parsed(folder, *arcs).stdout)
    heads = [line.split("\t")[6:8] for line in done.stdout.splitlines()[2:6]]
    assert heads[2] == ["3", heads[2][1]]
    assert heads[3][1] == "new"
    assert "_" not in [heads[i][j] for i in (0, 2, 3) for j in (0, 1)]
    assert f"nonproj: {folder}/text.conllu: 1 HEAD and 1 DEPREL of 3 words kept\n" in done.stderr


def test_a_sentence_with_all_heads_and_labels_given_comes_back_unchanged(folder):
    done = parsed(folder, "3\tx", "0\tnew", "2\ty")
    assert done.stdout == SENTENCE.format("3\tx", "0\tnew", "2\ty")


@pytest.mark.parametrize(
    ("arcs", "message"),
    [
        (("_\t_", "4\t_", "_\t_"), ":5: HEAD: '4'; expected 0..3 or _"),
        (("_\t_", "x\t_", "_\t_"), ":5: HEAD: 'x'; expected 0..3 or _"),
        (("_\t_", "3\t_", "2\t_"), ":5: HEAD: cycle 2 → 3 → 2"),
        (("_\t_", "_\t_", "3\t_"), ":6: HEAD: cycle 3 → 3"),
        (
            ("0\t_", "_\t_", "0\t_"),
            ":6: HEAD: 0; word 1 is given as a root, too, and the model allows one root",
        ),
    ],
)
def test_given_heads_that_no_tree_has_are_refused_with_their_line(folder, arcs, message):
    done = parsed(folder, *arcs)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"nonproj: {folder}/text.conllu{message}\n"


def test_a_model_that_allows_several_roots_keeps_two_given_roots(folder):
    done = parsed(folder, "0\t_", "_\t_", "0\t_", model="mst")
    heads = [line.split("\t")[6] for line in done.stdout.splitlines()[2:6]]
    assert (heads[0], heads[3]) == ("0", "0")


def test_a_parser_that_cannot_keep_given_heads_refuses_in_one_line(folder):
    done = parsed(folder, "_\t_", "3\t_", "_\t_", model="arc-standard+head")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "nonproj: arc-standard+head cannot keep given heads; mst, carreras+npa and biaffine can, "
        "and bundles that contain one of them\n"
    )


def test_parse_without_given_ignores_heads_of_the_text(folder):
    path = folder / "text.conllu"
    path.write_text(SENTENCE.format("9\tx", "y\tz", "2\ty"))
    ignored = succeeded("parse", "--model", folder / "mst.npz", path).stdout
    path.write_text(SENTENCE.format(*["_\t_"] * 3))
    assert succeeded("parse", "--model", folder / "mst.npz", "--given", path).stdout == ignored
