"""The public functions: the examples of docs/python.md, and sentences of the library conllu."""

import doctest
import inspect
import json
import re
from pathlib import Path
from typing import get_args

import conllu
import pytest
import typer
from typer.core import TyperOption

import nonproj
from cells import outputs_of
from conftest import ROOT
from nonproj import option_types
from nonproj.api import arguments
from nonproj.cli import app
from nonproj.combination.schemes import Weights
from nonproj.data.conll import render
from nonproj.data.reading.formats import TAGS, Format
from nonproj.decoders.overlap import TreeClass
from nonproj.errors import NonprojError
from nonproj.parsers.roots import Root
from nonproj.results.option_names import Grouping, Labels, Punctuation
from nonproj.trees.labels import Encoding
from nonproj.trees.restructuring.styles import STYLES

WORDS = "1\tWho\twho\tP\tP\tA=1|B=2\t2\tobj\t_\tX=y\n2\tleft\tleave\tV\tV\t_\t0\troot\t_\t_\n\n"
UNIVERSAL = f"# newdoc\n# text = Who left\n1-2\tWhol\t_\t_\t_\t_\t_\t_\t_\t_\n{WORDS}"


def test_examples_of_python_md_return_what_the_page_shows(tmp_path, monkeypatch):
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "python.md"
    failed, run = doctest.testfile(str(page), module_relative=False)
    assert (failed, run > 10) == (0, True)


