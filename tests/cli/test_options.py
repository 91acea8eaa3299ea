"""Options of the command line: what is said twice, what is not known, what is missing."""

import json
import re

import pytest

from command_line import nonproj, on_terminal, succeeded
from nonproj.data.conll import render
from release import project
from samples.treebanks import made_treebank


def test_check_text_accepts_a_text_without_trees(tmp_path):
    (text := tmp_path / "text.conllu").write_text("1\tYes\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    done = nonproj("check", text)
    assert done.returncode == 1
    assert "this is a text without trees; `parse`, `tag` and `check --text` " in done.stdout
    assert done.stderr == "nonproj: 1 defect, 0 warnings\n"
    done = nonproj("check", "--text", text)
    assert (done.returncode, done.stdout) == (0, "")
    text.write_text("2\tYes\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    done = nonproj("check", "--text", text)
    assert (done.returncode, done.stdout) == (1, f"error: {text}:1: ID: id 1 is missing; found 2\n")


def test_train_scores_every_dev_treebank_and_says_from_which_tags(treebank, tmp_path):
    other, features = tmp_path / "other.conll", tmp_path / "words.yaml"
    other.write_text("1\tYes\tyes\tI\tI\t_\t0\troot\t_\t_\n\n")
    features.write_text("description: words\nnodes: {s0: [form], b0: [form]}\nmerges: []\n")
    output = (treebank, "-o", tmp_path / "model.npz")
    for options, score in (
        (("--variant", "swap-lazy"), "with the file's tags: Labelled attachment (LAS) 100.00 %"),
        (("--variant", "arc-standard", "--features", features), "from words alone: Labelled "),
    ):
        done = succeeded("train", *options, "--dev", treebank, "--dev", other, *output)
        trained, *scored = done.stderr.splitlines()
        assert trained.startswith("nonproj: trained on 2 sentences, 5 words in ")
        for line, path in zip(scored, (treebank, other), strict=True):
            assert line.startswith(f"nonproj: {path}, {score}")


def test_a_parser_for_predicted_tags_is_scored_with_predicted_tags(tmp_path):
    """The score is that of the text without tags, which is what such a parser is for."""
    train, dev, bare, model = (tmp_path / f"{name}.conll" for name in ("t", "d", "b", "m"))
    train.write_bytes(render(made_treebank(40)))
    dev.write_bytes(render(made_treebank(40, seed=2)))
    bare.write_text(re.sub(r"(?m)^(\d+\t[^\t]+)(\t[^\t]+){4}", r"\1" + 4 * "\t_", dev.read_text()))
    options = ("--variant", "arc-standard", "--tags", "predicted", "--dev", dev)
    done = succeeded("train", *options, train, "-o", model)
    scores = {}
    for text, tags in ((bare, "fill"), (dev, "predict"), (dev, "fill")):
        parsed = tmp_path / "parsed.conll"
        nonproj("parse", "--model", model, "--tags", tags, text, "-o", parsed)
        las = json.loads(nonproj("evaluate", "--json", dev, parsed).stdout)["las"]
        scores[text, tags] = f"{100 * las['correct'] / las['total']:.2f} %"
    assert scores[bare, "fill"] == scores[dev, "predict"] != scores[dev, "fill"]
    said = f"nonproj: {dev}, with predicted tags: Labelled attachment (LAS) {scores[bare, 'fill']},"
    assert done.stderr.splitlines()[-1].startswith(said)


def test_version_is_that_of_the_package_and_flags_may_be_repeated(treebank):
    done = nonproj("--version")
    assert (done.returncode, done.stdout) == (0, f"nonproj {project()['version']}\n")
    assert nonproj("check", "--json", "--json", treebank).returncode == 0


def test_blend_accepts_held_out_data_with_equal_weights(treebank):
    for weights in ("eq", "acc"):
        heldout = ("--heldout-gold", treebank, "--heldout", treebank, "--heldout", treebank)
        blend = ("blend", treebank, treebank, *heldout, "--weights", weights)
        assert nonproj(*blend).returncode == 0


def test_a_blend_has_one_root_if_all_parses_have_one_or_the_user_asks_for_one(tmp_path):
    line = "{}\tw\tw\tN\tN\t_\t{}\tdep\t_\t_\n".format
    parses = []
    for k, heads in enumerate([(0, 1, 1), (0, 3, 1), (2, 0, 2), (3, 0, 2), (0, 0, 1)]):
        parses.append(tmp_path / f"{k}.conll")
        parses[-1].write_text("".join(line(d, h) for d, h in enumerate(heads, 1)) + "\n")
    out = tmp_path / "out.conll"

    def roots(files, *options):
        succeeded("blend", *files, *options, "-o", out)
        return [row.split("\t")[6] for row in out.read_text().split("\n") if row].count("0")

    single = parses[:4]
    assert roots(single) == roots(single, "--root", "single") == 1
    assert roots(single, "--root", "multiple") == roots(parses) == 2
    done = nonproj("blend", parses[4], "--root", "single", "-o", out)
    assert done.returncode == 2
    assert "sentence 1: the arcs of the parses contain no tree with one root" in done.stderr


@pytest.mark.parametrize(("command", "files"), [("evaluate", 2), ("compare", 3)])
def test_excluding_punctuation_by_tag_warns_if_no_word_has_this_tag(
    treebank, tmp_path, command, files
):
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
    ("words", "offered"),
    [
        ("nonproj pars", {"parse"}),
        ("nonproj train --variant arc-s", {"arc-standard"}),
        ("nonproj train --variant attardi+h", {"attardi+head", "attardi+headpath"}),
        ("nonproj train --variant attardi@mb", {"attardi@mbl", "attardi@mbl-mvdm-k5"}),
        ("nonproj fetch ud20-go", {"ud20-got"}),
    ],
)
def test_the_shell_completes_names_of_commands_variants_and_treebanks(monkeypatch, words, offered):
    monkeypatch.setenv("_NONPROJ_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    assert set(nonproj().stdout.split()) == offered


def test_a_terminal_shows_the_progress_of_commands_and_trees_stay_the_same(treebank, tmp_path):
    model, out = tmp_path / "model.npz", tmp_path / "out.conll"
    shown = on_terminal(100, "train", "--variant", "arc-standard+head", treebank, "-o", model)
    assert "instances" in shown
    assert "classifier" in shown
    assert "trained on 2 sentences" in shown
    assert "parsing" in on_terminal(100, "parse", "--model", model, treebank, "-o", out)
    assert out.read_text() == nonproj("parse", "--model", model, treebank).stdout
