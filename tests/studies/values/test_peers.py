"""Programs of others are run as a user's shell would, and scored as our parsers are."""

import csv
import re

import pytest

from committed import ROOT
from nonproj.data.conll import parse_treebank
from nonproj.data.yaml_files import read_yaml
from nonproj.errors import NonprojError
from studies.plan.study.load import PAPERS, load_all
from studies.values.peers import (
    plain,
    read_peers,
    read_results,
    results_as_csv,
    results_as_json,
    run_peer,
)

GOLD = """\
# text = of it
1-2\tofit\t_\t_\t_\t_\t_\t_\t_\t_
1\tof\tof\tADP\tIN\t_\t2\tcase\t_\tSpaceAfter=No
2\tit\tit\tPRON\tPRP\tCase=Acc\t0\troot\t_\t_

"""
OTHER = "1\tof\tof\tADP\tIN\t_\t2\tmark\t_\t_\n2\tit\tit\tPRON\tPRP\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def texts(tmp_path):
    paths = {split: tmp_path / f"{split}.conll" for split in ("train", "dev", "test")}
    for path in paths.values():
        path.write_text(GOLD)
    return paths


def test_files_for_other_programs_have_words_alone():
    treebank = parse_treebank(GOLD.encode(), "gold.conllu")
    assert plain(treebank) == (
        "1\tof\tof\tADP\tIN\t_\t2\tcase\t_\t_\n2\tit\tit\tPRON\tPRP\tCase=Acc\t0\troot\t_\t_\n\n"
    )
    assert plain(treebank, with_trees=False).split("\t")[6:8] == ["_", "_"]


def test_another_program_is_trained_and_its_parses_are_scored(texts, tmp_path):
    train = 'cut -f 7,8 "$TRAIN" > "$MODEL"'
    parse = f'test -s "$MODEL"; printf %b {OTHER!r} > "$PARSE"; cp "$TEXT" "$FOLDER/seen"'
    found = run_peer("other", train, parse, "mine", texts, tmp_path / "peer")
    counts = [(r.split, r.words, r.las, r.uas) for r in found]
    assert counts == [("dev", 2, 1, 2), ("test", 2, 1, 2)]
    assert all(result.training > 0 and result.parsing > 0 for result in found)
    assert "root" not in (tmp_path / "peer/seen").read_text()
    (tmp_path / "peer.json").write_text(results_as_json(found))
    assert read_peers([tmp_path / "peer.json"]) == found
    header, first, _ = results_as_csv(found).splitlines()
    assert header == "treebank,split,peer,words,las,uas,training,parsing,memory,model"
    took = found[0].training, found[0].parsing, found[0].memory, found[0].model
    assert first == f"mine,dev,other,2,1,2,{','.join(map(str, took))}"
    (tmp_path / "peers.csv").write_text(results_as_csv(found))
    assert read_results(tmp_path / "peers.csv") == found


def test_a_program_that_reads_forms_gets_no_tags_but_learns_them(texts, tmp_path):
    train = 'cp "$TRAIN" "$FOLDER/learnt"; cp "$DEV" "$FOLDER/tuned"; echo "$TREEBANK" > "$MODEL"'
    parse = f'printf %b {OTHER!r} > "$PARSE"; cp "$TEXT" "$FOLDER/seen"'
    [*_] = run_peer("other", train, parse, "mine-forms", texts, tmp_path / "peer")
    whole = plain(parse_treebank(GOLD.encode(), "gold.conllu"))
    assert (tmp_path / "peer/learnt").read_text() == (tmp_path / "peer/tuned").read_text() == whole
    assert (tmp_path / "peer/seen").read_text() == (
        "1\tof\t_\t_\t_\t_\t_\t_\t_\t_\n2\tit\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    )
    assert (tmp_path / "peer/model").read_text() == "mine-forms\n"


def test_memory_of_training_and_size_of_the_model_of_a_program_are_measured(texts, tmp_path):
    """Of a folder, the files count; a program with its model elsewhere has no size."""
    large = """python -c 'len(b"x" * (200 << 20))' && mkdir -p "$MODEL/a" && """
    large += 'head -c 1048576 /dev/zero | tee "$MODEL/b" > "$MODEL/a/c"'
    parse = f'printf %b {OTHER!r} > "$PARSE"'
    [found, _] = run_peer("large", large, parse, "mine", texts, tmp_path / "peer")
    assert 200 < found.memory < 400
    assert found.model == 2
    [small, _] = run_peer("small", "true", parse, "mine", texts, tmp_path / "peer")
    assert small.memory < 100, "of this command alone"
    assert small.model is None


def test_a_program_that_fails_or_writes_no_parse_is_named(texts, tmp_path):
    """A parse of an earlier command does not count."""
    run_peer("theirs", "true", 'cp "$TRAIN" "$PARSE"', "mine", texts, tmp_path / "peer")
    for train, message in (
        ("exit 3", "theirs: 'exit 3' ended with exit status 3"),
        ("true", r"wrote no .*dev\.parsed\.conll"),
    ):
        with pytest.raises(NonprojError, match=message):
            run_peer("theirs", train, "true", "mine", texts, tmp_path / "peer")


def test_committed_programs_are_pinned_and_trained_on_their_study():
    config = read_yaml(ROOT / "data/peers/peers.yaml")
    settings = read_yaml(ROOT / "config.yaml")["suites"][config["suite"]]
    [run] = [run for study in load_all(ROOT / PAPERS) for run in study.runs if run.peers]
    assert {*run.peers} < {*config["peers"]}
    for name, peer in config["peers"].items():
        treebanks = {*peer["treebanks"]}
        assert treebanks <= {*run.public} <= {*settings["treebanks"]}
        assert (treebanks == {*run.public}) == ("--with" not in peer["train"]), "or as there are"
        assert name in (*run.peers, *run.variants), "theirs, or ours as a command"
    with (ROOT / "data/peers/udpipe1.tsv").open() as file:
        assert {row["treebank"] for row in csv.DictReader(file, delimiter="\t")} == {*run.public}
    locked = (ROOT / "envs/requirements-peers.txt").read_text()
    about = " ".join(peer["about"] for peer in config["peers"].values())
    for program in ("ufal.udpipe", "gensim", "spaCy"):
        [version] = re.findall(rf"{program} ([0-9.]+)\b", about)
        assert f"\n{program.lower().replace('.', '-')}=={version} " in locked
