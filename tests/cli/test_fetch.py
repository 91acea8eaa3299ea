"""`fetch` brings what can be had, tells the rest, and leaves no traces of it."""

import hashlib
import socket

import pytest

import nonproj as api
from command_line import TREES, nonproj
from nonproj.data.download import sources
from nonproj.data.download.manifest import Manifest, ManifestFile
from nonproj.errors import NonprojError

DATA = TREES.encode()
BLOB = hashlib.sha1(b"blob %d\0" % len(DATA) + DATA).hexdigest()
TREEBANKS = {"absent": ("train", "test"), "half": ("train", "test"), "whole": ("train",)}
IN_MIRROR = ("half/test", "whole/train")


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    """A mirror with two of five files, and nobody who answers at their address."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{closed.getsockname()[1]}"
        parts = tuple(
            ManifestFile(
                name, name, split, f"http://{host}/{name}/{split}", BLOB, None, "CC0", "Nobody"
            )
            for name, splits in TREEBANKS.items()
            for split in splits
        )
        monkeypatch.setattr(sources, "load_manifest", lambda: Manifest(parts))
        for place in IN_MIRROR:
            path = tmp_path / "mirror" / host / place
            path.parent.mkdir(parents=True)
            path.write_bytes(DATA)
        yield tmp_path / "mirror"


@pytest.fixture
def fetch(mirror):
    """Exit status, lines of standard output and lines of standard error."""

    def fetch(folder, *treebanks):
        done = nonproj("fetch", "--mirror", mirror, "-d", folder, *treebanks)
        return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()

    return fetch


def test_fetch_goes_on_after_missing_files_and_fetches_each_treebank_once(fetch, tmp_path):
    folder = tmp_path / "raw"
    status, out, err = fetch(folder, *TREEBANKS, "whole")
    assert status == 2
    assert out == [f"{folder}/{place}.conll" for place in IN_MIRROR]
    missing = ("absent train", "absent test", "half train")
    assert [line.split(": ")[:2] for line in err[:3]] == [["nonproj", name] for name in missing]
    assert err[3:] == ["nonproj: 3 of 5 files could not be fetched"]
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
    assert files == ["half", "half/test.conll", "whole", "whole/train.conll"]


def test_a_failed_fetch_leaves_no_new_folder_and_keeps_those_of_the_user(fetch, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    assert fetch(own / "new" / "raw", "absent")[0] == 2
    assert list(own.iterdir()) == []
    (own / "absent").mkdir()
    assert fetch(own, "absent")[0] == 2
    assert list(own.iterdir()) == [own / "absent"]


def test_the_function_fetch_returns_files_by_split(mirror, tmp_path):
    shown = []
    files = api.fetch("whole", tmp_path / "raw", str(mirror), lambda *each: shown.append(each))
    assert files == {"train": tmp_path / "raw" / "whole" / "train.conll"}
    assert files["train"].read_bytes() == DATA
    assert shown == [("fetching", 0.0)]
    with pytest.raises(NonprojError, match="2 of 2 files could not be fetched"):
        api.fetch("absent", tmp_path / "raw", str(mirror))
    with pytest.raises(NonprojError, match=r"whloe.*did you mean whole"):
        api.fetch("whloe", tmp_path / "raw", str(mirror))