def test_the_notebook_shows_what_its_cells_return(tmp_path, monkeypatch):
    """`python -m tests.cells docs/tour.ipynb` renews its outputs."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(tmp_path / "docs")
    notebook = json.loads((ROOT / "docs" / "tour.ipynb").read_text())
    kept = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(kept) > 10
    assert outputs_of(notebook) == kept


# Options of `read` and `write`
OF_FILES = {"output", "format", "gold_tags", "keep_deps", "partial", "vectors", "text", "origin"}
OF_SCREENS = {"as_json", "report", "html", "help", "most"}


def test_every_command_is_a_function_with_its_options():
    commands = typer.main.get_command(app).commands
    assert commands.keys() <= set(nonproj.__all__)
    for name in commands:
        offered = inspect.signature(getattr(nonproj, name)).parameters
        options = {p.name for p in commands[name].params if isinstance(p, TyperOption)}
        assert options - OF_FILES - OF_SCREENS <= offered.keys(), name


@pytest.mark.parametrize(
    ("offered", "known"),
    [
        (option_types.FormatChoice, Format),
        (option_types.TagsChoice, TAGS),
        (option_types.EncodingChoice, Encoding),
        (option_types.InverseChoice, [each for each in Encoding if each != "baseline"]),
        (option_types.StyleChoice, STYLES),
        (option_types.ClassChoice, TreeClass),
        (option_types.GroupingChoice, Grouping),
        (option_types.RootChoice, Root),
        (option_types.PunctuationChoice, Punctuation),
        (option_types.LabelsChoice, Labels),
        (option_types.WeightsChoice, Weights),
    ],
)
def test_annotations_of_choices_list_every_choice(offered, known):
    assert get_args(offered) == tuple(known)


def test_stats_returns_rows_with_metric_setting_and_value():
    treebank = nonproj.read((ROOT / "docs" / "hearing.conllu").read_bytes())
    values = {(row["metric"], row["setting"]): row["value"] for row in nonproj.stats(treebank)}
    assert values["n-sentences", ""] == len(treebank)
    groups = nonproj.stats(treebank, by="deprel", examples=1)
    assert groups[-1]["nonprojective"] == values["n-nonproj-arcs", ""]
    assert [len(each["examples"]) for each in groups] == [1] * (len(groups) - 1) + [0]


def test_a_notebook_shows_a_treebank_by_its_first_tree():
    treebank = nonproj.read(WORDS.encode() * 2)
    html = treebank._repr_html_()
    assert "2 sentences, 4 words" in html
    assert html.count("<svg") == 1
    assert nonproj.draw(treebank, 1)._repr_svg_() in html
    bare = nonproj.read(re.sub(r"\t[02]\t(obj|root)", "\t_\t_", WORDS).encode(), heads="ignored")
    assert "<svg" not in bare._repr_html_()
    assert "&lt;Treebank" in bare._repr_html_()


def test_every_public_function_exists_and_functions_md_lists_its_module():
    assert [name for name in nonproj.__all__ if not callable(getattr(nonproj, name))] == []
    assert set(nonproj.__all__) <= set(dir(nonproj))
    listed = re.findall(r"::: (\S+)", (ROOT / "docs" / "functions.md").read_text())
    assert {getattr(nonproj, name).__module__ for name in nonproj.__all__} == {*listed}


@pytest.mark.parametrize("text", [UNIVERSAL, WORDS, WORDS.replace("_\t_\n\n", "0\troot\n\n")])
def test_a_treebank_keeps_every_byte_as_token_lists_of_conllu(text):
    treebank = nonproj.read(text.encode())
    sentences = nonproj.to_conllu(treebank)
    assert sentences[0][-1]["form"] == "left"
    assert render(nonproj.read(sentences)) == text.encode()


def test_token_lists_of_conllu_are_read_without_format_or_tags():
    treebank = nonproj.read(conllu.parse(UNIVERSAL))
    assert (treebank.n_words, treebank.format) == (2, "conllu")
    for option in ({"format": "conllx"}, {"tags": "gold"}):
        with pytest.raises(NonprojError, match="format and tags apply to files and bytes"):
            nonproj.read(conllu.parse(UNIVERSAL), **option)
    for text in (UNIVERSAL.replace("X=y", "X=y|X=z"), "#no blank\n" + UNIVERSAL):
        with pytest.raises(NonprojError, match="would lose"):
            nonproj.to_conllu(nonproj.read(text.encode()))


def test_the_page_on_treebanks_turns_lines_of_words_into_a_text_to_parse(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "treebank.md").read_text()
    (kind,) = re.findall(r"parse --model \S+ --format (\w+) sentences.txt", page)
    Path("sentences.txt").write_text("Az ember jön .\n\nJó !\n")
    nonproj.write(nonproj.read("sentences.txt", format=kind), "text.conllu")
    assert nonproj.check("text.conllu", heads="ignored") == []
    text = nonproj.read("text.conllu", heads="ignored")
    words = [["Az", "ember", "jön", "."], ["Jó", "!"]]
    assert [sentence.form.strings()[1:] for sentence in text] == words


def test_the_page_on_treebanks_turns_a_table_of_words_into_a_text_to_parse(tmp_path, monkeypatch):
    """A table as FLEx exports it: morphemes in rows, quotation marks as they are."""
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "treebank.md").read_text()
    (code,) = (c for c in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "csv" in c)
    rows = [
        "ref\tword\tmorpheme\tgloss",
        "1.1\tAz\taz\tDEF",
        "1.1\tembert\tember\tman",
        "1.1\t\t-t\tACC",
    ]
    rows += ['1.2\t"\t\t', "1.2\tJó\tjó\tgood", "1.2\t!\t\t", ""]
    Path("export.tsv").write_text("\ufeff" + "\r\n".join(rows), encoding="utf-8", newline="")
    exec(code, {})
    text = nonproj.read("words.txt", format="words")
    assert [one.form.strings()[1:] for one in text] == [["Az", "embert"], ['"', "Jó", "!"]]
    assert nonproj.check("words.txt", "words") == []


def test_the_page_on_treebanks_keeps_sentences_on_which_two_parsers_agree(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "treebank.md").read_text()
    (code,) = (c for c in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "agreed" in c)
    row = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"

    def write(name, heads, label):
        rows = ((row.format(i, "w", h, label) for i, h in enumerate(s, 1)) for s in heads)
        Path(f"more-{name}.conllu").write_text("".join("".join(each) + "\n" for each in rows))

    write("biaffine", [[0, 1, 1, 1, 1], [0, 1, 1, 1], [0, 1, 1]], "a")
    write("carreras", [[0, 1, 1, 1, 2], [0, 1, 2, 1], [0, 1, 1]], "b")  # 4 of 5, 3 of 4, short
    write("blend", [[0, 1, 1, 1, 3], [0, 1, 1, 1], [0, 1, 1]], "c")
    exec(code, {})
    [agreed] = nonproj.read("agreed.conllu")
    assert agreed.head[1:].tolist() == [0, 1, 1, 1, 3]
    assert set(agreed.deprel.strings()[1:]) == {"c"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: nonproj.parse("swap.npz", t), "model is 'swap.npz'; .* with nonproj.load"),
        (lambda t: nonproj.tag(t, t), "expected a model"),
        (lambda t: nonproj.stats("dev.conllu"), "treebank is 'dev.conllu'; .* with nonproj.read"),
        (lambda t: nonproj.evaluate(t, Path("a.conllu")), "system is .*a.conllu.* nonproj.read"),
        (lambda t: nonproj.train("mst", ["a"]), "expected a Treebank or a list of Treebanks"),
        (lambda t: nonproj.bundle("model.npz"), "bundle: models is 'model.npz'; expected a list"),
        (lambda t: nonproj.bundle([t]), "expected a list of models; load the file"),
        (lambda t: nonproj.blend([t], accumulate=[1]), "accumulate is .* expected True or False"),
        (lambda t: nonproj.blend(t), "expected a list of Treebanks"),
        (lambda t: nonproj.coverage(t, variants="m"), "variants is 'm'; expected a list of text"),
        (lambda t: nonproj.train("mst", t, threads="2"), "threads is '2'; expected a whole number"),
        (lambda t: nonproj.train("mst", t, progress=1), "expected a function or None"),
        (lambda t: nonproj.blend([t], weights=["eq"]), "expected a text"),
        (lambda t: nonproj.projectivize(t, "haed"), "expected one of .*head"),
        (lambda t: nonproj.deprojectivize(t, "haed"), "expected one of .*head"),
        (lambda t: nonproj.train("mst", t, root="several"), "expected one of .*single"),
        (lambda t: nonproj.blend([t], root="several"), "expected one of .*single"),
        (lambda t: nonproj.blend([t], weights="las"), "expected one of .*posacc"),
        (lambda t: nonproj.train("mst", t, tags="guessed"), "expected one of .*given"),
        (
            lambda t: nonproj.parse(nonproj.train("swap-lazy", t), t, tags="guess"),
            "expected one of .*fill",
        ),
    ],
)
def test_a_wrong_type_or_unknown_choice_of_an_argument_is_refused_with_what_to_do(call, message):
    with pytest.raises(NonprojError, match=message):
        call(nonproj.read(WORDS.encode()))


def test_the_check_of_arguments_describes_every_type_of_a_public_function():
    for name in nonproj.__all__:
        for parameter in inspect.signature(getattr(nonproj, name)).parameters.values():
            described = arguments.described(parameter.annotation.split(" | "))
            assert "[" not in described


def test_a_text_without_heads_is_refused_with_one_hint():
    bare = re.sub(r"\t[02]\t(obj|root)", "\t_\t_", WORDS * 20).encode()
    for text, last in (
        (bare, r".*no word has a HEAD: .* Python with heads=\"ignored\""),
        (bare + WORDS.encode(), r"<memory>: words without HEAD: 40; .* heads=\"partial\""),
    ):
        with pytest.raises(NonprojError) as error:
            nonproj.read(text)
        assert re.fullmatch(last, error.value.args[-1])
        assert str(error.value).count("ignored") == 1


def test_warnings_name_the_line_that_called_the_function(recwarn):
    treebank = nonproj.read(WORDS.replace("\n", "\r\n").encode())
    nonproj.blend([treebank, treebank])
    assert [warning.filename for warning in recwarn] == [__file__] * 2
