"""Programs of others are run as a user's shell would, and scored as our parsers are."""

import pytest

from nonproj.data.conll import parse_treebank
from nonproj.errors import NonprojError
from studies.values.peers import plain, read_peers, results_as_csv, results_as_json, run_peer

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


def test_plain_files_have_words_alone():
    treebank = parse_treebank(GOLD.encode(), "gold.conllu")
    assert plain(treebank) == (
        "1\tof\tof\tADP\tIN\t_\t2\tcase\t_\t_\n2\tit\tit\tPRON\tPRP\tCase=Acc\t0\troot\t_\t_\n\n"
    )
    assert plain(treebank, with_trees=False).split("\t")[6:8] == ["_", "_"]


def test_a_peer_learns_and_its_parses_are_scored(texts, tmp_path):
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
    assert header == "treebank,split,peer,words,las,uas,training,parsing"
    assert first == f"mine,dev,other,2,1,2,{found[0].training},{found[0].parsing}"


def test_a_command_that_fails_or_writes_no_parse_is_named(texts, tmp_path):
    """A parse of an earlier command does not count."""
    run_peer("theirs", "true", 'cp "$TRAIN" "$PARSE"', "mine", texts, tmp_path / "peer")
    for train, message in (
        ("exit 3", "theirs: 'exit 3' ended with exit status 3"),
        ("true", r"wrote no .*dev\.parsed\.conll"),
    ):
        with pytest.raises(NonprojError, match=message):
            run_peer("theirs", train, "true", "mine", texts, tmp_path / "peer")
