"""What commands say on standard error, and that none writes over what it reads."""

import re

import pytest
from typer.main import get_command

from command_line import TREES, nonproj, python, succeeded
from nonproj.cli import app
from nonproj.cli.command import OUTPUTS
from nonproj.cli.examples import EXAMPLES, PANELS
from nonproj.cli.output.messages import counted, duration, size

COMMANDS = get_command(app).commands


def said(*arguments):
    return succeeded(*arguments).stderr.splitlines()


def test_commands_write_to_standard_output_by_default_and_count_their_changes(treebank):
    done = nonproj("projectivize", "--encoding", "head", treebank)
    assert done.stdout == TREES.replace("3\tobj", "2\tobj↑xcomp")
    assert done.stderr == "nonproj: 1 of 5 arcs lifted\n"
    [line] = said("deprojectivize", "--encoding", "head", treebank)
    assert line == "nonproj: 0 of 5 arcs restored"
    [_, line] = said("blend", treebank, treebank)
    assert line == f"nonproj: 2 parses of 2 sentences blended; 0 of 5 arcs differ from {treebank}"
    other = treebank.with_name("other.conll")
    other.write_text(TREES.replace("nsubj", "subj"))
    line = said("blend", treebank, other, other)[-1]
    assert line.endswith(f"; 1 of 5 arcs differ from {treebank}")
    [line] = said("transform", "--scheme", "tau-c", treebank)
    assert line == "nonproj: tau-c: 0 of 0 structures changed"


def test_train_and_parse_print_a_summary_and_warn_of_unknown_words_and_tags(treebank, tmp_path):
    model, text = tmp_path / "model.npz", tmp_path / "text.conll"
    [line] = said("train", "--variant", "arc-standard", treebank, "-o", model)
    expected = r"nonproj: trained on 2 sentences, 5 words in .* s; model [0-9.]+ (k|M)B"
    assert re.fullmatch(expected, line)
    *_, line = said("parse", "--model", model, treebank)
    expected = r"nonproj: 2 sentences, 5 words parsed in .* s, [0-9,]+ words per second"
    assert re.fullmatch(expected, line)

    def warned(content):
        text.write_text(content)
        lines = said("parse", "--model", model, text)
        return [line.partition(f"{text}: ")[2] for line in lines if "warning" in line]

    assert warned(TREES) == []
    other = warned("1\tJa\tja\tADV\tADV\t_\t0\troot\t_\t_\n\n")
    known = [re.search("only 0 % of the (.*);", line)[1] for line in other]
    assert known == ["words", "parts of speech"]
    assert warned(re.sub(r"\t[PVI](?=\t)", "\t_", TREES)) == [
        f"no word has {column}, which the model learned to read" for column in ("UPOS", "XPOS")
    ]


@pytest.fixture(scope="module")
def tagged(tmp_path_factory):
    """A text, and models by the tags that they read: given, or predicted by the model."""
    folder = tmp_path_factory.mktemp("tagged")
    text = folder / "text.conll"
    text.write_text(5 * re.sub(r"(?m)^(\d+\t[^\t]+)\t[^\t]+", r"\1\t_", TREES))
    models = {tags: folder / f"{tags}.npz" for tags in ("given", "predicted")}
    for tags, model in models.items():
        said("train", "--variant", "arc-standard", "--tags", tags, text, "-o", model)
    return text, models["given"], models["predicted"]


def notes(model, text, *options):
    """What `parse` says of the text, without "nonproj: " and the text's name."""
    lines = said("parse", "--model", model, text, *options)
    return [line.replace(f"{text}: ", "").removeprefix("nonproj: ") for line in lines[:-1]]


def test_parse_says_which_tags_it_used_and_how_to_get_the_others(tagged, tmp_path):
    text, given, model = tagged
    used = "UPOS, XPOS of the text used; `--tags predict` replaces them"
    assert notes(model, text) == notes(model, text, "--tags", "keep") == [used]
    predicted = "UPOS, XPOS predicted by the model"
    replaced = f"{predicted}; `--tags fill` keeps those of the text"
    assert notes(model, text, "--tags", "predict") == [replaced]
    bare = tmp_path / "bare.conll"
    bare.write_text(re.sub(r"\t[PVI](?=\t)", "\t_", text.read_text()))
    assert notes(model, bare) == [predicted]
    assert notes(given, text) == []  # there is no choice


