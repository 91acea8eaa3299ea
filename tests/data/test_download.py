"""Fetching: verified, resumed, retried and atomic, from a mirror or the network."""

import hashlib
import re
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from nonproj.data.download.fetch import (
    NotAvailableError,
    Patience,
    WrongContentError,
    fetch,
    git_blob_sha1,
)
from nonproj.data.download.manifest import Manifest, ManifestFile
from nonproj.errors import NonprojError
from webserver import ENDLESS, serving

SENTENCE = "1\t{}\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
TEXTS = [(SENTENCE.format(word) * 5000).encode() for word in ("one", "two", "three")]
HASTY = Patience(attempts=4, first_wait=0.001)


def blob(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


@pytest.fixture(autouse=True)
def _no_mirror(monkeypatch):
    monkeypatch.delenv("NONPROJ_MIRROR", raising=False)


@pytest.fixture
def site():
    with serving() as site:
        site.files = {f"/toy/{i}.conllu": text for i, text in enumerate(TEXTS)}
        yield site


def part(address: str, i: int, split: str, size: int | None) -> ManifestFile:
    url = f"{address}/toy/{i}.conllu"
    return ManifestFile("toy", "Toy", split, url, blob(TEXTS[i]), size, "CC0", "Nobody 2000")


@pytest.fixture
def manifest(site):
    """One file of a known size, one of an unknown size, and three parts."""
    return Manifest(
        (
            part(site.address, 0, "dev", len(TEXTS[0])),
            part(site.address, 1, "test", None),
            *(part(site.address, i, "train", None) for i in range(3)),
        )
    )


@pytest.fixture
def get(tmp_path, manifest):
    """Fetches toy SPLIT and gives its bytes."""

    def get(split, **options):
        target = tmp_path / "raw" / f"toy-{split}.conllu"
        fetch("toy", split, target, **{"manifest": manifest, "patience": HASTY} | options)
        return target.read_bytes()

    return get


def left_over(tmp_path) -> list[str]:
    return sorted(p.name for p in (tmp_path / "raw").iterdir() if p.name.startswith("."))


def test_the_hash_of_a_file_equals_the_hash_that_git_computes(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(TEXTS[0])
    git = subprocess.run(["git", "hash-object", file], capture_output=True, text=True, check=True)
    with open(file, "rb") as handle:
        assert git_blob_sha1(handle, len(TEXTS[0])) == git.stdout.strip()


@pytest.mark.parametrize(
    ("split", "numbers", "left"),
    [("dev", [0], []), ("test", [1], []), ("train", [0, 1, 2], [".toy-train.conllu.sizes"])],
)
def test_the_parts_of_a_split_are_joined_in_order_and_fetched_once(
    site, get, tmp_path, split, numbers, left
):
    for _ in range(2):
        assert get(split) == b"".join(TEXTS[i] for i in numbers)
    assert [path for path, _ in site.requests] == [f"/toy/{i}.conllu" for i in numbers]
    assert left_over(tmp_path) == left


@pytest.mark.parametrize("split", ["dev", "train"])
def test_a_file_that_was_changed_is_fetched_again(site, get, tmp_path, split):
    """Notes of sizes are not trusted, either."""
    original = get(split)
    target = tmp_path / "raw" / f"toy-{split}.conllu"
    target.write_bytes(original.replace(b"one", b"One"))
    assert get(split) == original
    fetched = len(site.requests)
    target.with_name(f".{target.name}.sizes").write_text("1 2 x")
    assert get(split) == original
    assert len(site.requests) - fetched == {"dev": 0, "train": 3}[split]


def test_an_interrupted_fetch_keeps_the_parts_that_are_complete(site, get, tmp_path):
    site.faults["/toy/1.conllu"] = [404]
    with pytest.raises(NotAvailableError):
        get("train")
    assert not (tmp_path / "raw" / "toy-train.conllu").exists()
    assert get("train") == b"".join(TEXTS)
    assert [path[5] for path, _ in site.requests] == ["0", "1", "1", "2"]


def test_fetch_refuses_a_part_that_does_not_end_in_an_empty_line(site, get, manifest, tmp_path):
    torn = TEXTS[0][:-1]
    site.files["/toy/0.conllu"] = torn
    first, *rest = manifest.parts_of("toy", "train")
    pinned = ManifestFile(**{**vars(first), "git_blob_sha1": blob(torn)})
    with pytest.raises(WrongContentError, match=r"toy/0\.conllu: the part ends inside a sentence"):
        get("train", manifest=Manifest((pinned, *rest)))
    assert not (tmp_path / "raw" / "toy-train.conllu").exists()


SIZE = len(TEXTS[0])


@pytest.mark.parametrize(
    ("faults", "ranges", "offsets"),
    [
        ([500, 503], True, [0, 0, 0]),
        (["cut", "cut"], True, [0, SIZE // 2, SIZE * 3 // 4]),
        (["short", "short"], True, [0, SIZE // 2, SIZE * 3 // 4]),
        (["cut", "elsewhere"], True, [0, SIZE // 2, SIZE // 2 - 1, 0]),  # another range: given up
        (["cut"], False, [0, SIZE // 2]),  # a server without ranges sends everything again
    ],
)
def test_fetch_retries_after_passing_faults_and_resumes_broken_transfers(
    site, get, faults, ranges, offsets
):
    site.ranges, site.faults["/toy/0.conllu"] = ranges, faults
    assert get("dev") == TEXTS[0]
    assert [int(asked[6:-1]) if asked else 0 for _, asked in site.requests] == offsets


@pytest.mark.parametrize(
    ("fault", "attempts", "said"),
    [
        (500, HASTY.attempts, "HTTP 500 Internal Server Error"),
        (416, 1, "HTTP 416 Requested Range Not Satisfiable"),  # of a range not asked for
        (404, 1, "HTTP 404 Not Found"),
    ],
)
@pytest.mark.parametrize(("split", "i"), [("dev", 0), ("test", 1)])
def test_a_lasting_fault_of_the_server_is_reported_in_one_line(
    site, get, tmp_path, split, i, fault, attempts, said
):
    path = f"/toy/{i}.conllu"
    site.faults[path] = [fault] * 9
    with pytest.raises(NotAvailableError) as caught:
        get(split)
    size = f" of {len(TEXTS[0])} bytes" if split == "dev" else ""
    expected = f"expected git blob {blob(TEXTS[i])}{size}; found {said}"
    assert str(caught.value) == f"toy {split}: {site.address}{path}: {expected}"
    assert site.requests == [(path, None)] * attempts
    assert left_over(tmp_path) == []
    assert not (tmp_path / "raw" / f"toy-{split}.conllu").exists()


def test_fetch_without_a_network_says_so_in_one_line(get):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{unused.getsockname()[1]}"
        lost = Manifest((part(nowhere, 0, "dev", None),))
        with pytest.raises(NotAvailableError) as caught:
            get("dev", manifest=lost)
    line = f"toy dev: {nowhere}/toy/0.conllu: expected git blob {blob(TEXTS[0])}; "
    assert str(caught.value) == line + "found no network connection"


def test_the_next_fetch_resumes_an_interrupted_one(site, get, tmp_path):
    site.faults["/toy/1.conllu"] = ["cut"]
    with pytest.raises(NotAvailableError, match="a broken transfer"):
        get("test", patience=Patience(attempts=1))
    assert left_over(tmp_path) == [".toy-test.conllu.0.part"]
    assert get("test") == TEXTS[1]
    assert site.requests[1] == ("/toy/1.conllu", f"bytes={len(TEXTS[1]) // 2}-")


@pytest.mark.parametrize("length", [10, len(TEXTS[0]), len(TEXTS[0]) + 10])
def test_fetch_discards_the_partial_download_of_another_file(site, get, tmp_path, length):
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / ".toy-dev.conllu.0.part").write_bytes(b"x" * length)
    assert get("dev") == TEXTS[0]


@pytest.mark.parametrize("split", ["dev", "test"])
@pytest.mark.parametrize("wrong", [b"<html>", TEXTS[2] + b"x", TEXTS[0][:-1] + b"x"])
def test_fetch_refuses_wrong_bytes_in_one_line(site, get, tmp_path, manifest, split, wrong):
    (pinned,) = manifest.parts_of("toy", split)
    site.files = dict.fromkeys(site.files, wrong)
    with pytest.raises(WrongContentError) as caught:
        get(split)
    size = f" of {pinned.bytes} bytes" if pinned.bytes else ""
    found = f"git blob {blob(wrong)} of {len(wrong)} bytes"
    if pinned.bytes and len(wrong) > pinned.bytes:
        found = f"more than {pinned.bytes} bytes"
    assert str(caught.value) == (
        f"toy {split}: {pinned.url}: expected git blob {pinned.git_blob_sha1}{size}; found {found}"
    )
    assert not (tmp_path / "raw" / f"toy-{split}.conllu").exists()


@pytest.fixture
def mirrored(tmp_path, site):
    """A folder with the three files, and where they are in it."""
    host = tmp_path / "mirror" / site.address.removeprefix("http://") / "toy"
    host.mkdir(parents=True)
    for i, text in enumerate(TEXTS):
        (host / f"{i}.conllu").write_bytes(text)
    return str(tmp_path / "mirror"), host


@pytest.mark.parametrize("named", ["option", "environment"])
@pytest.mark.parametrize("lacks", [[], [1]])
def test_fetch_takes_files_from_a_mirror_folder_first(
    site, get, mirrored, monkeypatch, lacks, named
):
    mirror, host = mirrored
    for i in lacks:
        (host / f"{i}.conllu").unlink()
    monkeypatch.setenv("NONPROJ_MIRROR", mirror if named == "environment" else "")
    assert get("train", mirror=mirror if named == "option" else None) == b"".join(TEXTS)
    assert site.requests == [(f"/toy/{i}.conllu", None) for i in lacks]
    assert (host / "0.conllu").read_bytes() == TEXTS[0]
    assert get("test", mirror="") == TEXTS[1]
    assert len(site.requests) == len(lacks) + 1


def test_fetch_takes_files_from_a_mirror_on_the_network_first(site, get):
    host = site.address.removeprefix("http://")
    known, unknown = (f"/mirror/{host}/toy/{i}.conllu" for i in range(2))
    site.files[known] = TEXTS[0]
    prefix = f"{site.address}/mirror/"
    assert get("dev", mirror=prefix) == TEXTS[0]
    assert get("test", mirror=prefix) == TEXTS[1]
    assert [path for path, _ in site.requests] == [known, unknown, "/toy/1.conllu"]


@pytest.mark.parametrize("kind", ["folder", "address"])
def test_fetch_refuses_a_wrong_file_of_a_mirror_and_names_its_place(site, get, mirrored, kind):
    mirror, host = mirrored
    path = f"/mirror/{site.address.removeprefix('http://')}/toy/0.conllu"
    (host / "0.conllu").write_bytes(b"x")
    site.files[path] = b"x"
    place = f"{host}/0.conllu" if kind == "folder" else f"{site.address}{path}"
    with pytest.raises(WrongContentError) as caught:
        get("dev", mirror=mirror if kind == "folder" else f"{site.address}/mirror")
    assert str(caught.value).endswith(f"found git blob {blob(b'x')} of 1 bytes at {place}")
    assert site.requests == [] if kind == "folder" else [(path, None)]
    assert (host / "0.conllu").read_bytes() == b"x"


def test_a_file_missing_in_mirror_and_network_is_reported_with_both_places(site, get, mirrored):
    mirror, host = mirrored
    (host / "0.conllu").unlink()
    site.files.clear()
    with pytest.raises(NotAvailableError) as caught:
        get("dev", mirror=mirror)
    assert str(caught.value).endswith(f"found no file at {host}/0.conllu, HTTP 404 Not Found")


def test_unknown_mirrors_and_treebanks_are_refused(get, tmp_path, manifest):
    with pytest.raises(NonprojError, match="mirror '/no/such': there is no such folder"):
        get("dev", mirror="/no/such")
    with pytest.raises(NonprojError, match="unknown treebank 'tyo'; did you mean toy"):
        fetch("tyo", "dev", tmp_path / "x", manifest=manifest)


def test_fetch_gives_up_a_file_larger_than_the_limit(site, get, tmp_path, monkeypatch):
    monkeypatch.setattr("nonproj.data.download.fetch.LARGEST_FILE", 1000)
    with pytest.raises(WrongContentError, match="found more than 1000 bytes"):
        get("test")
    assert left_over(tmp_path) == []


def directly(get, *arguments, **options):
    return get(*arguments, **options)


def in_a_thread(get, *arguments, **options):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(get, *arguments, **options).result()


@pytest.mark.parametrize("call", [directly, in_a_thread])
@pytest.mark.parametrize("fault", ["drip", *ENDLESS])
def test_fetch_gives_up_a_file_that_takes_too_long(site, get, tmp_path, fault, call):
    site.faults["/toy/0.conllu"] = [fault] * 9
    hasty = Patience(attempts=2, first_wait=0.001, longest=0.2)
    with pytest.raises(NotAvailableError, match=r"found \d+ bytes after 0 seconds"):
        call(get, "dev", patience=hasty)
    assert left_over(tmp_path) == [] or fault == "drip"
    site.faults.clear()
    assert call(get, "dev") == TEXTS[0]


def test_a_fetch_leaves_the_alarm_of_the_caller_alone(get):
    before = signal.getsignal(signal.SIGALRM)
    signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        get("dev")
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 900
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    assert signal.getsignal(signal.SIGALRM) is before


def test_bytes_received_after_the_time_limit_are_not_written(site, get, tmp_path):
    """An abandoned transfer leaves the file to its successor."""
    site.faults["/toy/0.conllu"] = ["drip"]
    with pytest.raises(NotAvailableError):
        get("dev", patience=Patience(attempts=1, longest=0.2))
    (scratch,) = (tmp_path / "raw" / name for name in left_over(tmp_path))
    size = scratch.stat().st_size
    time.sleep(0.3)
    assert scratch.stat().st_size == size
    assert get("dev") == TEXTS[0]


@pytest.mark.parametrize(
    "header",
    ["Content-Length: abc", "Content-Length: -5", "Content-Length: 9e9", "Content-Range: bytes x-y",
     "Content-Range: -", "Transfer-Encoding: nonsense", "Content-Encoding: gzip", "Location: ::",
     "Retry-After: soon"],
)  # fmt: skip
def test_odd_headers_of_a_server_end_in_the_right_file_or_in_one_line(site, get, header):
    site.faults["/toy/0.conllu"] = [header]
    try:
        found = get("dev")
    except NonprojError as error:
        found = str(error)
    assert found == TEXTS[0] or "\n" not in found


def test_processes_that_fetch_one_file_wait_for_each_other(site, tmp_path, monkeypatch):
    """Each is told that all is well only with the right file, whose bytes nobody changes then."""
    site.faults["/toy/0.conllu"] = ["cut", "short", 500] * 3
    code = (
        "import sys\n"
        "from nonproj.data.download.fetch import Patience, fetch\n"
        "from nonproj.data.download.manifest import Manifest, ManifestFile\n"
        "url, sha1, size, path = sys.argv[1:]\n"
        "pinned = ManifestFile('toy', 'Toy', 'dev', url, sha1, int(size), 'CC0', 'Nobody')\n"
        "fetch('toy', 'dev', path, manifest=Manifest((pinned,)), patience=Patience(20, 0.001))\n"
        "print(len(open(path, 'rb').read()))"
    )
    pinned = part(site.address, 0, "dev", len(TEXTS[0]))
    arguments = [pinned.url, pinned.git_blob_sha1, str(pinned.bytes), str(tmp_path / "raw" / "a")]
    processes = [
        subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    said = [process.communicate()[0] for process in processes]
    assert said == [b"%d\n" % len(TEXTS[0])] * 3
    assert (tmp_path / "raw" / "a").read_bytes() == TEXTS[0]
    assert len(site.requests) <= 10  # who waited found the file
    assert left_over(tmp_path) == []


def test_fetch_takes_a_treebank_of_the_manifest_from_the_mirror(mirror, tmp_path):
    """The real manifest, the real file, without a network."""
    target = tmp_path / "got.conllu"
    fetch("ud20-got", "dev", target, mirror=str(mirror))
    assert target.stat().st_size == 954577
    assert re.match(rb"1\t|#", target.read_bytes())
