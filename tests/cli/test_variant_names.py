"""The help teaches the language of variant names: every name that exists is in it."""

import re

import pytest
from typer.testing import CliRunner

from command_line import nonproj
from nonproj.cli import app
from nonproj.decoders.npa import THRESHOLD
from nonproj.errors import NonprojError
from nonproj.learners.registry import DEFAULT_LEARNER, LEARNERS
from nonproj.parsers.graph.variants import parse_graph_variant
from nonproj.parsers.steps import KNOWN_STEPS
from nonproj.parsers.voting.committees import SCHEMES
from nonproj.systems.table import KNOWN

TRANSITIONS = {*KNOWN, *(f"+{step}" for step in KNOWN_STEPS)}


def help_of(command):
    return " ".join(CliRunner().invoke(app, [command, "--help"]).stdout.split())


def names_in(text):
    return set(re.split(r"[,;.]? ", text))


def decoders():
    """As the message about a name that is none lists them."""
    with pytest.raises(NonprojError) as raised:
        parse_graph_variant("none")
    return str(raised.value).partition("is none of ")[2].split(", ")


def test_train_explains_every_name():
    text = help_of("train")
    expected = {
        *TRANSITIONS,
        *decoders(),
        *(f"@{learner}" for learner in LEARNERS),
        *(f"@tl-{scheme}" for scheme in SCHEMES),
        *("carreras+npa", "carreras+npa-tT", "-r2l"),
    }
    assert expected - names_in(text) == set()
    assert f"@{DEFAULT_LEARNER} (where nothing is said)" in text
    assert f"must gain, {THRESHOLD} where nothing is said" in text


def test_coverage_explains_the_names_that_have_an_oracle():
    names = names_in(help_of("coverage"))
    assert TRANSITIONS - names == set()
    assert names & {*decoders(), "carreras+npa", *(f"@{learner}" for learner in LEARNERS)} == set()


@pytest.mark.parametrize("variant", ["mst", "eisner", "carreras", "carreras+npa", "eisner+head"])
def test_coverage_of_a_parser_without_oracle(tmp_path, variant):
    """Told before anything is read or computed: the file does not even exist."""
    done = nonproj("coverage", "--variants", f"arc-eager, {variant}", tmp_path / "absent")
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert f"variant {variant!r}: a graph-based parser has no transition oracle" in line
    assert ", ".join(KNOWN) in line


def test_blanks_around_names(treebank):
    variants = "arc-standard,arc-standard+head,swap-lazy"
    done = nonproj("coverage", "--variants", f" {variants.replace(',', ' , ')}", treebank)
    assert done.returncode == 0, done.stderr
    assert done.stdout == nonproj("coverage", "--variants", variants, treebank).stdout
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == variants.split(",")