def test_parse_warns_of_a_text_where_some_words_have_no_tags(tagged, tmp_path):
    text, given, model = tagged
    half, own = tmp_path / "half.conll", tmp_path / "own.npz"
    half.write_text(text.read_text().replace("\tP\tP\t", "\t_\tP\t"))
    gap = "warning: UPOS of 10 of 25 words is empty; use --tags predict"
    assert notes(model, half)[1:] == [gap]
    assert "empty" not in str(notes(model, half, "--tags", "predict"))
    [line] = notes(given, half)
    assert line.startswith(f"{gap.partition(';')[0]}; train a tagger: nonproj train --variant arc-")
    said("train", "--variant", "arc-standard", half, "-o", own)
    assert notes(own, half) == []  # as in training


def test_blend_and_bundle_warn_once_that_one_of_two_parsers_decides(treebank, tmp_path):
    warning = "nonproj: warning: with two parsers and weights {}, the {} wins every vote; "
    warning += "add a third parser, or choose weights confidence"
    assert said("blend", treebank, treebank)[:-1] == [warning.format("eq", "first parser")]
    model, out = tmp_path / "model.npz", tmp_path / "bundle.npz"
    said("train", "--variant", "arc-standard", treebank, "-o", model)
    assert said("bundle", model, model, "-o", out)[:-1] == [warning.format("eq", "first parser")]
    options = ("--weights", "acc", "--heldout", treebank, "-o", out)
    better = warning.format("acc", "parser with the higher held-out LAS")
    assert said("bundle", model, model, *options)[:-1] == [better]


def test_every_option_that_names_an_output_is_listed_as_an_output():
    """A new option that names an output has to be listed, or it could write over an input."""
    written = {p.name for c in COMMANDS.values() for p in c.params if "o write" in (p.help or "")}
    assert written <= {*OUTPUTS}


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_use_existing_commands_and_options(name):
    options = {opt for p in COMMANDS[name].params for opt in p.opts}
    for example in EXAMPLES[name]:
        words = re.split("[|>]", example)[0].split()
        assert words[0] == name
        assert {word for word in words if word.startswith("--")} <= options
        required = {p.opts[0] for p in COMMANDS[name].params if p.required and "-" in p.opts[0]}
        assert required <= {*words}


def test_help_lists_commands_in_the_order_in_which_a_user_needs_them():
    text = nonproj("--help").stdout
    assert sorted(EXAMPLES) == sorted(COMMANDS)
    words = [word for panel, names in PANELS.items() for word in (f"{panel}:", *names)]
    places = [text.index(word if word.endswith(":") else f"  {word} ") for word in words]
    assert places == sorted(places)
    assert [*PANELS][:2] == ["Get treebanks", "Look at treebanks"]


@pytest.mark.parametrize("name", COMMANDS)
def test_usage_names_arguments_as_people_write_them(name):
    """In capitals, as in the list of arguments; neither braces nor types of Python."""
    text = nonproj(name, "--help").stdout
    usage = text.partition("\n\n")[0].split("[OPTIONS]")[1].split()
    assert usage == [word.upper() for word in usage]
    assert not set("{}<>") & set("".join(usage))
    assert "list[" not in text
    arguments = text.partition("Arguments:\n")[2].partition("\n\n")[0]
    assert [word for word in usage if f"  {word}  " not in arguments] == []


def test_compare_ends_with_a_verdict(treebank, tmp_path):
    other = tmp_path / "other.conll"
    other.write_text(TREES.replace("3\tobj", "2\tobj"))
    lines = nonproj("compare", treebank, other, treebank).stdout.splitlines()
    assert lines[-1].startswith("Verdict: no clear difference; trees.conll is ahead of other.conll")
    lines = nonproj("compare", treebank, treebank, treebank).stdout.splitlines()
    assert lines[-1] == "Verdict: A and B have the same LAS."


def test_commands_do_not_import_linear_algebra(treebank):
    code = "import sys, nonproj.cli as cli; cli.run(['check', sys.argv[1]])\n"
    code += "print(*sys.modules.keys() & {'scipy.linalg', 'rich', 'pandas'})"
    assert python(code, treebank).stdout.split() == []


def test_counts_durations_and_sizes_are_printed_with_readable_units():
    found = [counted(n, "defect") for n in (0, 1, 1234)]
    assert found == ["0 defects", "1 defect", "1,234 defects"]
    assert [duration(s) for s in (0.34, 12.3, 90)] == ["0.3 s", "12 s", "1 min 30 s"]
    assert [size(n) for n in (12, 1300, 1_300_000)] == ["12 bytes", "1.3 kB", "1.3 MB"]
