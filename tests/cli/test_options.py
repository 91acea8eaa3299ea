"""Options of the command line: what is said twice, what is not known, what is missing."""

import pytest
from command_line import nonproj

from nonproj.cli.command import Command


def test_help_has_no_line_breaks_of_the_source():
    command = Command("x", help="one\ntwo\n\nthree\nfour", epilog="five\nsix")
    assert (command.help, command.epilog) == ("one two\n\nthree four", "five six")


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
