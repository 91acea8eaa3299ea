"""The command line as a user meets it: every command from outside, on good and on broken input."""

import json
import subprocess
import sys

import pytest

from command_line import TREES, nonproj, program, succeeded

# 1 <- 3 spans 2, which 3 does not dominate: the only non-projective arc, lifted to 2.
BASELINE = TREES.replace("3\tobj", "2\tobj")
HEAD = TREES.replace("3\tobj", "2\tobj↑xcomp")


def test_projectivize_and_deprojectivize_read_and_write_standard_streams():
    encoded = program("projectivize", "--encoding", "head", "-", "-o", "-", stdin=TREES)
    assert encoded.stdout == HEAD
    restored = program("deprojectivize", "--encoding", "head", "-", "-o", "-", stdin=HEAD)
    assert restored.stdout == TREES


def test_stats_counts_words_and_crossing_arcs_of_good_files_and_names_the_bad_one(
    treebank, tmp_path
):
    rows = json.loads(nonproj("stats", treebank, "--json").stdout)[str(treebank)]
    found = {(r["metric"], r["setting"]): (r["numerator"], r["denominator"]) for r in rows}
    assert found["n-tokens", ""] == (5, 1)
    assert found["pct-nonproj-arcs", ""] == (1, 5)
    assert found["pct-nonproj-sentences", ""] == (1, 2)
    assert found["mean-arc-length", "arcs=nonproj"] == (2, 1)
    done = nonproj("stats", tmp_path / "absent", treebank)
    assert (done.returncode, done.stdout) == (2, nonproj("stats", treebank).stdout)
    assert done.stderr == f"nonproj: {tmp_path / 'absent'}: No such file or directory\n"


def test_evaluate_and_compare_count_right_words(treebank, tmp_path):
    system = tmp_path / "system.conll"
    system.write_text(BASELINE)
    scores = json.loads(nonproj("evaluate", treebank, system, "--json").stdout)
    assert scores["uas"] == {"correct": 4, "total": 5}
    assert scores["uem"] == {"correct": 1, "total": 2}
    compared = json.loads(nonproj("compare", treebank, treebank, system, "--json").stdout)
    assert compared["uas"]["mcnemar"]["only_a"] == 1
    assert compared["uas"]["mcnemar"]["p"] == 1.0


def test_coverage_counts_arcs_that_oracles_rebuild_and_trees_in_classes(treebank):
    def found(*options):
        return json.loads(nonproj("coverage", *options, treebank, "--json").stdout)

    rebuilt = found("--variants", "arc-standard,swap-lazy")
    assert rebuilt["arc-standard"]["uas"] == {"correct": 4, "total": 5}
    assert rebuilt["swap-lazy"]["las"] == {"correct": 5, "total": 5}
    listed = nonproj("coverage", "--classes", "mh5", treebank).stderr
    classes = listed.partition("expected one of ")[2].partition(";")[0].split(", ")
    shares = found("--classes", ",".join(classes))
    assert [*shares] == classes == ["projective", "mh4", "1ec"]
    assert shares["projective"] == {
        "sentence": {"correct": 1, "total": 2},
        "edge": {"correct": 4, "total": 5},
    }
    assert shares["mh4"] == shares["1ec"]
    assert shares["mh4"]["edge"] == {"correct": 5, "total": 5}
    lines = nonproj("coverage", "--classes", "mh4", treebank).stdout.splitlines()
    words = ["Sentences", "Edges"], ["mh4", "100.00", "%", "100.00", "%"]
    assert [line.split() for line in lines] == [*words]


def test_check_lists_all_defects_and_exits_with_1(tmp_path):
    path = tmp_path / "broken.conll"
    path.write_text(TREES.replace("2\txcomp", "9\txcomp").replace("\tYes", "\t"))
    done = program("check", path)
    assert done.returncode == 1
    assert f"{path}:3: HEAD: 9 outside 0..4" in done.stdout
    assert f"{path}:6: FORM: empty" in done.stdout
    assert program("check", "-", stdin=TREES).returncode == 0


