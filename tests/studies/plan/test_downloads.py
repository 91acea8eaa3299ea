"""A fetched treebank is the pinned one when it is used, too, not only when it came."""

import gzip
import json

import pytest

from nonproj.errors import NonprojError
from studies.plan.treebanks.downloads import availability, fetch_all, file_of, why_missing

EXPECTED = "ud20-eu {}: https://host/f: expected git blob 12 of 3 bytes; found "


def test_files_missing_for_one_reason_are_reported_together():
    assert why_missing({}) == ""
    missing = {
        "train": EXPECTED.format("train") + "no file at /m/f, no network connection",
        "dev": EXPECTED.format("dev") + "no network connection",
        "test": EXPECTED.format("test") + "HTTP 404 Not Found",
    }
    assert why_missing(missing) == "train, dev: no network connection; test: HTTP 404 Not Found"


@pytest.fixture
def log(mirror, tmp_path):
    folder = tmp_path / "ud20-el"
    found = fetch_all("ud20-el", folder, str(mirror), skip_missing=False)
    (folder / "download.json").write_text(json.dumps(found))
    return folder / "download.json"


def test_a_compressed_file_has_the_words_and_the_style_of_its_content(tmp_path):
    lines = ["1\ta\ta\tX\tX\t_\t0\troot\t_\t_", "2\tb\tb\tX\tX\t_\t1\tconj\t_\t_", "", ""]
    plain, packed = tmp_path / "train.conllu", tmp_path / "train.conllu.gz"
    plain.write_text("\n".join(lines))
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    found = [availability([], {"mine": {"train": str(path)}})["mine"] for path in (plain, packed)]
    told = [{key: part[key] for key in ("words", "sentences", "style")} for part in found]
    assert told == 2 * [{"words": 2, "sentences": 1, "style": "ud"}]


def test_a_fetched_file_that_was_cut_or_removed_since_is_refused(log):
    dev = log.with_name("dev.conll")
    assert file_of(log, "dev") == dev
    found = availability([log], {"mine": {"dev": None}})
    assert found["ud20-el"]["words"] > 40_000
    assert found["mine"]["words"] == 0
    for change in (lambda: dev.write_bytes(dev.read_bytes()[:5000]), dev.unlink):
        change()
        for use in (lambda: file_of(log, "dev"), lambda: availability([log], {})):
            with pytest.raises(NonprojError, match=r"dev\.conll: .* delete .*download\.json to"):
                use()


def test_a_damaged_log_of_a_download_is_refused(log):
    log.write_text(log.read_text()[:20])
    with pytest.raises(NonprojError, match=r"download\.json: damaged; delete it"):
        file_of(log, "dev")
