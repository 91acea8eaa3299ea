"""Options of the command line: what is said twice, what is not known, what is missing."""

import tomllib
from pathlib import Path

import pytest
from typer import Context
from typer.testing import CliRunner

from command_line import nonproj, on_terminal
from nonproj.cli import app
from nonproj.cli.command import Command
from nonproj.parsers.roots import Root


def test_help_has_no_line_breaks_of_the_source():
    helped = {"help": "one\ntwo\n\nthree\nfour", "epilog": lambda: "five\nsix\n\nseven\neight"}
    command = Command("x", **helped, rich_markup_mode=None)
    lines = [line.strip() for line in command.get_help(Context(command)).splitlines()]
    assert {"one two", "three four", "five six", "seven eight"} <= set(lines)


@pytest.mark.parametrize(
    ("command", "twice"),
    [
        (
            ("projectivize", "--encoding", "head", "{bank}", "-o", "{out}", "-o", "{out}2"),
            "--output",
        ),
        (("projectivize", "--encoding", "head", "{bank}", "-o", "{out}", "--output=x"), "--output"),
        (("stats", "{bank}", "--format", "conllu", "--format", "conllx"), "--format"),
        (("coverage", "{bank}", "--variants", "arc-eager", "--variants", "attardi"), "--variants"),
    ],
)
def test_one_value_is_given_once(treebank, tmp_path, command, twice):
    done = nonproj(*(a.format(bank=treebank, out=tmp_path / "out") for a in command))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{twice} takes one value but is given 2 times" in done.stderr
    assert list(tmp_path.iterdir()) == [treebank]


def test_flags_may_be_repeated(treebank):
    assert nonproj("check", "--json", "--json", treebank).returncode == 0


