"""The public functions: the examples of docs/python.md, and sentences of the library conllu."""

import doctest
from pathlib import Path

import conllu
import pytest

import nonproj
from nonproj.data.conll import render
from nonproj.errors import NonprojError

ROOT = Path(__file__).parents[2]
WORDS = "1\tWho\twho\tP\tP\tA=1|B=2\t2\tobj\t_\tX=y\n2\tleft\tleave\tV\tV\t_\t0\troot\t_\t_\n\n"
UNIVERSAL = f"# newdoc\n# text = Who left\n1-2\tWhol\t_\t_\t_\t_\t_\t_\t_\t_\n{WORDS}"


def test_examples_of_the_documentation(tmp_path, monkeypatch):
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "python.md"
    failed, run = doctest.testfile(str(page), module_relative=False)
    assert (failed, run > 10) == (0, True)


def test_every_public_function_is_there():
    assert [name for name in nonproj.__all__ if not callable(getattr(nonproj, name))] == []
    assert set(nonproj.__all__) <= set(dir(nonproj))


@pytest.mark.parametrize("text", [UNIVERSAL, WORDS, WORDS.replace("_\t_\n\n", "0\troot\n\n")])
def test_token_lists_keep_every_byte(text):
    treebank = nonproj.read(text.encode())
    sentences = nonproj.to_conllu(treebank)
    assert sentences[0][-1]["form"] == "left"
    assert render(nonproj.read(sentences)) == text.encode()


def test_sentences_of_conllu_are_read():
    treebank = nonproj.read(conllu.parse(UNIVERSAL))
    assert (treebank.n_words, treebank.format) == (2, "conllu")


@pytest.mark.parametrize("option", [{"format": "conllx"}, {"tags": "gold"}])
def test_sentences_of_conllu_have_no_choice_of_format_or_tags(option):
    with pytest.raises(NonprojError, match="format and tags are of files and bytes"):
        nonproj.read(conllu.parse(UNIVERSAL), **option)


@pytest.mark.parametrize(
    "text",
    [UNIVERSAL.replace("X=y", "X=y|X=z"), "#no blank\n" + UNIVERSAL],
)
def test_losses_are_refused(text):
    with pytest.raises(NonprojError, match="would lose"):
        nonproj.to_conllu(nonproj.read(text.encode()))


@pytest.mark.parametrize(
    "call",
    [
        lambda trees: nonproj.projectivize(trees, "haed"),
        lambda trees: nonproj.deprojectivize(trees, "haed"),
        lambda trees: nonproj.train("mst", trees, root="several"),
        lambda trees: nonproj.blend([trees], root="several"),
        lambda trees: nonproj.blend([trees], weights="las"),
    ],
)
def test_an_unknown_choice_is_refused_with_all_names(call):
    with pytest.raises(NonprojError, match=r"expected one of .*(head|single|posacc)"):
        call(nonproj.read(WORDS.encode()))


def test_single_rooted_parses_are_blended_to_a_tree_with_one_root():
    """Two of the arcs that are proposed to the root are in the best tree of all."""
    parses = [
        nonproj.read(
            "".join(
                f"{word}\ta\ta\tX\tX\t_\t{head}\tx\t_\t_\n" for word, head in enumerate(heads, 1)
            ).encode()
            + b"\n"
        )
        for heads in ((0, 1, 1), (2, 0, 1), (3, 0, 2))
    ]
    blends = [nonproj.blend(parses, root=root) for root in ("auto", "single", "multiple")]
    assert [int((tree.head == 0).sum()) for tree in blends] == [1, 1, 2]
