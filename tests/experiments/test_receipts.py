"""What the report says of treebanks that cannot be had."""

from nonproj.experiments.receipts import why_missing

EXPECTED = "ud20-eu {}: https://host/f: expected git blob 12 of 3 bytes; found "


def test_reasons_are_said_once():
    missing = {
        "train": EXPECTED.format("train") + "no file at /m/f, no network connection",
        "dev": EXPECTED.format("dev") + "no network connection",
        "test": EXPECTED.format("test") + "HTTP 404 Not Found",
    }
    assert why_missing(missing) == "train, dev: no network connection; test: HTTP 404 Not Found"


def test_nothing_is_missing():
    assert why_missing({}) == ""
