"""The help teaches the language of variant names: every name that exists is in it."""

import re

from command_line import nonproj, succeeded
from nonproj.decoders import NPA_THRESHOLD
from nonproj.learners.registry import DEFAULT_LEARNER, LEARNERS
from nonproj.parsers.graph.family import DECODERS
from nonproj.parsers.steps import step_forms
from nonproj.parsers.voting.committees import SCHEMES
from nonproj.systems.registry import system_forms

TRANSITIONS = {*system_forms(), *(f"+{step}" for step in step_forms())}


def help_of(command):
    return " ".join(nonproj(command, "--help").stdout.split())


def names_in(text):
    return set(re.split(r"[,;.]? ", text))


def test_the_help_of_train_explains_every_variant_name():
    text = help_of("train")
    expected = {
        *TRANSITIONS,
        *DECODERS,
        *(f"@{learner}" for learner in LEARNERS if "-split-" not in learner),
        *(f"@tl-{scheme}" for scheme in SCHEMES),
        *("carreras+npa", "carreras+npa-tT", "-r2l"),
    }
    assert expected - names_in(text) == set()
    assert "-split-cpos or -split-pos trains a separate classifier" in text
    assert f"@{DEFAULT_LEARNER} (the default)" in text
    assert f"{NPA_THRESHOLD} by default" in text


def test_the_help_of_coverage_explains_the_names_that_have_an_oracle():
    names = names_in(help_of("coverage"))
    assert TRANSITIONS - names == set()
    assert names & {*DECODERS, "carreras+npa", *(f"@{learner}" for learner in LEARNERS)} == set()


def test_coverage_ignores_blanks_around_variant_names(treebank):
    variants = "arc-standard,arc-standard+head,swap-lazy"
    done = succeeded("coverage", "--variants", f" {variants.replace(',', ' , ')}", treebank)
    assert done.stdout == nonproj("coverage", "--variants", variants, treebank).stdout
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == variants.split(",")
