"""Probabilities of arcs from the command line: train, calibrate, parse, blend and look."""

import json
import re

import pytest

from command_line import nonproj, succeeded
from nonproj.data.conll import render
from samples.treebanks import made_treebank

HEAD_CONF = re.compile(r"HeadConf=[01]\.[0-9]{2}$")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("confidence")
    treebank = made_treebank(60)
    for name, sentences in (("train", range(45)), ("dev", range(45, 60))):
        (path / f"{name}.conllu").write_bytes(render(treebank.select(sentences)))
    succeeded(
        *("train", "--variant", "arc-eager+head@perceptron", "--confidence"),
        *(path / "train.conllu", "-o", path / "model.npz"),
    )
    return path


def test_doubtful_lists_the_arcs_of_a_parse_by_their_probability(folder):
    dev, parsed = folder / "dev.conllu", folder / "parsed.conllu"
    model = ("--model", folder / "model.npz")
    succeeded("parse", *model, "--confidence", dev, "-o", parsed)
    lines = [line.split("\t") for line in parsed.read_text().splitlines() if line[:1].isdigit()]
    assert all(HEAD_CONF.search(fields[9]) for fields in lines)
    plain = nonproj("parse", *model, dev).stdout
    assert [line.split("\t")[:9] for line in plain.splitlines() if line[:1].isdigit()] == [
        fields[:9] for fields in lines
    ]
    shown = succeeded("doubtful", parsed, "--gold", dev, "--most", "3")
    assert "Wrong heads expected" in shown.stdout
    assert re.search(r"The first 10 % of arcs contain [0-9.]+ % of all errors", shown.stdout)
    assert re.search(r"Expected calibration error: [0-9.]+ points\.", shown.stdout)
    found = json.loads(nonproj("doubtful", parsed, "--json").stdout)
    assert len(found["arcs"]) == len(lines)
    assert found["quality"] is None
    probabilities = [arc["probability"] for arc in found["arcs"]]
    assert probabilities == sorted(probabilities)
    assert len(found["sentences"]) == 15
    chosen = parsed.with_name("chosen.conllu")
    succeeded("doubtful", parsed, "--most", "4", "-o", chosen)
    whole = parsed.read_text().split("\n\n")
    expected = sorted(each["sentence"] for each in found["sentences"][:4])
    assert chosen.read_text() == "".join(whole[s - 1] + "\n\n" for s in expected)


def test_calibrate_gives_probabilities_to_a_model_trained_without_them(folder, tmp_path):
    train, dev, plain = folder / "train.conllu", folder / "dev.conllu", tmp_path / "plain.npz"
    nonproj("train", "--variant", "arc-eager+head@perceptron", train, "-o", plain)
    refused = nonproj("parse", "--model", plain, "--confidence", dev)
    assert refused.returncode == 2
    assert "nonproj calibrate --model MODEL HELDOUT -o NEW" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    done = nonproj("calibrate", "--model", plain, dev, "-o", tmp_path / "new.npz")
    assert "warning: " + str(dev) + ": too few words for reliable probabilities" in done.stderr
    assert (done.returncode, done.stdout) == (0, "")
    assert re.match(r"nonproj: calibrated on [0-9]+ words", done.stderr)
    parsed = nonproj("parse", "--model", tmp_path / "new.npz", "--confidence", dev)
    assert "HeadConf=" in parsed.stdout


def test_blends_have_shares_of_votes_or_calibrated_probabilities(folder, tmp_path):
    dev, out = folder / "dev.conllu", tmp_path / "blended.conllu"
    parsed = tmp_path / "parsed.conllu"
    nonproj("parse", "--model", folder / "model.npz", dev, "-o", parsed)
    succeeded("blend", parsed, parsed, dev, "--confidence", "-o", out)
    values = {*re.findall(r"HeadConf=(\S+)", out.read_text())}
    assert values <= {"0.67", "1.00", "0.33"}
    assert len(values) > 1
    heldout = ("--heldout-gold", dev, *("--heldout", parsed) * 2, "--heldout", dev)
    succeeded("blend", parsed, parsed, dev, "--confidence", *heldout, "-o", out)
    assert not {*re.findall(r"HeadConf=(\S+)", out.read_text())} & {"0.33", "0.67"}


def test_a_format_without_misc_is_refused_where_confidence_is_asked_for(folder, tmp_path):
    text = tmp_path / "text.conll"
    text.write_bytes(render(made_treebank(3)))
    parse = ("parse", "--model", folder / "model.npz", "--confidence", "--format", "conllx", text)
    done = nonproj(*parse)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"nonproj: {text}: conllx has no MISC; only CoNLL-U does\n"
    done = nonproj("doubtful", folder / "dev.conllu")
    assert done.returncode == 2
    assert "sentence 1, word 1: no HeadConf in MISC" in done.stderr