@pytest.mark.parametrize(
    ("command", "wrong", "expected"),
    [
        (
            ("train", "--variant", "swap-lazy", "{bank}", "-o", "{out}"),
            ("--root", "foo"),
            ["foo", *Root],
        ),
        (("compare", "{bank}", "{bank}", "{bank}"), ("--seed", "-3"), ["equal to 0"]),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_values_that_are_none(treebank, tmp_path, command, wrong, expected):
    done = nonproj(*(a.format(bank=treebank, out=tmp_path / "out") for a in command), *wrong)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert [value for value in (wrong[0], *expected) if value not in done.stderr] == []


@pytest.mark.parametrize("root", Root)
def test_every_root_mode_can_be_chosen(treebank, tmp_path, root):
    options = ("--variant", "swap-lazy", "--root", root, treebank, "-o", tmp_path / "model.npz")
    assert nonproj("train", *options).returncode == 0


def test_every_dev_treebank_is_scored(treebank, tmp_path):
    other = tmp_path / "other.conll"
    other.write_text("1\tYes\tyes\tI\tI\t_\t0\troot\t_\t_\n\n")
    options = ("--variant", "swap-lazy", "--dev", treebank, "--dev", other)
    done = nonproj("train", *options, treebank, "-o", tmp_path / "model.npz")
    assert done.returncode == 0, done.stderr
    trained, *scored = done.stderr.splitlines()
    assert trained.startswith("nonproj: trained on 2 sentences, 5 words in ")
    assert [line.partition(", ")[0] for line in scored] == [
        f"nonproj: {path}: Labelled attachment (LAS) 100.00 %" for path in (treebank, other)
    ]


def test_version_is_that_of_the_package():
    project = Path(__file__).parents[2] / "pyproject.toml"
    version = tomllib.loads(project.read_text())["project"]["version"]
    done = nonproj("--version")
    assert (done.returncode, done.stdout) == (0, f"nonproj {version}\n")


@pytest.fixture
def heldout(treebank):
    return ("--heldout-gold", treebank, "--heldout", treebank, "--heldout", treebank)


def test_held_out_data_need_weights(treebank, tmp_path, heldout):
    out = tmp_path / "out"
    done = nonproj("blend", treebank, treebank, *heldout, "-o", out)
    assert (done.returncode, out.exists()) == (2, False)
    [line] = done.stderr.splitlines()
    assert line.endswith("--weights is missing; expected one of acc, typeacc, posacc")
    for weights in ("eq", "acc"):
        blend = ("blend", treebank, treebank, *heldout, "--weights", weights, "-o", out)
        assert nonproj(*blend).returncode == 0


@pytest.mark.parametrize(
    ("first", "last", "got"),
    [(0, 0, "0 parses and no gold"), (0, 4, "1 parses and a gold"), (2, 6, "2 parses and no gold")],
)
def test_weights_need_held_out_data(treebank, tmp_path, heldout, first, last, got):
    options = ("--weights", "acc", *heldout[first:last], "-o", tmp_path / "out")
    done = nonproj("blend", treebank, treebank, *options)
    assert done.returncode == 2
    assert f"one held-out parse for each of the 2 parsers, got {got} treebank" in done.stderr


def test_roots_of_a_blend(tmp_path):
    """As in training: one root where all parses have one, and never two where one is asked for."""
    line = "{}\tw\tw\tN\tN\t_\t{}\tdep\t_\t_\n".format
    parses = []
    for k, heads in enumerate([(0, 1, 1), (0, 3, 1), (2, 0, 2), (3, 0, 2), (0, 0, 1)]):
        parses.append(tmp_path / f"{k}.conll")
        parses[-1].write_text("".join(line(d, h) for d, h in enumerate(heads, 1)) + "\n")
    out = tmp_path / "out.conll"

    def roots(files, *options):
        done = nonproj("blend", *files, *options, "-o", out)
        assert done.returncode == 0, done.stderr
        return [row.split("\t")[6] for row in out.read_text().split("\n") if row].count("0")

    single = parses[:4]
    assert roots(single) == roots(single, "--root", "single") == 1
    assert roots(single, "--root", "multiple") == roots(parses) == 2
    done = nonproj("blend", parses[4], "--root", "single", "-o", out)
    assert done.returncode == 2
    assert "sentence 1: the arcs of the parses hold no tree with one root" in done.stderr


@pytest.mark.parametrize(("command", "files"), [("evaluate", 2), ("compare", 3)])
def test_punctuation_by_tag_where_nothing_has_the_tag(treebank, tmp_path, command, files):
    tagged = tmp_path / "tagged.conll"
    tagged.write_text(treebank.read_text().replace("you\tP\t", "you\tPUNCT\t"))
    options = ("--punctuation", "exclude-upos")
    warned = nonproj(command, *options, *[treebank] * files)
    [line] = warned.stderr.splitlines()
    assert line.startswith(f"nonproj: warning: {treebank}: no word is tagged PUNCT")
    assert warned.stdout == nonproj(command, *[treebank] * files).stdout
    assert nonproj(command, *options, *[tagged] * files).stderr == ""
    assert nonproj(command, "--punctuation", "exclude", *[treebank] * files).stderr == ""


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("stats", "every value with its numerator and denominator"),
        ("check", "the defects"),
        ("coverage", "the counts"),
        ("evaluate", "every count"),
        ("compare", "every test with its counts, unrounded"),
    ],
)
def test_json_says_what_it_prints(command, printed):
    shown = CliRunner().invoke(app, [command, "--help"]).stdout
    assert f"Print {printed}, as JSON." in " ".join(shown.split())


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("nonproj pars", {"parse"}),
        ("nonproj train --variant arc-s", {"arc-standard"}),
        ("nonproj train --variant attardi+h", {"attardi+head", "attardi+headpath"}),
        (
            "nonproj train --variant attardi@m",
            {"attardi@maxent", "attardi@mbl", "attardi@mbl-mvdm-k5"},
        ),
        ("nonproj fetch ud20-go", {"ud20-got"}),
    ],
)
def test_a_shell_completes_names(monkeypatch, words, offered):
    monkeypatch.setenv("_NONPROJ_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    assert set(nonproj().stdout.split()) == offered


def test_a_terminal_sees_progress_and_the_same_trees(treebank, tmp_path):
    model, out = tmp_path / "model.npz", tmp_path / "out.conll"
    shown = on_terminal(100, "train", "--variant", "arc-standard+head", treebank, "-o", model)
    assert "instances" in shown
    assert "classifier" in shown
    assert "trained on 2 sentences" in shown
    assert "parsing" in on_terminal(100, "parse", "--model", model, treebank, "-o", out)
    assert out.read_text() == nonproj("parse", "--model", model, treebank).stdout