def test_a_trained_model_parses_a_text_whose_heads_form_no_tree(treebank, tmp_path):
    """Trees of the text are not looked at, whatever they are."""
    model, out = tmp_path / "model.npz", tmp_path / "out.conll"
    text = tmp_path / "text.conll"
    text.write_text("1\tYes\tyes\tI\tI\t_\t9\tobj\t_\t_\n\n")
    succeeded("train", "--variant", "swap-lazy", treebank, "-o", model, run=program)
    succeeded("parse", "--model", model, text, "-o", out, run=program)
    assert out.read_text() == "1\tYes\tyes\tI\tI\t_\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize("variant", ["arc-eager+head", "arc-eager+head@tl-eq"])
def test_training_uses_the_chosen_features(tmp_path, variant):
    """Two sentences of the same tags under different trees: one has to see the words."""
    token = "{0}\t{1}\t{1}\tN\tN\t_\t{2}\t{3}\t_\t_\n".format
    trees = (
        *(token(1, "salt", 2, "nmod"), token(2, "lake", 0, "root"), "\n"),
        *(token(1, "lake", 0, "root"), token(2, "salt", 1, "nmod"), "\n"),
    )
    treebank, model, tags = tmp_path / "t.conll", tmp_path / "m.npz", tmp_path / "tags.yaml"
    treebank.write_text("".join(trees * 10))
    tags.write_text("{description: tags, nodes: {s0: [upos], b0: [upos]}}")
    learnt = {}
    for features in ("arc-eager", tags):
        options = ("--variant", variant, "--features", features, treebank, "-o", model)
        succeeded("train", *options)
        parsed = nonproj("parse", "--model", model, treebank, "-o", "-").stdout
        learnt[features] = parsed == treebank.read_text()
    assert learnt == {"arc-eager": True, tags: False}


def test_dev_stdout_as_output_appends_to_a_redirected_file_and_takes_models(treebank, tmp_path):
    """As `-` does: what a redirection has already written stays."""
    command = [sys.executable, "-m", "nonproj", "projectivize", "--encoding", "head"]
    with open(tmp_path / "out", "wb") as out:
        for output in ("/dev/stdout", "-"):
            subprocess.run([*command, treebank, "-o", output], stdout=out, check=True)
    assert (tmp_path / "out").read_text() == HEAD * 2
    train = [sys.executable, "-m", "nonproj", "train", "--variant", "swap-lazy", treebank, "-o"]
    model = subprocess.run([*train, "-"], stdout=subprocess.PIPE, check=True, cwd=tmp_path).stdout
    subprocess.run([*train, tmp_path / "model"], check=True)
    assert model == (tmp_path / "model").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"trees.conll", "model", "out"}


def test_a_file_with_odd_line_ends_is_read_with_one_warning_and_keeps_them(tmp_path):
    path = tmp_path / "windows.conll"
    path.write_bytes(b"\n" + TREES.replace("\n", "\r\n").encode().removesuffix(b"\r\n"))
    done = subprocess.run(
        [sys.executable, "-m", "nonproj", "projectivize", "--encoding", "baseline", path],
        capture_output=True,
        check=True,
    )
    assert done.stdout == path.read_bytes().replace(b"3\tobj", b"2\tobj")
    [warned, said] = [x for x in done.stderr.decode().splitlines() if "compiling" not in x]
    assert warned == (
        f"nonproj: warning: {path}: read despite defects: lines that end in CR LF or CR (6), "
        "extra empty lines (1), no empty line at the end; `nonproj check` lists them"
    )
    assert said == "nonproj: 1 of 5 arcs lifted"
    listed = nonproj("check", path)
    assert (listed.returncode, listed.stdout.count("warning")) == (0, 3)
